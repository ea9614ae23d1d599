// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_library.h"
#include "core/file/model_file.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace kerascope::test {

/// KERASCOPE_CORPUS, or empty.
QString corpus();

QByteArray bytesOf(const QString& path);
/// Writes a file in `folder` and gives its path.
QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes);

Result<OpenedFile> open(const QString& path);
Result<OpenedFile> open(const QString& first, const QString& second);
/// The sentence of an opening that fails; empty where it does not.
QString sentence(const Result<OpenedFile>& opened);
/// All bytes of a tensor by its name; empty where there is none or reading fails.
QByteArray tensorBytes(const OpenedFile& opened, const std::string& name);

struct ZipPart {
    QByteArray name;
    QByteArray bytes;
    QByteArray localName = {}; ///< where it differs from name
    quint16 flags = 0;
    quint32 claimedBytes = 0; ///< of the unpacked size, where it differs
    bool deflated = false;
};
/// A zip archive, also one that libzip would refuse to write.
QByteArray zipOf(const QList<ZipPart>& parts);

/// Writes HDF5 files as Keras does, and as it does not.
class Hdf5Writer {
public:
    explicit Hdf5Writer(const QString& path, hid_t creation = H5P_DEFAULT, hid_t access = H5P_DEFAULT);

    hid_t root() const { return file_.get(); }
    Hdf5Id group(hid_t parent, const char* name);
    void text(hid_t object, const char* name, const std::string& value);
    /// Variable-length texts, or fixed ones of `width`.
    void texts(hid_t object, const char* name, const std::vector<std::string>& values, size_t width = 0,
        H5T_str_t padding = H5T_STR_NULLPAD);
    Hdf5Id dataset(hid_t parent, const char* path, hid_t type, const std::vector<hsize_t>& dims,
        const void* values, hid_t creation = H5P_DEFAULT);
    /// A whole model of one layer "dense" with its weights' group, to which a dataset "kernel:0" is to be
    /// added.
    Hdf5Id oneLayer();

private:
    Hdf5Lock lock_;
    Hdf5Id file_;
};

} // namespace kerascope::test
