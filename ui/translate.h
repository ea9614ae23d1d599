// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace kerascope {

/// A sentence of core in the window's language (context "core").
QString translateText(const Text& text);
/// "WHERE: WHAT" of an error, in the window's language.
QString errorSentence(const Error& error);
/// The same with the hint, as the CLI writes it.
QString errorText(const Error& error);

} // namespace kerascope
