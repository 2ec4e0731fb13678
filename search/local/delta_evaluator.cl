// An evaluator for problems that know what moves are worth: see problem.Mover,
// problem.Changer, problem.Exchanger and problem.Reverser. The genome lies in front of what
// they keep of it, 32 bits a gene.
//
// DELTA_DATA  where their data begins
// DELTA_KEPT  the words of a problem.MoveKernel that are not aside
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP
#define DELTA flips
#define delta_of flips_of
#define delta_reset flips_reset
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
#define DELTA changes
#define delta_of changes_of
#define delta_reset changes_reset
#else
#define DELTA moves
#define delta_of(words, order, data) moves_of(words, (words) + DELTA_KEPT, order, data)
#define delta_reset moves_reset
#endif

typedef struct {
    DELTA f;
    KEPT u32 *now;
    GLOBAL const u32 *pairs;
} evaluator;

DEVICE evaluator evaluator_of(GLOBAL gene *copies, GLOBAL u64 *store, LOCALPTR u64 *chip, GLOBAL const u64 *data, GLOBAL const u32 *pairs)
{
    evaluator m;
#if ON_CHIP
    KEPT u64 *words = chip + GROUP_SCRATCH(GROUP_WORKERS);
#else
    KEPT u64 *words = store + (u64)GROUP_ID * STORE_WORDS;
#endif
    m.now = (KEPT u32 *)words;
    m.f = delta_of(words + (LEN + 1) / 2, m.now, data + DELTA_DATA);
    m.pairs = pairs;
    return m;
}

DEVICE i64 evaluator_reset(evaluator *m, GLOBAL const gene *from)
{
    SYNC();
    for (u32 w = LOCAL_ID; w < LEN; w += GROUP_WORKERS)
#if KIND == 0
        m->now[w] = (u32)(from[w / 64] >> (w % 64)) & 1;
#else
        m->now[w] = from[w];
#endif
    SYNC();
    return delta_reset(&m->f);
}

DEVICE u32 evaluator_value(const evaluator *m, u32 i) { return m->now[i]; }

DEVICE i64 evaluator_gain_at(const evaluator *m, positions s, i64 score)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP
    return search_difference(flips_after(&m->f, s.i), score);
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    return changes_gain(&m->f, s.i, change_symbol(s.j, m->now[s.i]));
#elif NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    return moves_rotation_gain(&m->f, s.i, s.j, s.k);
#elif NEIGHBORHOOD == NEIGHBORHOOD_REVERSAL
    return moves_reversal_gain(&m->f, s.i, s.j);
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    return moves_segment_gain(&m->f, s.i, s.j, SEGMENT_COUNT(s.k), SEGMENT_TURNED(s.k));
#else
    return moves_exchange_gain(&m->f, s.i, s.j);
#endif
}

DEVICE i64 evaluator_gain(const evaluator *m, u32 t, i64 score)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_EXCHANGE && PAIRED
    return moves_exchange_gain(&m->f, m->pairs[t] >> 16, m->pairs[t] & 0xFFFF);
#else
    return evaluator_gain_at(m, neighbor_at(t, m->pairs), score);
#endif
}

// Makes a move and returns the score.
DEVICE i64 evaluator_do(evaluator *m, u32 t, i64 score)
{
    positions s = neighbor_at(t, m->pairs);
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP
    score = flips_after(&m->f, s.i);
#else
    score += evaluator_gain_at(m, s, score);
#endif
    SYNC();
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP
    flips_make(&m->f, s.i);
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    changes_make(&m->f, s.i, change_symbol(s.j, m->now[s.i]));
#elif NEIGHBORHOOD == NEIGHBORHOOD_REVERSAL
    moves_reverse(&m->f, s.i, s.j);
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    u32 count = SEGMENT_COUNT(s.k), lo = MIN(s.i, s.j), hi = MAX(s.i, s.j), passed = s.i < s.j ? lo : lo + count;
    moves_reverse(&m->f, lo, hi + count - 1);
    moves_reverse(&m->f, passed, passed + hi - lo - 1);
    moves_reverse(&m->f, s.j, SEGMENT_TURNED(s.k) ? s.j : s.j + count - 1);
#else
    moves_exchange(&m->f, s.i, s.j);
#if NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    moves_exchange(&m->f, s.j, s.k);
#endif
#endif
    return score;
}

DEVICE void evaluator_store(const evaluator *m, GLOBAL gene *to)
{
#if KIND == 0
    for (u32 w = LOCAL_ID; w < WORDS; w += GROUP_WORKERS) {
        u64 word = 0;
        for (u32 j = 64 * w; j < MIN(64 * w + 64, LEN); j++)
            word |= (u64)m->now[j] << (j % 64);
        to[w] = word;
    }
#else
    for (u32 w = LOCAL_ID; w < LEN; w += GROUP_WORKERS)
        to[w] = (gene)m->now[w];
#endif
}
