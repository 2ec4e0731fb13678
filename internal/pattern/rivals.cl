// The twin of Rivals.
DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
{
    scores[0] = 0;
    scores[1] = 0;
    for (u32 j = 0; j < LEN; j++) {
        scores[0] += SYMBOL(g, j) == (j * 7 + 3) % PATTERN_ALPHABET;
        scores[1] += SYMBOL(g, j) == (j * 5 + 1) % PATTERN_ALPHABET;
    }
    return SYMBOL(g, LEN - 1) == 0;
}
