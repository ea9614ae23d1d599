// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include <QCommandLineParser>
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace kerascope {
namespace {

struct CommandName {
    const char* name;
    Command command;
    int models; ///< how many MODEL arguments
};
constexpr std::array<CommandName, 8> commandNames{{
    {"inspect", Command::Inspect, 1},
    {"run", Command::Run, 1},
    {"profile", Command::Profile, 1},
    {"verify", Command::Verify, 1},
    {"extract", Command::Extract, 1},
    {"compare", Command::Compare, 2},
    {"swap-test", Command::SwapTest, 2},
    {"devices", Command::Devices, 0},
}};

Error usage(const QString& where, const char* what, const char* hint)
{
    return {ErrorCode::Usage, where.toStdString(), {what}, {hint}};
}

/// Takes an option's value into the options; false = not of its form.
using Taker = std::function<bool(CliOptions&, const QString&)>;
struct OptionRule {
    const char* name;
    const char* value; ///< empty = a switch
    std::vector<Command> commands; ///< empty = all
    Taker take;
};

template <class T> bool takeNumber(const QString& text, T& out, T least)
{
    bool ok = false;
    if constexpr (std::is_floating_point_v<T>)
        out = text.toDouble(&ok);
    else {
        const qlonglong number = text.toLongLong(&ok);
        ok = ok && std::in_range<T>(number);
        out = T(number);
    }
    return ok && out >= least;
}

template <class T> bool takeOptional(const QString& text, std::optional<T>& out, T least)
{
    T value{};
    const bool ok = takeNumber(text, value, least);
    out = value;
    return ok;
}

bool takeList(const QString& text, std::vector<std::string>& out)
{
    for (const QString& name : text.split(QLatin1Char(',')))
        out.push_back(name.toStdString());
    return true;
}

bool takeShape(CliOptions& options, const QString& text)
{
    const auto equals = text.lastIndexOf(QLatin1Char('='));
    if (equals <= 0)
        return false;
    Shape shape;
    for (const QString& dim : text.mid(equals + 1).split(QLatin1Char('x'))) {
        int64_t size = 0;
        if (!takeNumber<int64_t>(dim, size, 1) || shape.rank() >= 8)
            return false;
        shape.dims.push_back(size);
    }
    options.shapes[text.left(equals).toStdString()] = shape;
    return true;
}

bool takeTreatAs(CliOptions& options, const QString& text)
{
    const auto equals = text.indexOf(QLatin1Char('='));
    auto replacement = parseReplacement(text.mid(equals + 1).toStdString());
    if (equals <= 0 || !replacement)
        return false;
    options.treatAs[text.left(equals).toStdString()] = std::move(*replacement);
    return true;
}

bool takeBatches(CliOptions& options, const QString& text)
{
    for (const QString& part : text.split(QLatin1Char(','))) {
        int64_t batch = 0;
        if (!takeNumber<int64_t>(part, batch, 1))
            return false;
        options.batches.push_back(batch);
    }
    return true;
}

bool takeEngine(std::string& engine, const QString& text)
{
    engine = text.toStdString();
    return engine == "gl" || engine == "cpu" || engine == "reference";
}

bool takeLayerTimes(CliOptions& options, const QString& text)
{
    if (text == QLatin1String("off"))
        options.layerTimes = LayerTimesMode::Off;
    else if (text == QLatin1String("all"))
        options.layerTimes = LayerTimesMode::All;
    else
        return text == QLatin1String("sampled");
    return true;
}

Taker path(std::filesystem::path CliOptions::*member)
{
    return [member](CliOptions& options, const QString& text) {
        options.*member = text.toStdString();
        return !text.isEmpty();
    };
}
Taker flag(bool CliOptions::*member)
{
    return [member](CliOptions& options, const QString&) { return options.*member = true; };
}

const std::vector<OptionRule>& rules()
{
    using C = Command;
    const std::vector<C> runs{C::Run, C::Profile, C::Verify, C::Extract, C::SwapTest, C::Compare};
    const std::vector<C> parts{C::Run, C::Profile, C::Extract};
    static const std::vector<OptionRule> all{
        {"weights", "FILE", {},
            [](CliOptions& o, const QString& t) {
                o.weights = t.toStdString();
                return true;
            }},
        {"batch", "N", {}, takeBatches},
        {"shape", "NAME=1x224x224x3", {}, takeShape},
        {"treat-as", "CLASS=LAYER", {}, takeTreatAs},
        {"threads", "N", {}, [](CliOptions& o, const QString& t) { return takeNumber(t, o.threads, 1); }},
        {"memory-limit", "BYTES", {},
            [](CliOptions& o, const QString& t) { return takeOptional<uint64_t>(t, o.memoryLimit, 1); }},
        {"no-passes", "", {}, flag(&CliOptions::noPasses)},
        {"quiet", "", {}, flag(&CliOptions::quiet)},
        {"engine", "gl|cpu|reference", runs,
            [](CliOptions& o, const QString& t) { return takeEngine(o.engine, t); }},
        {"input", "[NAME=]SPEC", runs,
            [](CliOptions& o, const QString& t) {
                o.inputs.push_back(t.toStdString());
                return true;
            }},
        {"layers", "A,B,…", parts, [](CliOptions& o, const QString& t) { return takeList(t, o.layers); }},
        {"layers-file", "FILE", parts,
            [](CliOptions& o, const QString& t) {
                o.layersFile = t.toStdString();
                return true;
            }},
        {"from", "A", parts,
            [](CliOptions& o, const QString& t) {
                o.from = t.toStdString();
                return true;
            }},
        {"to", "B", parts,
            [](CliOptions& o, const QString& t) {
                o.to = t.toStdString();
                return true;
            }},
        {"all-layers", "", {C::Run}, flag(&CliOptions::allLayers)},
        {"output", "FILE", {C::Run, C::Extract}, path(&CliOptions::output)},
        {"expect", "WANT.npz", {C::Run}, path(&CliOptions::expect)},
        {"tolerance", "T", {C::Run, C::Verify},
            [](CliOptions& o, const QString& t) { return takeOptional(t, o.tolerance, 0.0); }},
        {"runs", "N", {C::Profile, C::Compare},
            [](CliOptions& o, const QString& t) { return takeNumber<int64_t>(t, o.runs, 1); }},
        {"warmup", "N", {C::Profile, C::Compare},
            [](CliOptions& o, const QString& t) { return takeNumber<int64_t>(t, o.warmup, 0); }},
        {"csv", "DIR", {C::Profile}, path(&CliOptions::csv)},
        {"trace", "FILE", {C::Profile}, path(&CliOptions::trace)},
        {"layer-times", "off|sampled|all", {C::Profile}, takeLayerTimes},
        {"max-p95", "MS", {C::Profile},
            [](CliOptions& o, const QString& t) { return takeOptional(t, o.maxP95Ms, 0.0); }},
        {"max-peak", "BYTES", {C::Profile},
            [](CliOptions& o, const QString& t) { return takeOptional<uint64_t>(t, o.maxPeakBytes, 1); }},
        {"baseline", "OLD.json", {C::Profile}, path(&CliOptions::baseline)},
        {"worse", "PERCENT", {C::Profile},
            [](CliOptions& o, const QString& t) { return takeOptional(t, o.worsePercent, 0.0); }},
        {"against", "gl|cpu|reference", {C::Verify},
            [](CliOptions& o, const QString& t) { return takeEngine(o.against, t); }},
        {"swaps", "N", {C::SwapTest},
            [](CliOptions& o, const QString& t) { return takeNumber<int64_t>(t, o.swaps, 1); }},
    };
    return all;
}

bool allowed(const OptionRule& rule, Command command)
{
    return rule.commands.empty()
        || std::find(rule.commands.begin(), rule.commands.end(), command) != rule.commands.end();
}

/// --json is a switch for some commands and takes a file for others.
bool jsonTakesFile(Command command)
{
    return command == Command::Profile || command == Command::Verify || command == Command::SwapTest;
}

Result<void> checkCombination(const CliOptions& options)
{
    if (options.from.empty() != options.to.empty())
        return usage(options.from.empty() ? "--to" : "--from",
            msg("core", "the other end of the part is missing"),
            msg("core", "give both --from A and --to B"));
    if (options.baseline.empty() != !options.worsePercent.has_value())
        return usage("--baseline", msg("core", "a comparison needs both --baseline and --worse"),
            msg("core", "for example --baseline old.json --worse 10"));
    if (options.command == Command::Run && options.output.empty() && options.expect.empty())
        return usage(
            "run", msg("core", "it is not said where the outputs go"), msg("core", "add --output OUT.npz"));
    if (options.command == Command::Extract && options.output.empty())
        return usage("extract", msg("core", "it is not said where the part goes"),
            msg("core", "add -o part.keras, part.weights.h5 or part.bin"));
    if (options.command != Command::Profile && options.batches.size() > 1)
        return usage(
            "--batch", msg("core", "only profile takes several batch sizes"), msg("core", "give one"));
    return {};
}

Result<CliOptions> readOptions(CliOptions options, const CommandName& name, QCommandLineParser& parser)
{
    for (const OptionRule& rule : rules()) {
        const QString option = QString::fromLatin1(rule.name);
        if (!allowed(rule, name.command) || !parser.isSet(option))
            continue;
        const QStringList values = *rule.value ? parser.values(option) : QStringList{QString()};
        for (const QString& value : values)
            if (!rule.take(options, value))
                return Error{ErrorCode::Usage, "--" + std::string(rule.name),
                    {msg("core", "%1 is not of the form %2"), value.toStdString(), rule.value},
                    {msg("core", "see kerascope-cli %1 --help"), name.name}};
    }
    const QString json = QStringLiteral("json");
    options.json = parser.isSet(json);
    if (options.json && jsonTakesFile(name.command))
        options.jsonFile = parser.value(json).toStdString();
    const QStringList models = parser.positionalArguments();
    if (models.size() != name.models)
        return Error{ErrorCode::Usage, name.name,
            {msg("core", "it takes %1 model files, %2 are given"), name.models, models.size()},
            {msg("core", "see kerascope-cli %1 --help"), name.name}};
    for (const QString& model : models)
        options.models.emplace_back(model.toStdString());
    if (auto fits = checkCombination(options); !fits)
        return fits.error();
    return options;
}

} // namespace

const char* commandName(Command command)
{
    const auto found = std::find_if(commandNames.begin(), commandNames.end(),
        [command](const CommandName& candidate) { return candidate.command == command; });
    return found == commandNames.end() ? "kerascope-cli" : found->name;
}

Result<CliOptions> parseCommandLine(const QStringList& arguments)
{
    CliOptions options;
    if (arguments.size() < 2 || arguments[1] == QLatin1String("--help")
        || arguments[1] == QLatin1String("-h"))
        return options;
    if (arguments[1] == QLatin1String("--version")) {
        options.command = Command::Version;
        return options;
    }
    const auto name = std::find_if(commandNames.begin(), commandNames.end(),
        [&](const CommandName& candidate) { return arguments[1] == QLatin1String(candidate.name); });
    if (name == commandNames.end())
        return usage(
            arguments[1], msg("core", "there is no such command"), msg("core", "see kerascope-cli --help"));
    options.command = name->command;
    QCommandLineParser parser;
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    for (const OptionRule& rule : rules())
        if (allowed(rule, name->command)) {
            QStringList names{QString::fromLatin1(rule.name)};
            if (names.front() == QLatin1String("output"))
                names.append(QStringLiteral("o"));
            parser.addOption(QCommandLineOption(names, QString(), QString::fromUtf8(rule.value)));
        }
    parser.addOption(QCommandLineOption(QStringLiteral("json"), QString(),
        jsonTakesFile(name->command) ? QStringLiteral("FILE") : QString()));
    parser.addOption(QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}));
    parser.addOption(QCommandLineOption(QStringLiteral("version")));
    QStringList rest = arguments;
    rest.removeAt(1);
    const bool parsed = parser.parse(rest);
    if (rest.contains(QLatin1String("--help")) || rest.contains(QLatin1String("-h"))) {
        options.helpFor = name->command;
        options.command = Command::Help;
        return options;
    }
    if (rest.contains(QLatin1String("--version"))) {
        options.command = Command::Version;
        return options;
    }
    if (!parsed) {
        const QStringList unknown = parser.unknownOptionNames();
        if (!unknown.isEmpty())
            return Error{ErrorCode::Usage, name->name,
                {msg("core", "there is no option --%1"), unknown.front().toStdString()},
                {msg("core", "see kerascope-cli %1 --help"), name->name}};
        return Error{ErrorCode::Usage, name->name, {msg("core", "an option has no value")},
            {msg("core", "see kerascope-cli %1 --help"), name->name}};
    }
    return readOptions(std::move(options), *name, parser);
}

} // namespace kerascope
