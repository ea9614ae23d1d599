// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// The hashes by which TensorFlow sorts text into bins.
namespace kerascope {

/// FarmHash's Fingerprint64 (farmhashna::Hash64): tf.strings.to_hash_bucket_fast.
uint64_t fingerprint64(std::string_view text);
/// SipHash-2-4 with a key of two words: tf.strings.to_hash_bucket_strong.
uint64_t sipHash(std::string_view text, std::array<uint64_t, 2> key);
/// tsl::FingerprintCat64: tf.sparse.cross_hashed joins its columns so.
uint64_t joinFingerprints(uint64_t first, uint64_t second);

} // namespace kerascope
