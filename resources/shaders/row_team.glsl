// SPDX-License-Identifier: GPL-3.0-or-later
// One row by TEAM threads (1: a thread for each row, no shared memory). teamSum and teamMax must be reached by all
// threads of a workgroup.
#if TEAM > 1
layout(local_size_x = TEAM) in;
shared float team_values[TEAM];

int rowNumber() { return int(gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x); }
int member() { return int(gl_LocalInvocationID.x); }

float teamSum(float x)
{
    int me = member();
    team_values[me] = x;
    SYNC();
    for (int step = TEAM / 2; step > 0; step /= 2) {
        if (me < step)
            team_values[me] += team_values[me + step];
        SYNC();
    }
    float result = team_values[0];
    SYNC();
    return result;
}

float teamMax(float x)
{
    int me = member();
    team_values[me] = x;
    SYNC();
    for (int step = TEAM / 2; step > 0; step /= 2) {
        if (me < step)
            team_values[me] = max(team_values[me], team_values[me + step]);
        SYNC();
    }
    float result = team_values[0];
    SYNC();
    return result;
}
#else
layout(local_size_x = 32) in;

int rowNumber() { return int(gl_GlobalInvocationID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x); }
int member() { return 0; }
float teamSum(float x) { return x; }
float teamMax(float x) { return x; }
#endif
