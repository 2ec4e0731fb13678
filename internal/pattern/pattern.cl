// The twins of Symbols and Sorting: each lane looks at every TEAM-th gene.
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    i64 right = 0;
    for (u32 j = LANE; j < LEN; j += TEAM) {
#if PATTERN_ALPHABET
        right += SYMBOL(g, j) == (j * 7 + 3) % PATTERN_ALPHABET;
#else
        right += PLACE(g, j) == j;
        if (j + 1 < LEN)
            right += PLACE(g, j) < PLACE(g, j + 1);
#endif
    }
    return team_sum_i64(right TEAM_ARG);
}
