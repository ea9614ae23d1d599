// SPDX-License-Identifier: GPL-3.0-or-later
// One row by TEAM threads (1: a thread for each row, no shared memory). teamSum and teamMax must be reached by all
// threads of a workgroup, and two in a row take different `slot`s (0, 1): an NVIDIA driver (580) lets the second one
// overwrite what the first has not given to all threads yet, whatever the barriers.
#if TEAM > 1
layout(local_size_x = TEAM) in;
shared float team_values[2 * TEAM];

int rowNumber() { return int(gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x); }
int member() { return int(gl_LocalInvocationID.x); }

float teamSum(float x, const int slot)
{
    int me = slot * TEAM + member();
    team_values[me] = x;
    SYNC();
    for (int step = TEAM / 2; step > 0; step /= 2) {
        if (member() < step)
            team_values[me] += team_values[me + step];
        SYNC();
    }
    return team_values[slot * TEAM];
}

float teamMax(float x, const int slot)
{
    int me = slot * TEAM + member();
    team_values[me] = x;
    SYNC();
    for (int step = TEAM / 2; step > 0; step /= 2) {
        if (member() < step)
            team_values[me] = max(team_values[me], team_values[me + step]);
        SYNC();
    }
    return team_values[slot * TEAM];
}
#else
layout(local_size_x = 32) in;

int rowNumber() { return int(gl_GlobalInvocationID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x); }
int member() { return 0; }
float teamSum(float x, const int slot) { return x; }
float teamMax(float x, const int slot) { return x; }
#endif
