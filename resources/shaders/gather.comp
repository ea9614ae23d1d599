// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table by index; an index beyond the table takes the nearest row.

layout(local_size_x = 64) in;
#include "item.glsl"

void main()
{
    int item = itemNumber();
    if (item >= items)
        return;
    float index = load_index(item / columns);
    // Not a number compares false and becomes row 0.
    int row = index > 0.0 ? int(min(index, float(rows - 1))) : 0;
    row = min(row, rows - 1);
    store_y(item, load_table(row * table_ld + item % columns));
}
