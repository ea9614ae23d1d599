// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"
#include "core/file/hdf5_library.h"
#include "core/file/hdf5_superblock.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kerascope {

/// An HDF5 file of unknown origin, opened for reading. Everything below is called under Hdf5Lock.
class Hdf5File {
public:
    /// Checks the first header, then lets libhdf5 open it. `where` is the name that errors give.
    static Result<std::shared_ptr<Hdf5File>> open(SharedSource source, std::string where);

    hid_t id() const { return id_.get(); }
    const SharedSource& source() const { return source_; }
    const std::string& where() const { return where_; }
    const Hdf5Geometry& geometry() const { return geometry_; }

private:
    SharedSource source_;
    std::string where_;
    Hdf5Geometry geometry_;
    Hdf5Id id_;
};

/// Opens what a path of names leads to, from `from` on, along hard links only. An invalid handle where
/// there is no such name. Errors: soft and external links, objects that libhdf5 cannot open.
Result<Hdf5Id> openHdf5Object(const Hdf5File& file, hid_t from, std::string_view path);
/// As above; an object of another kind counts as absent.
Result<Hdf5Id> openHdf5Group(const Hdf5File& file, hid_t from, std::string_view path);

/// Where an object's header lies: the same object reached by two paths has the same key.
std::string hdf5ObjectKey(hid_t group, const std::string& child);

/// Names in a group, by name; refuses more than a million.
Result<std::vector<std::string>> hdf5Children(const Hdf5File& file, hid_t group);

bool isHdf5Group(hid_t object);
bool isHdf5Dataset(hid_t object);

} // namespace kerascope
