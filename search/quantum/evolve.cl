// The quantum-inspired genetic algorithm: the twin of observe.go and quantum.go.
// A group of GROUP_WORKERS work-items evolves TOGETHER populations for many steps
// in a launch, on chip where they fit. Observation and rotation are shared out by
// columns of eight genes; a genome is repaired and scored by one work-item, as
// many as there are members at the same time.
//
// MEMBERS   of a population
// ON_CHIP   1 when populations lie on chip
// ROOM      bytes of a member's angles, a multiple of 64
// RING      the angle of a gene that is 1
//
// Populations: the angles of all members, random bytes for NOISE_ROWS of them,
// the genomes, the best ones, and the scores.

#define PLACE GENOME_SPACE

// Before memory that others wrote is read, or that they read is written.
#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define SYNC()
#else
#define SYNC() GROUP_FENCE(1)
#endif

// On chip in any case: the rotations of each population, eight cases of
// TABLE_ROW bytes, the upper bytes of the chances, and what each population's
// judge shares with the group.
#define TABLE_ROW 104
#define TABLE_WORDS (8 * TABLE_ROW / 8)
#define SHARED_STATUS 0
#define SHARED_NUMBER 1
#define SHARED_BEST 2
#define SHARED_SEED 3
#define SHARED_WORDS 4
#define FRONT_WORDS (TOGETHER * (TABLE_WORDS + SHARED_WORDS) + TABLE_ROW / 8)

#define NOISE_ROWS 2
#define COLUMNS (ROOM / 8)
#define ALL (TOGETHER * MEMBERS)
#define STEP_ROW (STRIDE | 1) // an odd number of words: lanes read different banks

typedef struct {
    PLACE u64 *angles, *noise;
    PLACE gene *rows, *bests;
    PLACE i64 *scores;
    LOCALPTR u64 *shared;
    LOCALPTR const u8 *next, *upper;
    GLOBAL const u64 *data;
    GLOBAL const u32 *chances;
    u32 given, count;
} populations;

#define HIGHS ((u64)0x80808080 << 32 | 0x80808080)
#define GATHER ((u64)0x01020408 << 32 | 0x10204080)

#define RUNS(h, p) ((h)->shared[(p) * SHARED_WORDS + SHARED_STATUS] == 0)
#define NUMBER(h, p) ((h)->shared[(p) * SHARED_WORDS + SHARED_NUMBER])
#define SEED(h, p) ((h)->shared[(p) * SHARED_WORDS + SHARED_SEED])

// Bit i of the result is whether byte i of x, 0x80 or 0, is not 0.
DEVICE u32 gathered(u64 x) { return (u32)((x >> 7) * GATHER >> 56); }

// Random bytes for NOISE_ROWS members of population p from number i on.
DEVICE void make_noise(populations *h, u32 p, u32 i)
{
    for (u32 k = LOCAL_ID; k < NOISE_ROWS * (ROOM / 16); k += GROUP_WORKERS) {
        words4 x = random_block(address_of(SEED(h, p), PURPOSE_OBSERVE, NUMBER(h, p), i + k / (ROOM / 16)), k % (ROOM / 16));
        h->noise[2 * k] = (u64)x.x[1] << 32 | x.x[0];
        h->noise[2 * k + 1] = (u64)x.x[3] << 32 | x.x[2];
    }
}

// Eight genes of member i of population p from eight random bytes.
DEVICE u8 observe_column(populations *h, u32 p, u32 i, u32 column, u64 r)
{
    u64 angles = h->angles[(p * MEMBERS + i) * COLUMNS + column], chance = 0, x, least, same;
    u32 ones, ties;
#pragma unroll
    for (u32 j = 0; j < 8; j++)
        chance |= (u64)h->upper[(u32)(angles >> (8 * j)) & 0xFF] << (8 * j);
    x = r ^ chance;
    least = ((r & ~chance) | (~x & ((r | HIGHS) - (chance & ~HIGHS)))) & HIGHS;
    same = ~(((x & ~HIGHS) + ~HIGHS) | x | ~HIGHS);
    ones = gathered(~least & HIGHS);
    ties = gathered(same);
    for (; ties; ties &= ties - 1) {
        u32 b = CTZ32(ties), k = (u32)(angles >> (8 * b)) & 0xFF;
        if (k == RING)
            ones |= (u32)1 << b;
        else if (k && random_word(address_of(SEED(h, p), PURPOSE_OBSERVE_TIE, NUMBER(h, p), i), 8 * column + b) >> 8 < (h->chances[k] & 0xFFFFFF))
            ones |= (u32)1 << b;
    }
    return (u8)ones;
}

// PoCL 3.1 miscompiles the steps of one or two members, whose loop below is known
// to run once and goes away. A number that is known at run time only keeps it.
#if TOGETHER == 1 && MEMBERS <= NOISE_ROWS
#define LOOKED(h) (h)->count
#else
#define LOOKED(h) TOGETHER
#endif

// Observes all members; in step 0 those below given were put there by the host.
DEVICE void observe_members(populations *h)
{
    u32 p = 0, i = 0;
    do {
        if (RUNS(h, p))
            make_noise(h, p, i);
        SYNC();
        if (RUNS(h, p)) {
            u32 first = NUMBER(h, p) ? 0 : h->given;
            for (u32 k = LOCAL_ID; k < NOISE_ROWS * COLUMNS; k += GROUP_WORKERS) {
                u32 m = i + k / COLUMNS;
                if (m < MEMBERS && m >= first)
                    ((PLACE u8 *)(h->rows + (p * MEMBERS + m) * STEP_ROW))[k % COLUMNS] = observe_column(h, p, m, k % COLUMNS, h->noise[k]);
            }
        }
        SYNC();
        i += NOISE_ROWS;
        p += i >= MEMBERS;
        i = i >= MEMBERS ? 0 : i;
    } while (p < LOOKED(h));
}

// Repairs and scores all members.
DEVICE void score_members(populations *h)
{
    for (u32 i = LOCAL_ID; i < ALL; i += GROUP_WORKERS) {
        u32 p = i / MEMBERS;
        if (RUNS(h, p)) {
            PLACE gene *row = h->rows + i * STEP_ROW;
#if IN_REGISTERS
            gene g[WORDS];
#pragma unroll
            for (u32 w = 0; w < WORDS; w++)
                g[w] = row[w];
#else
            PLACE gene *g = row;
#endif
#if REPAIR
            problem_repair(g, h->data, h->shared, address_of(SEED(h, p), PURPOSE_REPAIR, NUMBER(h, p), i % MEMBERS));
#if IN_REGISTERS
#pragma unroll
            for (u32 w = 0; w < WORDS; w++)
                row[w] = g[w];
#endif
#endif
            h->scores[i] = problem_score(g, h->data, h->shared);
        }
    }
    SYNC();
}

// Turns all Q-bits, but in step 0, which has no best genome to turn to.
DEVICE void rotate_members(populations *h)
{
    for (u32 p = 0; p < TOGETHER; p++) {
        PLACE const u8 *best = (PLACE const u8 *)(h->bests + p * STEP_ROW);
        if (!RUNS(h, p) || !NUMBER(h, p))
            continue;
        for (u32 k = LOCAL_ID; k < MEMBERS * COLUMNS; k += GROUP_WORKERS) {
            u32 i = p * MEMBERS + k / COLUMNS, column = k % COLUMNS;
            u32 good = h->scores[i] >= (i64)h->shared[p * SHARED_WORDS + SHARED_BEST];
            u32 x = ((PLACE const u8 *)(h->rows + i * STEP_ROW))[column], b = best[column];
            LOCALPTR const u8 *next = h->next + (p * 8 + good) * TABLE_ROW;
            u64 angles = h->angles[p * (MEMBERS * COLUMNS) + k], turned = 0;
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                u32 a = (u32)(angles >> (8 * j)) & 0xFF;
                if (8 * column + j < LEN)
                    a = next[(x >> j & 1) * (4 * TABLE_ROW) + (b >> j & 1) * (2 * TABLE_ROW) + a];
                turned |= (u64)a << (8 * j);
            }
            h->angles[p * (MEMBERS * COLUMNS) + k] = turned;
        }
    }
}

// The node of members i and i + 1 of a population, of which one or both may not
// exist.
DEVICE node pair_node(populations *h, u32 p, u32 i, f64 anchor)
{
    node v = node_empty();
    if (i < MEMBERS)
        v = node_leaf(h->scores[p * MEMBERS + i], i, anchor);
    if (i + 1 < MEMBERS) {
        PLACE const gene *row = h->rows + (p * MEMBERS + i) * STEP_ROW;
        u32 d = 0;
        for (u32 w = 0; w < WORDS; w++)
            d += POPCOUNT64(row[w] ^ row[w + STEP_ROW]);
        v = node_join(v, node_leaf(h->scores[p * MEMBERS + i + 1], i + 1, anchor));
        v.distance = (f64)d;
    }
    return v;
}

// The node of a population, joined in the shape of the tree: eight pairs at a
// time, and those in the order in which they become complete.
DEVICE node population_node(populations *h, u32 p, f64 anchor)
{
    node open[8], v[8];
    u32 depth = 0;
    for (u32 q = 0; q < LEAVES / 8; q++) {
        node x;
#pragma unroll
        for (u32 j = 0; j < 8; j++)
            v[j] = pair_node(h, p, 16 * q + 2 * j, anchor);
#pragma unroll
        for (u32 d = 1; d < 8; d *= 2)
#pragma unroll
            for (u32 j = 0; j < 8; j += 2 * d)
                v[j] = node_join(v[j], v[j + d]);
        x = v[0];
        for (u32 k = q; k & 1; k >>= 1)
            x = node_join(open[--depth], x);
        open[depth++] = x;
    }
    return open[0];
}

#define COPY_WORDS(to, from, n)                              \
    for (u32 c = LOCAL_ID; c < (u32)(n); c += GROUP_WORKERS) \
        (to)[c] = (from)[c];

// Copies rows of STRIDE words to rows of STEP_ROW words, or back.
#define COPY_ROWS(to, wide, from, narrow, n)                          \
    for (u32 c = LOCAL_ID; c < (u32)(n) * STRIDE; c += GROUP_WORKERS) \
        (to)[c / STRIDE * (wide) + c % STRIDE] = (from)[c / STRIDE * (narrow) + c % STRIDE];

// Makes steps of every running population; those that are new begin with step
// 0. store has room for populations that do not lie on chip.
KERNEL_FOR(GROUP_WORKERS, RESIDENT) void evolve(REPLICA_PARAMS, u64 base, u32 steps, u32 given, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    populations h;
    u32 all = (u32)par[PAR_REPLICAS], r = GROUP_ID * TOGETHER, count = MIN((u32)TOGETHER, all - r), p = LOCAL_ID, t = 0, live = 0;
    GLOBAL u64 *state = states + (u64)(r + MIN(p, count - 1)) * STATE_WORDS;
    verdict s = state_get(state); // that of population p, in the work-items below count
    LOCALPTR u64 *table = mem + TOGETHER * SHARED_WORDS;
#if ON_CHIP
    PLACE u64 *place = mem + FRONT_WORDS;
#else
    PLACE u64 *place = store + (u64)GROUP_ID * par[PAR_STORE];
#endif
    h.shared = mem;
    h.next = (LOCALPTR const u8 *)table;
    h.upper = (LOCALPTR const u8 *)(table + TOGETHER * TABLE_WORDS);
    h.data = data;
    h.chances = (GLOBAL const u32 *)(chances + TABLE_ROW / 8);
    h.given = given;
    h.count = (u32)par[PAR_TOGETHER];
    h.angles = place;
    h.noise = h.angles + ALL * COLUMNS;
    h.rows = (PLACE gene *)(h.noise + NOISE_ROWS * COLUMNS);
    h.bests = h.rows + ALL * STEP_ROW;
    h.scores = (PLACE i64 *)(h.bests + TOGETHER * STEP_ROW);
    GLOBAL u64 *all_angles = (GLOBAL u64 *)angles + (u64)r * MEMBERS * COLUMNS;
    genomes += (u64)r * MEMBERS * STRIDE;
    scores += (u64)r * MEMBERS;
    best_rows += (u64)r * STRIDE;
    replicas += (u64)r * OWN_WORDS;
    if (p < TOGETHER) {
        h.shared[p * SHARED_WORDS + SHARED_STATUS] = p < count ? s.status : 1;
        h.shared[p * SHARED_WORDS + SHARED_NUMBER] = first ? 0 : s.step + 1;
        h.shared[p * SHARED_WORDS + SHARED_BEST] = (u64)s.best;
        h.shared[p * SHARED_WORDS + SHARED_SEED] = p < count ? replicas[p * OWN_WORDS + OWN_SEED] : 0;
    }
    for (u32 c = LOCAL_ID; c < count * TABLE_WORDS; c += GROUP_WORKERS)
        table[c] = replicas[c / TABLE_WORDS * OWN_WORDS + OWN_TABLE + c % TABLE_WORDS];
    COPY_WORDS(table + TOGETHER * TABLE_WORDS, chances, TABLE_ROW / 8)
    COPY_WORDS(h.angles, all_angles, count * MEMBERS * COLUMNS)
    COPY_ROWS(h.rows, STEP_ROW, genomes, STRIDE, count * MEMBERS)
    COPY_ROWS(h.bests, STEP_ROW, best_rows, STRIDE, count)
    COPY_WORDS(h.scores, scores, count * MEMBERS)
    SYNC();
    for (u32 q = 0; q < TOGETHER; q++)
        live |= RUNS(&h, q);
    WHEN (live) {
        do {
            observe_members(&h);
            score_members(&h);
            rotate_members(&h);
            SYNC();
            if (p < count && RUNS(&h, p)) {
                u64 number = NUMBER(&h, p);
                node v = population_node(&h, p, s.anchor);
                moments m = node_moments(v, MEMBERS, s.anchor);
                f64 spread = MEMBERS < 2 ? 0.0 : v.distance / ((f64)(MEMBERS / 2) * (f64)LEN);
                if (judge(&s, number, v.best, m.mean, spread, rules)) {
                    for (u32 w = 0; w < STRIDE; w++)
                        h.bests[p * STEP_ROW + w] = h.rows[(p * MEMBERS + v.at) * STEP_ROW + w];
                }
                if (par[PAR_TRACE])
                    record(records + ((number - base) * all + r + p) * RECORD_WORDS, s, v, m, spread);
                h.shared[p * SHARED_WORDS + SHARED_STATUS] = s.status;
                h.shared[p * SHARED_WORDS + SHARED_NUMBER] = number + 1;
                h.shared[p * SHARED_WORDS + SHARED_BEST] = (u64)s.best;
            }
            SYNC();
            t++;
            live = 0;
            for (u32 q = 0; q < TOGETHER; q++)
                live |= RUNS(&h, q);
        } while (t < steps && live);
    }
    SYNC();
    COPY_WORDS(all_angles, h.angles, count * MEMBERS * COLUMNS)
    COPY_ROWS(genomes, STRIDE, h.rows, STEP_ROW, count * MEMBERS)
    COPY_ROWS(best_rows, STRIDE, h.bests, STEP_ROW, count)
    COPY_WORDS(scores, h.scores, count * MEMBERS)
    if (p < count)
        state_put(state, s);
}
