// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

namespace kerascope {

const LayerTable& operationTable()
{
    static const LayerTable table;
    return table;
}

} // namespace kerascope
