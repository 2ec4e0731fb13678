// Counts the edges within a color: each lane looks at every TEAM-th edge.
//
// COLORING_EDGES  m
//
// The data: an edge per word, a vertex in each half.
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u32 conflicts = 0;
    for (u32 e = LANE; e < COLORING_EDGES; e += TEAM) {
        u64 ends = data[e];
        conflicts += SYMBOL(g, (u32)ends) == SYMBOL(g, (u32)(ends >> 32));
    }
    return -team_sum_i64((i64)conflicts TEAM_ARG);
}
