// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a box of RANK axes: y[y_start + Σ i·step_y] = x[x_start + Σ i·step_x]. With BOUNDS, x has size(axis) and lies
// `before` into the box; outside stands `fill`.

layout(local_size_x = 64) in;
#include "item.glsl"

void main()
{
    int rest = itemNumber();
    if (rest >= items)
        return;
    int from = x_start, to = y_start;
    bool inside = true;
    for (int axis = RANK - 1; axis >= 0; --axis) {
        int i = axis == 0 ? rest : rest % size(axis);
        if (axis > 0)
            rest /= size(axis);
        to += i * step_y(axis);
#if BOUNDS
        i -= before(axis);
        inside = inside && i >= 0 && i < inner(axis);
#endif
        from += i * step_x(axis);
    }
#if WIDTH_y == 4
    store_y(to, inside ? vec4(load_x(from)) : vec4(fill));
#else
    store_y(to, inside ? load_x(from) : fill);
#endif
}
