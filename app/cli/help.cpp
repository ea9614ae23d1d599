// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include <map>

namespace kerascope {
namespace {

const char* const overview = R"(kerascope-cli: look inside, run and profile Keras models

Usage: kerascope-cli COMMAND MODEL [options]

  inspect MODEL            layers, shapes and sizes, without reading weights
  run MODEL                one inference; outputs into an .npz
  profile MODEL            many runs; time and memory per layer
  verify MODEL             every layer of one engine against another
  swap-test MODEL MODEL2   swaps to and fro while running
  devices                  engines, devices and their limits
  extract MODEL            a part as a file of its own
  compare MODEL MODEL2     two models side by side

MODEL is a Keras file (.h5, .hdf5, .keras, .json, also of TensorFlow.js, or .bin of Keras.js; weights by --weights)
or a folder that holds one.

Common options:
  --weights FILE           weights for an architecture
  --batch N                batch size
  --shape NAME=1x224x224x3 sizes of an input that the model leaves open
  --treat-as CLASS=LAYER   run layers of a class that is not one of Keras as a layer of Keras, with its
                           arguments as JSON where they are not in the file: Scale='Rescaling {"scale": 2}';
                           one Lambda layer by its name: Lambda:half=Identity
  --threads N              CPU engine (default: all cores)
  --memory-limit BYTES     refuse what needs more
  --no-passes              no folding, no fusion
  --quiet                  no progress
  --version, --help        also after a command: kerascope-cli profile --help

Exit status: 0 done, 1 internal error, 2 usage, 3 file, 4 unsupported, 5 device, 6 a check failed, 130 cancelled.
)";

const char* const inputHelp = R"(
Inputs: --input [NAME=]SPEC, SPEC one of FILE.npy, FILE.npz:KEY, FILE.png[:MODE], FILE.jpg[:MODE]
(MODE none, unit, tf, torch, caffe), random[:SEED], zeros, ones, const:VALUE; for text
text:WORDS, FILE.txt (a string a line). Default: random:0.
)";

const char* const partHelp = R"(
A part: --layers A,B,… | --layers-file FILE | --from A --to B. Only its weights are read. Its inputs are the
tensors that cross the cut, named after the layer that makes them: --input conv1=act.npy.
)";

const std::map<Command, std::string>& commandHelp()
{
    static const std::map<Command, std::string> texts{
        {Command::Inspect, R"(kerascope-cli inspect MODEL [--json]

Shows format, inputs, outputs and every layer with shapes, parameters and bytes, and which layers got their
weights. Reads no weight; of a file that holds nothing else it shows every tensor with its statistics.

  kerascope-cli inspect digits.keras
  kerascope-cli inspect model.json --weights model.h5 --json
)"},
        {Command::Run,
            std::string(
                R"(kerascope-cli run MODEL --output OUT.npz [--engine gl|cpu|reference] [--input …] [part]
                  [--all-layers] [--expect WANT.npz [--tolerance 1e-4]]

One inference. With --expect the status is 6 when an array differs.

  kerascope-cli run digits.keras --input three.png --output out.npz
  kerascope-cli run resnet.h5 --from conv1 --to pool1 --input conv0=act.npy --output part.npz
)") + inputHelp + partHelp},
        {Command::Profile,
            std::string(
                R"(kerascope-cli profile MODEL [--engine E] [--runs 20] [--warmup 3] [--batch N,N,…] [--input …] [part]
                  [--csv DIR] [--trace FILE] [--json FILE] [--layer-times off|sampled|all]
                  [--max-p95 MS] [--max-peak BYTES] [--baseline OLD.json --worse PERCENT]

Runs a model many times and says where the time and the memory go. The status is 6 when a limit is passed.

  kerascope-cli profile digits.keras --runs 100 --csv profile
  kerascope-cli profile model.keras --json now.json --baseline before.json --worse 10
)") + inputHelp + partHelp},
        {Command::Verify,
            std::string(
                R"(kerascope-cli verify MODEL [--engine E] [--against reference] [--tolerance 1e-4] [--input …] [--json FILE]

Runs every layer on both engines and prints the worst error per layer. The status is 6 when one is over.

  kerascope-cli verify model.h5 --engine gl
)") + inputHelp},
        {Command::SwapTest, R"(kerascope-cli swap-test MODEL MODEL2 [--engine E] [--swaps 20] [--json FILE]

Runs continuously and swaps the two models to and fro; counts lost runs, wrong outputs, gaps and bytes left over.

  kerascope-cli swap-test v1.keras v2.keras --swaps 100
)"},
        {Command::Devices, R"(kerascope-cli devices [--json]

Lists engines and devices with their limits.
)"},
        {Command::Extract, std::string(R"(kerascope-cli extract MODEL part -o FILE

Writes the part (everything, where none is named) as a model of its own, which real Keras and this program open:
FILE.keras, FILE.weights.h5 (the weights alone, in the layout of Keras 3) or FILE.bin (Keras.js 1.x). Nested models
are unfolded; tensors that cross the cut become inputs named after the layer that makes them. The status is 4 when the
format cannot express a layer; its name is told.

  kerascope-cli extract resnet.h5 --from conv3_block1_1_conv --to conv3_block4_out -o block3.keras
  kerascope-cli extract classifier.keras --layers features,pool -o features.weights.h5
)") + partHelp},
        {Command::Compare,
            std::string(
                R"(kerascope-cli compare MODEL MODEL2 [--engine E] [--runs 20] [--warmup 3] [--batch N] [--input …] [--json]

Two models side by side: layers, options and weights that differ, parameters, memory, and both run in turns with the
same inputs: times and how far the outputs are apart.

  kerascope-cli compare v1.keras v2.keras --engine cpu
)") + inputHelp},
    };
    return texts;
}

} // namespace

QString helpText(std::optional<Command> command)
{
    if (command)
        if (const auto found = commandHelp().find(*command); found != commandHelp().end())
            return QString::fromStdString(found->second);
    return QString::fromUtf8(overview);
}

} // namespace kerascope
