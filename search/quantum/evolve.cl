// The steps of a population. The problem's part stands before this one.

// The words of a table on chip: eight cases of TABLE_ROW bytes, and the upper
// bytes of the chances.
#define TABLE_ROW 104
#define TABLE_WORDS (9 * TABLE_ROW / 8)

typedef struct {
    PLACE u8 *angle, *chance, *noise;
    PLACE gene *rows, *best;
    PLACE i64 *scores;
    LOCALPTR u64 *scratch;
    LOCALPTR const u64 *cache;
    LOCALPTR const u8 *next, *upper;
    GLOBAL const u64 *data;
    GLOBAL const u32 *chances;
    u64 seed;
    u32 members;
} herd;

#define HIGHS 0x8080808080808080ul
#define GATHER 0x0102040810204080ul

// Bit i of the result is whether byte i of x, 0x80 or 0, is not 0.
DEVICE u32 gathered(u64 x) { return (u32)((x >> 7) * GATHER >> 56); }

// Random bytes for the genes of members i and i + 1.
DEVICE void herd_noise(herd *h, u32 i, u64 step)
{
    u32 blocks = ROOM / 16;
    for (u32 k = LOCAL_ID; k < 2 * blocks; k += GROUP_WORKERS) {
        PLACE u32 *to = (PLACE u32 *)h->noise + 4 * k;
        words4 x = random_block(address_of(h->seed, PURPOSE_OBSERVE, step, i + k / blocks), k % blocks);
        to[0] = x.x[0];
        to[1] = x.x[1];
        to[2] = x.x[2];
        to[3] = x.x[3];
    }
}

// Eight genes of member i, from the random bytes of noise.
DEVICE u8 herd_observe(herd *h, u32 i, u32 column, PLACE const u8 *noise, u64 step)
{
    u64 r = ((PLACE const u64 *)noise)[column], p = ((PLACE const u64 *)(h->chance + i * ROOM))[column], x = r ^ p;
    u64 least = ((r & ~p) | (~(r ^ p) & ((r | HIGHS) - (p & ~HIGHS)))) & HIGHS;
    u64 same = ~(((x & ~HIGHS) + ~HIGHS) | x | ~HIGHS);
    u32 ones = gathered(~least & HIGHS), ties = gathered(same);
    for (; ties; ties &= ties - 1) {
        u32 b = CTZ32(ties), j = 8 * column + b, k = h->angle[i * ROOM + j];
        if (j < LEN && (k == RING || random_word(address_of(h->seed, PURPOSE_OBSERVE_TIE, step, i), j) >> 8 < (h->chances[k] & 0xFFFFFF)))
            ones |= (u32)1 << b;
    }
    return (u8)ones;
}

// Observes all members from number given on.
DEVICE void herd_look(herd *h, u64 step, u32 given)
{
    u32 i = 0;
    do {
        SYNC();
        herd_noise(h, i, step);
        SYNC();
        for (u32 k = LOCAL_ID; k < 2 * ROOM / 8; k += GROUP_WORKERS) {
            u32 m = i + k / (ROOM / 8), column = k % (ROOM / 8);
            if (m < h->members && m >= given)
                ((PLACE u8 *)(h->rows + m * STRIDE))[column] = herd_observe(h, m, column, h->noise + k / (ROOM / 8) * ROOM, step);
        }
        i += 2;
    } while (i < h->members);
    SYNC();
}

// Repairs and scores all members.
DEVICE void herd_score(herd *h, u64 step)
{
#if TEAM == 1
    for (u32 i = LOCAL_ID; i < h->members; i += GROUP_WORKERS) {
#else
    LOCALPTR u64 *team = h->scratch;
    u32 i = 0;
    do {
#endif
        PLACE gene *row = h->rows + i * STRIDE;
        i64 s;
#if REPAIR
        problem_repair(row, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, step, i) TEAM_ARG);
#endif
        s = problem_score(row, h->data, h->cache TEAM_ARG);
#if TEAM == 1
        h->scores[i] = s;
    }
#else
        if (LOCAL_ID == 0)
            h->scores[i] = s;
        i++;
    } while (i < h->members);
#endif
    SYNC();
}

// Turns all Q-bits.
DEVICE void herd_rotate(herd *h, i64 best)
{
    u32 columns = ROOM / 8;
    for (u32 k = LOCAL_ID; k < h->members * columns; k += GROUP_WORKERS) {
        u32 i = k / columns, column = k % columns, good = h->scores[i] >= best;
        u32 x = ((PLACE const u8 *)(h->rows + i * STRIDE))[column], b = ((PLACE const u8 *)h->best)[column];
        u64 angles = ((PLACE const u64 *)h->angle)[k], turned = 0, chance = 0;
#pragma unroll
        for (u32 j = 0; j < 8; j++) {
            u32 which = (x >> j & 1) << 2 | (b >> j & 1) << 1 | good, a = (u32)(angles >> (8 * j)) & 0xFF;
            if (8 * column + j < LEN)
                a = h->next[which * TABLE_ROW + a];
            turned |= (u64)a << (8 * j);
            chance |= (u64)h->upper[a] << (8 * j);
        }
        ((PLACE u64 *)h->angle)[k] = turned;
        ((PLACE u64 *)h->chance)[k] = chance;
    }
}

// The node of members i and i + 1, of which one or both may not exist.
DEVICE node herd_node(herd *h, u32 i, f64 anchor)
{
    node v = node_empty();
    if (i < h->members)
        v = node_leaf(h->scores[i], i, anchor);
    if (i + 1 < h->members) {
        u32 d = 0;
        for (u32 w = 0; w < WORDS; w++)
            d += POPCOUNT64(h->rows[i * STRIDE + w] ^ h->rows[(i + 1) * STRIDE + w]);
        v = node_join(v, node_leaf(h->scores[i + 1], i + 1, anchor));
        v.distance = (f64)d;
    }
    return v;
}

// The node of as many members as two for each work-item, from number i on.
DEVICE node herd_block(herd *h, u32 i, f64 anchor)
{
    node v = herd_node(h, i + 2 * LOCAL_ID, anchor);
#if GROUP_WORKERS > 1
    v = group_node(v, h->scratch);
#endif
    return v;
}

#define TOLD_BETTER 0
#define TOLD_STATUS 1
#define TOLD_BEST 2
#define TOLD_ANCHOR 3
#define TOLD_AT 4

// Words on chip before the problem's cache.
#define SCRATCH_WORDS MAX(GROUP_SCRATCH(GROUP_WORKERS), NODE_WORDS * GROUP_WORKERS)
#define FRONT_WORDS (SCRATCH_WORDS + 8 + TABLE_WORDS)

#define COPY_WORDS(to, from, n)                              \
    for (u32 c = LOCAL_ID; c < (u32)(n); c += GROUP_WORKERS) \
        (to)[c] = (from)[c];

// Makes steps of every running population; with first it begins with step 0,
// whose members below given were put there by the host. store has room for
// populations that do not lie on chip.
KERNEL_FOR(GROUP_WORKERS, RESIDENT) void evolve(GLOBAL u64 *states, GLOBAL u64 *angles, GLOBAL u64 *rows, GLOBAL i64 *scores, GLOBAL u64 *bests,
                   GLOBAL const u64 *own, GLOBAL const u64 *par, GLOBAL const u64 *data, GLOBAL const u64 *rules, GLOBAL u64 *records,
                   GLOBAL u64 *nodes, GLOBAL u64 *store, u64 base, u32 steps, u32 first, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    herd h;
    GLOBAL u64 *state = states + (u64)GROUP_ID * STATE_WORDS;
    LOCALPTR u64 *told = mem + SCRATCH_WORDS;
    LOCALPTR u64 *table = told + 8;
    verdict s = state_get(state); // work-item 0's is kept up to date
    u32 n = (u32)par[PAR_MEMBERS], rounds = (n + 2 * GROUP_WORKERS - 1) / (2 * GROUP_WORKERS), leaves = 1, t = 0;
    u64 status = s.status, number = first ? 0 : s.step + 1;
    i64 best = s.best;
    f64 anchor = s.anchor;
#if ON_CHIP
    PLACE u64 *place = mem + FRONT_WORDS + CACHED * CACHE_WORDS;
#else
    PLACE u64 *place = store + (u64)GROUP_ID * par[PAR_STORE];
#endif
    while (leaves < rounds)
        leaves *= 2;
    h.members = n;
    h.seed = own[(u64)GROUP_ID * OWN_WORDS];
    h.scratch = mem;
    h.cache = mem + FRONT_WORDS;
    h.data = data;
    h.next = (LOCALPTR const u8 *)table;
    h.upper = h.next + 8 * TABLE_ROW;
    h.chances = (GLOBAL const u32 *)(par + PAR_WORDS);
    h.angle = (PLACE u8 *)place;
    h.chance = h.angle + n * ROOM;
    h.noise = h.chance + n * ROOM;
    h.rows = (PLACE gene *)(h.noise + 2 * ROOM);
    h.best = h.rows + n * STRIDE;
    h.scores = (PLACE i64 *)(h.best + STRIDE);
    angles += (u64)GROUP_ID * n * (ROOM / 8);
    rows += (u64)GROUP_ID * n * STRIDE;
    scores += (u64)GROUP_ID * n;
    bests += (u64)GROUP_ID * STRIDE;
    nodes += (u64)GROUP_ID * par[PAR_NODES] * NODE_WORDS;
    WHEN (status == 0) {
        COPY_WORDS(table, own + (u64)GROUP_ID * OWN_WORDS + 1, TABLE_WORDS)
#if CACHED
        COPY_WORDS(mem + FRONT_WORDS, data, CACHE_WORDS)
#endif
        COPY_WORDS((PLACE u64 *)h.angle, angles, n * (ROOM / 8))
        COPY_WORDS(h.rows, rows, n * STRIDE)
        COPY_WORDS(h.best, bests, STRIDE)
        SYNC();
        for (u32 k = LOCAL_ID; k < n * ROOM; k += GROUP_WORKERS)
            h.chance[k] = h.upper[h.angle[k]];
        do {
            node v;
            u32 k = 0;
            herd_look(&h, number, first ? given : 0);
            herd_score(&h, number);
            if (!first) // step 0 has no best genome to turn to
                herd_rotate(&h, best);
            do {
                v = herd_block(&h, 2 * GROUP_WORKERS * k, anchor);
                if (LOCAL_ID == 0 && rounds > 1)
                    node_put(nodes, k, rounds, v);
                k++;
            } while (k < rounds);
            if (LOCAL_ID == 0) {
                moments m;
                if (rounds > 1)
                    v = tree_of(nodes, 0, leaves, rounds);
                m = node_moments(v, n, anchor);
                f64 spread = n < 2 ? 0.0 : v.distance / ((f64)(n / 2) * (f64)LEN);
                told[TOLD_BETTER] = judge(&s, number, v.best, m.mean, spread, rules);
                if (par[PAR_TRACE])
                    record(records + ((number - base) * GROUP_COUNT + GROUP_ID) * RECORD_WORDS, s, v, m, spread);
                told[TOLD_STATUS] = s.status;
                told[TOLD_BEST] = (u64)s.best;
                told[TOLD_ANCHOR] = F64_BITS(s.anchor);
                told[TOLD_AT] = v.at;
            }
            SYNC();
            status = told[TOLD_STATUS];
            best = (i64)told[TOLD_BEST];
            anchor = F64_FROM(told[TOLD_ANCHOR]);
            if (told[TOLD_BETTER])
                COPY_WORDS(h.best, h.rows + told[TOLD_AT] * STRIDE, STRIDE)
            SYNC();
            first = 0;
            number++;
            t++;
        } while (t < steps && status == 0);
        SYNC();
        COPY_WORDS(angles, (PLACE u64 *)h.angle, n * (ROOM / 8))
        COPY_WORDS(rows, h.rows, n * STRIDE)
        COPY_WORDS(scores, h.scores, n)
        COPY_WORDS(bests, h.best, STRIDE)
        if (LOCAL_ID == 0)
            state_put(state, s);
    }
}
