// Climbing on any binary problem: the twin of plain in climb.go, a work-item a
// genome.
//
// PLAIN_FIRST   the gene that a pass begins with
// PLAIN_REPORT  1 when passes are reported as figure 10 does
DEVICE void plain_climb(GLOBAL gene *row, GLOBAL i64 *score, GLOBAL u32 *last, u32 passes,
                        GLOBAL const u64 *data, LOCALPTR const u64 *cache)
{
    i64 best = problem_score(row, data, cache);
    u32 mine = 0, going = 1;
    for (u32 pass = 1; pass <= passes && going; pass++) {
        u32 final = 0;
        going = 0;
        for (u32 k = 0; k < LEN; k++) {
            u32 j = PLAIN_FIRST + k < LEN ? PLAIN_FIRST + k : PLAIN_FIRST + k - LEN;
            u64 bit = (u64)1 << (j % 64);
            i64 s;
            row[j / 64] ^= bit;
            s = problem_score(row, data, cache);
            if (s > best) {
                best = s;
                going = 1;
                final = k == LEN - 1;
            } else {
                row[j / 64] ^= bit;
            }
        }
        if (going)
            mine = PLAIN_REPORT && !final ? pass - 1 : pass;
    }
    *score = best;
    *last = mine;
}
