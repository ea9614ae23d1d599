// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QDir>
#include <QFile>
#include <QtEndian>
#include <algorithm>
#include <zlib.h>

namespace kerascope::test {
namespace {

std::filesystem::path pathOf(const QString& path) { return path.toStdString(); }

QByteArray rawDeflate(const QByteArray& bytes)
{
    z_stream stream{};
    if (deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("zlib does not start");
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))), '\0');
    QByteArray in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = uInt(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        qFatal("zlib does not end");
    out.resize(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

template <class T> void put(QByteArray& out, T value)
{
    const T little = qToLittleEndian(value);
    out.append(reinterpret_cast<const char*>(&little), sizeof little);
}

} // namespace

QString corpus() { return qEnvironmentVariable("KERASCOPE_CORPUS"); }

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    const QString path = folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

Result<OpenedFile> open(const QString& path) { return openModelFile({pathOf(path)}, {}); }
Result<OpenedFile> open(const QString& first, const QString& second)
{
    return openModelFile({pathOf(first), pathOf(second)}, {});
}

QString sentence(const Result<OpenedFile>& opened)
{
    return opened ? QString() : QString::fromStdString(opened.error().english());
}

QByteArray tensorBytes(const OpenedFile& opened, const std::string& name)
{
    const auto& tensors = opened.file.tensors;
    const auto found =
        std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == name; });
    if (found == tensors.end())
        return {};
    QByteArray out(qsizetype(found->bytes), '\0');
    const std::span bytes(reinterpret_cast<std::byte*>(out.data()), size_t(out.size()));
    return opened.tensors->read(int(found - tensors.begin()), 0, bytes, {}) ? out : QByteArray();
}

QByteArray zipOf(const QList<ZipPart>& parts)
{
    QByteArray out;
    QByteArray directory;
    for (const ZipPart& part : parts) {
        const auto crc =
            quint32(crc32(0, reinterpret_cast<const Bytef*>(part.bytes.data()), uInt(part.bytes.size())));
        const auto offset = quint32(out.size());
        const quint32 bytes = part.claimedBytes != 0 ? part.claimedBytes : quint32(part.bytes.size());
        const QByteArray local = part.localName.isEmpty() ? part.name : part.localName;
        const QByteArray packed = part.deflated ? rawDeflate(part.bytes) : part.bytes;
        QByteArray common; // what local header and directory share, up to the name's length
        put<quint16>(common, 20);
        put<quint16>(common, part.flags);
        put<quint16>(common, part.deflated ? 8 : 0);
        put<quint32>(common, 0);
        put<quint32>(common, crc);
        put<quint32>(common, quint32(packed.size()));
        put<quint32>(common, bytes);
        put<quint32>(out, 0x04034b50);
        out += common;
        put<quint16>(out, quint16(local.size()));
        put<quint16>(out, 0);
        out += local + packed;
        put<quint32>(directory, 0x02014b50);
        put<quint16>(directory, 20);
        directory += common;
        put<quint16>(directory, quint16(part.name.size()));
        directory.append(12, '\0'); // extra field, comment, disk, attributes
        put<quint32>(directory, offset);
        directory += part.name;
    }
    const auto start = quint32(out.size());
    out += directory;
    put<quint32>(out, 0x06054b50);
    put<quint32>(out, 0);
    put<quint16>(out, quint16(parts.size()));
    put<quint16>(out, quint16(parts.size()));
    put<quint32>(out, quint32(directory.size()));
    put<quint32>(out, start);
    put<quint16>(out, 0);
    return out;
}

Hdf5Writer::Hdf5Writer(const QString& path, hid_t creation, hid_t access)
    : file_(H5Fcreate(path.toUtf8().constData(), H5F_ACC_TRUNC, creation, access))
{
    if (!file_)
        qFatal("%s cannot be created", qPrintable(path));
}

Hdf5Id Hdf5Writer::group(hid_t parent, const char* name)
{
    return Hdf5Id(H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

void Hdf5Writer::text(hid_t object, const char* name, const std::string& value)
{
    const Hdf5Id type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.get(), H5T_VARIABLE);
    const Hdf5Id space(H5Screate(H5S_SCALAR));
    const Hdf5Id attribute(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
    const char* pointer = value.c_str();
    if (H5Awrite(attribute.get(), type.get(), &pointer) < 0)
        qFatal("an attribute cannot be written");
}

void Hdf5Writer::texts(
    hid_t object, const char* name, const std::vector<std::string>& values, size_t width, H5T_str_t padding)
{
    const Hdf5Id type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.get(), width == 0 ? H5T_VARIABLE : width);
    if (width != 0)
        H5Tset_strpad(type.get(), padding);
    const hsize_t count = values.size();
    const Hdf5Id space(H5Screate_simple(1, &count, nullptr));
    const Hdf5Id attribute(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
    std::vector<const char*> pointers;
    std::string fixed;
    for (const std::string& value : values) {
        pointers.push_back(value.c_str());
        fixed += value
            + std::string(width - std::min(width, value.size()), padding == H5T_STR_SPACEPAD ? ' ' : '\0');
    }
    const void* raw = width == 0 ? static_cast<const void*>(pointers.data()) : fixed.data();
    if (H5Awrite(attribute.get(), type.get(), raw) < 0)
        qFatal("an attribute cannot be written");
}

Hdf5Id Hdf5Writer::dataset(hid_t parent, const char* path, hid_t type, const std::vector<hsize_t>& dims,
    const void* values, hid_t creation)
{
    const Hdf5Id links(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(links.get(), 1);
    const Hdf5Id space(
        dims.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(int(dims.size()), dims.data(), nullptr));
    Hdf5Id dataset(H5Dcreate2(parent, path, type, space.get(), links.get(), creation, H5P_DEFAULT));
    if (!dataset
        || (values != nullptr && H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0))
        qFatal("a dataset cannot be written");
    return dataset;
}

Hdf5Id Hdf5Writer::oneLayer()
{
    text(root(), "model_config", R"({"class_name": "Sequential", "config": []})");
    text(root(), "keras_version", "2.2.4");
    text(root(), "backend", "tensorflow");
    const Hdf5Id weights = group(root(), "model_weights");
    texts(weights.get(), "layer_names", {"dense"});
    Hdf5Id layer = group(weights.get(), "dense");
    texts(layer.get(), "weight_names", {"kernel:0"});
    return layer;
}

} // namespace kerascope::test
