// SPDX-License-Identifier: GPL-3.0-or-later
// First state of a recurrent layer: h, c and the last output, `cells` numbers each; 0 where nothing is given.

layout(local_size_x = 64) in;
#include "item.glsl"

void main()
{
    int i = itemNumber();
    if (i >= cells)
        return;
    float h = 0.0;
    float c = 0.0;
#if HAS_H
    h = load_h(i);
#endif
#if HAS_C
    c = load_c(i);
#endif
    store_state(i, h);
    store_state(cells + i, c);
    store_state(2 * cells + i, 0.0);
}
