// Repairs (with REPAIR) and scores rows, in place. TEAM 1: a work-item per row,
// in private memory; else a group per row, in global memory. The block of
// on-chip memory has the cache and then the team's scratch.
KERNEL void judge(GLOBAL gene *rows, GLOBAL const u64 *data, GLOBAL i64 *scores, u64 seed, u64 step,
                  u32 count LOCAL_PARAM(chip))
{
    LOCAL_BLOCK(chip)
#if CACHED
    for (u32 i = LOCAL_ID; i < CACHE; i += GROUP_SIZE)
        chip[i] = data[i];
    BARRIER();
#endif
#if TEAM == 1
    u32 i = GLOBAL_ID;
    if (i < count) {
        gene g[STRIDE];
        for (u32 j = 0; j < STRIDE; j++)
            g[j] = rows[i * STRIDE + j];
#if REPAIR
        problem_repair(g, data, chip, address_of(seed, PURPOSE_REPAIR, step, i));
#endif
        scores[i] = problem_score(g, data, chip);
        for (u32 j = 0; j < STRIDE; j++)
            rows[i * STRIDE + j] = g[j];
    }
#else
    u32 i = GROUP_ID;
    LOCALPTR u64 *team = chip + (CACHED ? CACHE : 0);
    i64 score;
#if REPAIR
    problem_repair(rows + i * STRIDE, data, chip, address_of(seed, PURPOSE_REPAIR, step, i) TEAM_ARG);
    BARRIER();
#endif
    score = problem_score(rows + i * STRIDE, data, chip TEAM_ARG);
    if (LANE == 0)
        scores[i] = score;
#endif
}
