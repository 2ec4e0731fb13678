// The program that tries a fragment: it reads how many words of data and how many
// genomes there are, then both, and writes a score for each genome. Genomes are
// TRIAL_ROW genes apart.
extern long read(int, void *, unsigned long);
extern long write(int, const void *, unsigned long);
extern void *malloc(unsigned long);
extern long clock(void);

static int trial_read(void *to, u64 bytes)
{
    for (char *at = (char *)to; bytes > 0;) {
        long n = read(0, at, bytes);
        if (n <= 0)
            return 0;
        at += n;
        bytes -= (u64)n;
    }
    return 1;
}

int main(void)
{
    u64 counts[2], *words;
    gene *row = (gene *)malloc(TRIAL_ROW * sizeof(gene));
    if (!row || !trial_read(counts, sizeof counts))
        return 3;
    words = (u64 *)malloc(counts[0] * 8 + 8);
    if (!words || !trial_read(words, counts[0] * 8))
        return 3;
    for (u64 r = 0; r < counts[1] && clock() < TRIAL_CLOCKS; r++) {
        i64 score;
        if (!trial_read(row, TRIAL_ROW * sizeof(gene)))
            return 3;
#if CUSTOM_REPAIR
        warbler_repair(row, 0, 0, 0, 0, words);
#endif
        warbler_score(row, TRIAL_ROW, 0, 1, &score, words);
#if CUSTOM_DELTA
        {
            i64 gain;
            u32 i = (u32)(r * 7 % LEN);
#if CUSTOM_KIND == 2
            if (i + 1 < LEN)
#endif
            {
#ifdef CUSTOM_CELLS
                NATIVE_ROW(row)
#else
                cell *cells = (cell *)row;
#endif
                warbler_delta(cells, i, CUSTOM_KIND == 2 ? i + 1 : 0, 1, &gain, words);
            }
        }
#endif
        if (write(1, &score, sizeof score) != sizeof score)
            return 3;
    }
    return 0;
}
