// SPDX-License-Identifier: GPL-3.0-or-later
// Damages model files and opens them as the program does:
//   kerascope-fuzz COUNT [FIRST-SEED] [FOLDER…] [--only TEXT]
// Each damage must end in an opened model or in one sentence; a crash, a hang or an internal error of ours
// ends the program with the seed that brings it back. Folders of model files may be added to the project's
// own; with --only, files whose path holds TEXT are damaged, the others lend their blocks.
#include "core/base/within_memory.h"
#include "core/engine/engines.h"
#include "core/keras/open_model.h"
#include "core/plan/part.h"
#include "core/plan/summary.h"
#include "core/plan/weight_store.h"
#include "core/reader/open_in_reader.h"
#include "tests/fuzz/damage.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <unistd.h>

using namespace kerascope;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint64_t mostBytes = 4U << 20;
constexpr unsigned slowSeconds = 20;

/// Opens, looks at everything that the window would show, plans and reads every weight.
Result<void> openWhole(const fs::path& path, const Engine& engine)
{
    auto opened = openModel({path}, {}, openInReader);
    if (!opened)
        return opened.error();
    const auto summary = summarize(opened->model, {});
    if (!summary)
        return summary.error();
    PartRequest request;
    request.lower.model = opened->model;
    request.lower.ticked = summary->runnable;
    if (const auto part = planPart(request, engine, {}); part && part->plan)
        if (const auto fits = checkMemory(*part->plan, uint64_t(1) << 30, true); !fits)
            return fits.error();
    if (!opened->tensors)
        return {};
    WeightStore store(opened->model, opened->file, opened->tensors);
    Result<void> outcome;
    for (size_t layer = 0; layer < opened->model->layers.size(); ++layer)
        for (size_t weight = 0; weight < opened->model->layers[layer].weights.size(); ++weight)
            if (const auto read = store.weight({LayerId(layer), int(weight)}, {}); !read && outcome)
                outcome = read.error();
    return outcome;
}

class Fuzzer {
public:
    /// The first `chosen` specimens are damaged.
    Fuzzer(std::vector<Specimen> specimens, size_t chosen, fs::path folder)
        : specimens_(std::move(specimens))
        , chosen_(chosen)
        , folder_(std::move(folder))
        , engine_(makeReferenceEngine())
    {
    }
    /// False where the program failed the file.
    bool run(uint64_t seed)
    {
        std::mt19937_64 random(seed);
        Specimen specimen = specimens_[random() % chosen_];
        std::string& bytes = specimen.files[random() % specimen.files.size()].second;
        const Specimen& other = specimens_[random() % specimens_.size()];
        std::string did;
        for (size_t i = 0, count = 1 + random() % 3; i < count; ++i) {
            std::string one;
            if (random() % 8 == 0 || !damageJson(bytes, random, one))
                one = damage(bytes, other.files[0].second, random);
            did += (i > 0 ? "; " : "") + one;
        }
        current_ = "seed " + std::to_string(seed) + ", " + specimen.name + ": " + did;
        for (const auto& [name, content] : specimen.files)
            std::ofstream(folder_ / name, std::ios::binary) << content;
        ::alarm(slowSeconds); // a hang ends the program; the seed stands in its last line
        const auto outcome = withinMemory({}, [&] { return openWhole(folder_ / specimen.opened, *engine_); });
        ::alarm(0);
        for (const auto& [name, content] : specimen.files)
            fs::remove(folder_ / name);
        return judge(outcome);
    }
    const std::string& current() const { return current_; }
    void report() const
    {
        for (const auto& [code, count] : outcomes_)
            std::printf("%8zu  %s\n", count, code.c_str());
    }

private:
    bool judge(const Result<void>& outcome)
    {
        if (outcome) {
            ++outcomes_["opened"];
            return true;
        }
        const Error& error = outcome.error();
        const std::string said = error.english();
        ++outcomes_["error " + std::to_string(int(error.code))];
        if (said.find("stopped the reader") != std::string::npos) {
            ++outcomes_["of them: the reader crashed"];
            std::printf("reader crashed: %s\n", current_.c_str());
        }
        if (error.code != ErrorCode::Internal && !error.what.empty() && said.find('\n') == std::string::npos)
            return true;
        std::printf("FAIL %s\n     %s\n", current_.c_str(), said.c_str());
        return false;
    }

    std::vector<Specimen> specimens_;
    size_t chosen_;
    fs::path folder_;
    std::unique_ptr<Engine> engine_;
    std::map<std::string, size_t> outcomes_;
    std::string current_;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: kerascope-fuzz COUNT [FIRST-SEED] [FOLDER...] [--only TEXT]\n");
        return 2;
    }
    std::string only;
    if (argc > 3 && std::string(argv[argc - 2]) == "--only") {
        only = argv[argc - 1];
        argc -= 2;
    }
    const uint64_t count = std::strtoull(argv[1], nullptr, 10);
    const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    std::vector<Specimen> specimens;
    collectSpecimens(KERASCOPE_GOLDEN, mostBytes, specimens);
    for (int i = 3; i < argc; ++i)
        collectSpecimens(argv[i], mostBytes, specimens);
    const auto rest = std::stable_partition(specimens.begin(), specimens.end(),
        [&](const Specimen& specimen) { return specimen.name.find(only) != std::string::npos; });
    const auto chosen = size_t(rest - specimens.begin());
    std::string name = (fs::temp_directory_path() / "kerascope-fuzz-XXXXXX").string();
    if (chosen == 0 || ::mkdtemp(name.data()) == nullptr)
        return 2;
    Fuzzer fuzzer(std::move(specimens), chosen, name);
    // Where the program is killed, this file tells by what.
    const fs::path log = fs::path(name) / "current.txt";
    size_t failed = 0;
    const auto start = Clock::now();
    for (uint64_t seed = first; seed < first + count; ++seed) {
        std::ofstream(log) << seed << '\n';
        failed += fuzzer.run(seed) ? 0 : 1;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    std::printf("%llu damaged files in %.0f s, %zu failed\n", static_cast<unsigned long long>(count), seconds,
        failed);
    fuzzer.report();
    fs::remove_all(name);
    return failed == 0 ? 0 : 1;
}
