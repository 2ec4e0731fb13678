// OneMax: each lane of the team counts the words it owns.
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u32 ones = 0;
#if WORDS <= 16
#pragma unroll
#endif
    for (u32 w = LANE; w < WORDS; w += TEAM)
        ones += POPCOUNT64(WORD(g, w));
    return team_sum_i64((i64)ones TEAM_ARG);
}
