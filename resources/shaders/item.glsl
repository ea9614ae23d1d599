// SPDX-License-Identifier: GPL-3.0-or-later
// Number of this thread in a grid that may be folded along y.
int itemNumber()
{
    return int(gl_GlobalInvocationID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x);
}
