// The knapsack with several profits: the twin of problem.go. The data are the
// capacities and then a row for each item, its profits before its weights.
#define PROFITS_ROW (OBJECTIVES + PROFITS_WEIGHTS)

DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
{
    GLOBAL const u64 *rows = data + PROFITS_WEIGHTS;
    i64 sums[PROFITS_WEIGHTS], excess = 0;
    for (u32 m = 0; m < OBJECTIVES; m++)
        scores[m] = 0;
    for (u32 k = 0; k < PROFITS_WEIGHTS; k++)
        sums[k] = 0;
    for (u32 w = 0; w < WORDS; w++) {
        for (u64 left = WORD(g, w); left; left &= left - 1) {
            GLOBAL const u64 *row = rows + (u64)(w * 64 + CTZ64(left)) * PROFITS_ROW;
            for (u32 m = 0; m < OBJECTIVES; m++)
                scores[m] += (i64)row[m];
            for (u32 k = 0; k < PROFITS_WEIGHTS; k++)
                sums[k] += (i64)row[OBJECTIVES + k];
        }
    }
    for (u32 k = 0; k < PROFITS_WEIGHTS; k++) {
        i64 over = sums[k] - (i64)data[k];
        excess += over > 0 ? over : 0;
    }
    return excess;
}
