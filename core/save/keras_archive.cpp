// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/keras_archive.h"

#include "core/save/save_part.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <zip.h>

namespace kerascope::save {
namespace {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

bool add(zip_t* archive, const char* name, zip_source_t* source)
{
    const zip_int64_t index = source ? zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    return zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0) == 0;
}

} // namespace

Result<void> packKeras(const std::string& config, const char* version, const std::filesystem::path& weights,
    const std::filesystem::path& path)
{
    int code = 0;
    std::unique_ptr<zip_t, Discard> archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
    if (!archive)
        return cannotWrite(path);
    const std::string metadata = nlohmann::json{{"keras_version", version}}.dump();
    zip_t* zip = archive.get(); // reads the sources when it closes
    const bool added = add(zip, "metadata.json", zip_source_buffer(zip, metadata.data(), metadata.size(), 0))
        && add(zip, "config.json", zip_source_buffer(zip, config.data(), config.size(), 0))
        && add(zip, "model.weights.h5", zip_source_file(zip, weights.c_str(), 0, -1));
    if (!added || zip_close(zip) != 0)
        return cannotWrite(path);
    archive.release(); // closed
    return {};
}

} // namespace kerascope::save
