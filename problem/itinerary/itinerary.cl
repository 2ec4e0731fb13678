// The round trip with several costs: the twin of problem.go. The data are the
// costs of every way, side by side, by from and to.
DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
{
    u32 from = PLACE(g, LEN - 1);
    for (u32 m = 0; m < OBJECTIVES; m++)
        scores[m] = 0;
    for (u32 j = 0; j < LEN; j++) {
        u32 to = PLACE(g, j);
        GLOBAL const u64 *way = data + ((u64)from * LEN + to) * OBJECTIVES;
        for (u32 m = 0; m < OBJECTIVES; m++)
            scores[m] -= (i64)way[m];
        from = to;
    }
    return 0;
}
