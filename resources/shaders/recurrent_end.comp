// SPDX-License-Identifier: GPL-3.0-or-later
// Hands out what a recurrent layer leaves behind.

layout(local_size_x = 64) in;
#include "item.glsl"

void main()
{
    int i = itemNumber();
    if (i >= cells)
        return;
#if HAS_LAST
    store_last(i, load_state(2 * cells + i));
#endif
#if HAS_H
    store_h(i, load_state(i));
#endif
#if HAS_C
    store_c(i, load_state(cells + i));
#endif
#if HAS_SLOT_H
    store_slot_h(i, load_state(i));
#endif
#if HAS_SLOT_C
    store_slot_c(i, load_state(cells + i));
#endif
}
