// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gl/gl_runner.h"

#include <vector>

namespace kerascope {

// Cases of the OpKinds beside products and convolutions, at awkward sizes.
std::vector<ProgramCase> elementCases();
std::vector<ProgramCase> moveCases();
std::vector<ProgramCase> rowCases();
std::vector<ProgramCase> spatialCases();
std::vector<ProgramCase> recurrentCases();

} // namespace kerascope
