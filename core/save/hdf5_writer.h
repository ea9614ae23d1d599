// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/tensor.h"
#include "core/file/hdf5_library.h"

#include <filesystem>

namespace kerascope::save {

/// A new HDF5 file: groups with texts, and arrays. Errors (File): the file cannot be written.
class Hdf5Writer {
public:
    static Result<Hdf5Writer> create(const std::filesystem::path& path);

    /// Makes the groups of the path that are missing; `name` becomes the last one's attribute "name".
    Result<void> group(const std::string& path, const std::string& name);
    /// A dataset of the type `stored`; its groups are made.
    Result<void> dataset(const std::string& path, const Tensor& tensor, DType stored);
    /// After the last one: everything is on its way to the disk.
    Result<void> close();

private:
    Hdf5Writer(std::filesystem::path path, Hdf5Id file)
        : path_(std::move(path))
        , file_(std::move(file))
    {
    }
    Error failed() const;

    std::filesystem::path path_;
    Hdf5Id file_;
};

} // namespace kerascope::save
