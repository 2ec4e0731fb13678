// The score of an assignment: the twin of Problem.Evaluate. Each lane of the
// team takes every TEAM-th clause.
//
// SAT_WIDTH     literals in every clause, or 0 where that varies
// SAT_PACK      literals in a word of the data, 2 or 4; literal 2v is variable
//               v, 2v + 1 its negation
// SAT_HARD      1 where there are hard clauses
// SAT_WEIGHTED  1 where soft clauses have weights, else each weighs 1
//
// The data: the number of hard clauses, of all clauses, of hard clauses that
// are violated whatever one does; the score with no clause unsatisfied; where
// the starts and where the weights are; the literals; the starts of the clauses
// among them, two to a word (with SAT_WIDTH 0); the weights of the soft clauses
// (with SAT_WEIGHTED).
#if CACHED
#define SAT_DATA(i) cache[i]
#else
#define SAT_DATA(i) data[i]
#endif
#define SAT_LITS 6
#define SAT_BITS (64 / SAT_PACK)
#define SAT_LITERAL(i) \
    ((u32)(SAT_DATA(SAT_LITS + (i) / SAT_PACK) >> ((i) % SAT_PACK * SAT_BITS)) & (0xFFFFFFFFu >> (32 - SAT_BITS)))

// Whether literal l is true. A short genome of one lane may lie in registers,
// which cannot be indexed, so every word is visited.
DEVICE u32 sat_true(GENOME g, u32 l)
{
#if TEAM == 1 && WORDS <= 8
    u64 x = WORD(g, 0);
#pragma unroll
    for (u32 w = 1; w < WORDS; w++)
        x = w == l / 128 ? WORD(g, w) : x;
#else
    u64 x = WORD(g, l / 128);
#endif
    return ((u32)(x >> (l / 2 % 64)) ^ l) & 1;
}

// Whether no literal of clause c is true.
DEVICE u32 sat_fails(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, u32 c)
{
    u32 any = 0;
#if SAT_WIDTH > 0 && SAT_WIDTH <= 4
#pragma unroll
    for (u32 k = 0; k < SAT_WIDTH; k++)
        any |= sat_true(g, SAT_LITERAL(c * SAT_WIDTH + k));
#else
#if SAT_WIDTH > 0
    u32 i = c * SAT_WIDTH, end = i + SAT_WIDTH;
#else
    u32 starts = (u32)SAT_DATA(4);
    u32 i = (u32)(SAT_DATA(starts + c / 2) >> (c % 2 * 32));
    u32 end = (u32)(SAT_DATA(starts + (c + 1) / 2) >> ((c + 1) % 2 * 32));
#endif
    for (; i < end && !any; i++)
        any = sat_true(g, SAT_LITERAL(i));
#endif
    return any ^ 1;
}

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u32 hard = (u32)SAT_DATA(0), clauses = (u32)SAT_DATA(1);
    i64 violated = 0, lost = 0;
#if SAT_HARD
    for (u32 c = LANE; c < hard; c += TEAM)
        violated += sat_fails(g, data, cache, c);
    violated = team_sum_i64(violated TEAM_ARG);
#endif
    violated += (i64)SAT_DATA(2);
    for (u32 c = hard + LANE; c < clauses; c += TEAM) {
#if SAT_WEIGHTED
        if (sat_fails(g, data, cache, c))
            lost += (i64)SAT_DATA((u32)SAT_DATA(5) + c - hard);
#else
        lost += sat_fails(g, data, cache, c);
#endif
    }
    lost = team_sum_i64(lost TEAM_ARG);
    return violated > 0 ? -violated : (i64)SAT_DATA(3) - lost;
}
