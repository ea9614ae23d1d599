// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

#include <string>
#include <vector>

namespace kerascope {

struct ZipMember {
    std::string name;
    uint16_t method = 0; ///< 0 stored, 8 deflated
    uint32_t crc = 0;
    uint64_t packedBytes = 0;
    uint64_t bytes = 0;
    uint64_t offset = 0; ///< of its packed bytes in the archive
};

/// Members of a zip archive (zip64 too), folders left out. libzip does not tell where a member's bytes lie,
/// and two readers of one hostile directory could disagree, so both the directory and the members are read
/// here. Refused: encrypted members, names that stand twice, members beyond the end or on top of each other,
/// local headers that disagree with the directory. Format: PKWARE APPNOTE 6.3.
Result<std::vector<ZipMember>> readZipDirectory(
    const ByteSource& source, const std::string& where, const std::stop_token& stop);

/// The unpacked bytes of a member as a source: a stored member in place, a small deflated one in memory, a
/// large one in an unlinked temporary file of bounded size. Stored bytes are not checked against the CRC.
Result<SharedSource> openZipMember(const SharedSource& archive, const ZipMember& member,
    const std::string& where, const std::stop_token& stop);

} // namespace kerascope
