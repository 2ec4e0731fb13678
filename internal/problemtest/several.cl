// Scores rows of a problem with several objectives, a work-item each: its scores
// and then what it violates.
KERNEL void judge_several(GLOBAL const gene *rows, GLOBAL const u64 *data, GLOBAL i64 *scores, u32 count LOCAL_PARAM(chip))
{
    LOCAL_BLOCK(chip)
    u32 i = GLOBAL_ID;
    if (i < count) {
        gene g[STRIDE];
        i64 s[OBJECTIVES], violation;
        for (u32 j = 0; j < STRIDE; j++)
            g[j] = rows[i * STRIDE + j];
        violation = problem_scores(g, data, chip, s);
        for (u32 m = 0; m < OBJECTIVES; m++)
            scores[i * (OBJECTIVES + 1) + m] = s[m];
        scores[i * (OBJECTIVES + 1) + OBJECTIVES] = violation;
    }
}
