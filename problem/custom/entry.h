// What the command calls. Rows are stride genes apart.
#ifdef CUSTOM_CELLS
typedef struct {
    cell bits[8];
} native_octet;

#define NATIVE_CELLS (WORDS * 64)
#define NATIVE_1(x) {{(x) & 1, (x) >> 1 & 1, (x) >> 2 & 1, (x) >> 3 & 1, (x) >> 4 & 1, (x) >> 5 & 1, (x) >> 6 & 1, (x) >> 7 & 1}},
#define NATIVE_4(x) NATIVE_1(x) NATIVE_1((x) + 1) NATIVE_1((x) + 2) NATIVE_1((x) + 3)
#define NATIVE_16(x) NATIVE_4(x) NATIVE_4((x) + 4) NATIVE_4((x) + 8) NATIVE_4((x) + 12)
#define NATIVE_64(x) NATIVE_16(x) NATIVE_16((x) + 16) NATIVE_16((x) + 32) NATIVE_16((x) + 48)
static const native_octet native_octets[256] = {NATIVE_64(0) NATIVE_64(64) NATIVE_64(128) NATIVE_64(192)};

DEVICE void native_unpack(const gene *row, cell *to)
{
    native_octet *octets = (native_octet *)to;
    for (u32 w = 0; w < WORDS; w++) {
        u64 x = row[w];
        for (u32 b = 0; b < 8; b++)
            octets[8 * w + b] = native_octets[x >> 8 * b & 255];
    }
}

#define NATIVE_ROW(from)      \
    cell cells[NATIVE_CELLS]; \
    native_unpack(from, cells);
#else
#define NATIVE_ROW(from) cell *cells = (cell *)(from);
#endif

EXPORT void warbler_score(const gene *rows, i64 stride, i64 unused, i64 count, i64 *scores, const u64 *data)
{
    for (i64 r = 0; r < count; r++) {
        NATIVE_ROW(rows + r * stride)
        scores[r] = problem_score(cells, data, 0);
    }
}

#if CUSTOM_OBJECTIVES
EXPORT void warbler_scores(const gene *row, i64 unused, i64 unused2, i64 unused3, i64 *scores, const u64 *data)
{
    NATIVE_ROW(row)
    custom_scores(cells, data, scores);
}

EXPORT void warbler_violation(const gene *row, i64 unused, i64 unused2, i64 unused3, i64 *violation, const u64 *data)
{
    NATIVE_ROW(row)
    *violation = custom_violation(cells, data);
}
#endif

#if CUSTOM_REPAIR
EXPORT void warbler_repair(gene *row, i64 unused, i64 unused2, i64 unused3, i64 *unused4, const u64 *data)
{
    NATIVE_ROW(row)
    problem_repair(cells, data, 0, 0);
#ifdef CUSTOM_CELLS
    for (u32 w = 0; w < WORDS; w++) {
        u64 x = 0;
        for (u32 b = 0; b < 64 && 64 * w + b < LEN; b++)
            x |= (u64)(cells[64 * w + b] & 1) << b;
        row[w] = x;
    }
#endif
}
#endif

#if CUSTOM_DELTA
// The gains of count moves: flips of gene i and those that follow; gene i with
// symbol j and those that follow; exchanges of i with j and those that follow.
EXPORT void warbler_delta(const cell *row, i64 i, i64 j, i64 count, i64 *gains, const u64 *data)
{
    for (i64 k = 0; k < count; k++)
#if CUSTOM_KIND == 0
        gains[k] = problem_delta(row, data, (u32)(i + k), 0);
#else
        gains[k] = problem_delta(row, data, (u32)i, (u32)(j + k));
#endif
}
#endif
