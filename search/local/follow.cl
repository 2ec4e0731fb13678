// A terrain for problems that know what moves are worth: see problem.FlipKernel,
// problem.ChangeKernel and problem.ExchangeKernel. The genome lies in front of what
// they keep of it, 32 bits a gene.
//
// FOLLOW_AT    where their data begins
// FOLLOW_KEPT  the words of ExchangeKernel that are not aside
#if HOOD == HOOD_FLIP
#define FOLLOWED flips
#define followed_of flips_of
#define followed_reset flips_reset
#elif HOOD == HOOD_CHANGE
#define FOLLOWED changes
#define followed_of changes_of
#define followed_reset changes_reset
#else
#define FOLLOWED moves
#define followed_of(words, order, data) moves_of(words, (words) + FOLLOW_KEPT, order, data)
#define followed_reset moves_reset
#endif

typedef struct {
    FOLLOWED f;
    CHAIN u32 *now;
    GLOBAL const u32 *pairs;
} terrain;

DEVICE terrain terrain_of(GLOBAL gene *copies, GLOBAL u64 *store, LOCALPTR u64 *chip, GLOBAL const u64 *data, GLOBAL const u32 *pairs)
{
    terrain m;
#if ON_CHIP
    CHAIN u64 *words = chip + GROUP_SCRATCH(GROUP_WORKERS);
#else
    CHAIN u64 *words = store + (u64)GROUP_ID * STORE_WORDS;
#endif
    m.now = (CHAIN u32 *)words;
    m.f = followed_of(words + (LEN + 1) / 2, m.now, data + FOLLOW_AT);
    m.pairs = pairs;
    return m;
}

DEVICE i64 terrain_reset(terrain *m, GLOBAL const gene *from)
{
    SYNC();
    for (u32 w = LOCAL_ID; w < LEN; w += GROUP_WORKERS)
#if KIND == 0
        m->now[w] = (u32)(from[w / 64] >> (w % 64)) & 1;
#else
        m->now[w] = from[w];
#endif
    SYNC();
    return followed_reset(&m->f);
}

DEVICE u32 terrain_value(const terrain *m, u32 i) { return m->now[i]; }

DEVICE i64 terrain_gain_at(const terrain *m, spots s, i64 score)
{
#if HOOD == HOOD_FLIP
    return hike_difference(flips_after(&m->f, s.i), score);
#elif HOOD == HOOD_CHANGE
    return changes_gain(&m->f, s.i, change_symbol(s.j, m->now[s.i]));
#elif HOOD == HOOD_ROTATION
    return moves_rotation_gain(&m->f, s.i, s.j, s.k);
#else
    return moves_exchange_gain(&m->f, s.i, s.j);
#endif
}

DEVICE i64 terrain_gain(const terrain *m, u32 t, i64 score)
{
#if HOOD == HOOD_EXCHANGE && PAIRED
    return moves_exchange_gain(&m->f, m->pairs[t] >> 16, m->pairs[t] & 0xFFFF);
#else
    return terrain_gain_at(m, hood_spots(t, m->pairs), score);
#endif
}

// Makes a move and returns the score.
DEVICE i64 terrain_do(terrain *m, u32 t, i64 score)
{
    spots s = hood_spots(t, m->pairs);
#if HOOD == HOOD_FLIP
    score = flips_after(&m->f, s.i);
#else
    score += terrain_gain_at(m, s, score);
#endif
    SYNC();
#if HOOD == HOOD_FLIP
    flips_make(&m->f, s.i);
#elif HOOD == HOOD_CHANGE
    changes_make(&m->f, s.i, change_symbol(s.j, m->now[s.i]));
#else
    moves_exchange(&m->f, s.i, s.j);
#if HOOD == HOOD_ROTATION
    moves_exchange(&m->f, s.j, s.k);
#endif
#endif
    return score;
}

DEVICE void terrain_store(const terrain *m, GLOBAL gene *to)
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
