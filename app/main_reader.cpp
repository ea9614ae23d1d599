// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/reader_service.h"

/// Started by Kerascope alone, with a socket as file 3 (core/reader/reader_process.cpp).
int main() { kerascope::serveReader(kerascope::Descriptor(3)); }
