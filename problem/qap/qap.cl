// The value of a permutation: the twin of fold.go.
//
// QAP_HALF     1: only terms with i <= j count
// QAP_A_BITS   bits of a number of A: 8, 16, 32 or 64; QAP_B_BITS likewise
// QAP_A_AT     the word at which A begins
//
// The data: B and then A, row by row, packed into words from the lowest bit. The
// cache is B.
#if CACHED
#define QAP_NEAR(w) cache[w]
#else
#define QAP_NEAR(w) data[w]
#endif

#if QAP_A_BITS == 64
#define QAP_A(e) data[QAP_A_AT + (e)]
#else
#define QAP_A(e) \
    ((u32)(data[QAP_A_AT + (e) / (64 / QAP_A_BITS)] >> ((e) % (64 / QAP_A_BITS) * QAP_A_BITS)) & (0xFFFFFFFFu >> (32 - QAP_A_BITS)))
#endif
#if QAP_B_BITS == 64
#define QAP_B(e) QAP_NEAR(e)
#else
#define QAP_B(e) \
    ((u32)(QAP_NEAR((e) / (64 / QAP_B_BITS)) >> ((e) % (64 / QAP_B_BITS) * QAP_B_BITS)) & (0xFFFFFFFFu >> (32 - QAP_B_BITS)))
#endif

#if QAP_A_BITS == 64 || QAP_B_BITS == 64
#define QAP_PRODUCT(a, b) ((u64)(a) * (u64)(b))
#else
#define QAP_PRODUCT(a, b) MUL_WIDE32(a, b)
#endif

#if QAP_HALF
#define QAP_LINE (LEN + 1)
#define QAP_TERMS (LEN * (LEN + 1) / 2)
#else
#define QAP_LINE LEN
#define QAP_TERMS (LEN * LEN)
#endif

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u64 sum = 0;
#if TEAM == 1
    for (u32 i = 0; i < LEN; i++) {
        u32 row = PLACE(g, i) * LEN;
        for (u32 j = QAP_HALF ? i : 0; j < LEN; j++)
            sum += QAP_PRODUCT(QAP_A(i * LEN + j), QAP_B(row + PLACE(g, j)));
    }
#else
    for (u32 t = LANE; t < QAP_TERMS; t += TEAM) {
        u32 i = t / QAP_LINE, j = t % QAP_LINE;
#if QAP_HALF
        // Row i of the triangle and row n - 1 - i fill a line together.
        if (j < LEN - i) {
            j += i;
        } else {
            i = LEN - 1 - i;
            j -= 1;
        }
#endif
        sum += QAP_PRODUCT(QAP_A(i * LEN + j), QAP_B(PLACE(g, i) * LEN + PLACE(g, j)));
    }
#endif
    return -team_sum_i64((i64)sum TEAM_ARG);
}
