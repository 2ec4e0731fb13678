// The knapsack objective and its repairs: the twin of tables.go and repair.go.
//
// KNAPSACK_CONSTRAINTS  m
// KNAPSACK_FIELDS       fields per word, 1 or 2: field 0 is the profit, field
//                       i + 1 the weight in constraint i; with 2, even fields low
// KNAPSACK_GROUP        items per lookup: 8 or 4, or 1 to walk the set bits
// KNAPSACK_REPAIR       0 none, 1 random, 2 greedy, 3 in index order: index.cl
// KNAPSACK_CACHE_ALL    1 when the cache holds the repair's lists too
//
// The data: the profits' scale; per constraint its room, scale and capacity;
// the sums of every subset of a group of neighboring items, [plane][group][subset]
// (not with KNAPSACK_GROUP 1); the items' rows, [item][plane] (with
// KNAPSACK_GROUP 1, random or index repair); the places of the greedy order, each an
// item and its row.
#define KNAPSACK_PLANES ((KNAPSACK_CONSTRAINTS + KNAPSACK_FIELDS) / KNAPSACK_FIELDS)
#define KNAPSACK_GROUPS ((LEN + KNAPSACK_GROUP - 1) / KNAPSACK_GROUP)
#define KNAPSACK_SUBSETS (1 << KNAPSACK_GROUP)
#define KNAPSACK_HALF (32 / KNAPSACK_GROUP) // groups in half a word
#define KNAPSACK_TABLE (1 + 3 * KNAPSACK_CONSTRAINTS)
#if KNAPSACK_GROUP > 1
#define KNAPSACK_LISTS (KNAPSACK_TABLE + KNAPSACK_SUBSETS * KNAPSACK_GROUPS * KNAPSACK_PLANES)
#else
#define KNAPSACK_LISTS KNAPSACK_TABLE
#endif
#if KNAPSACK_GROUP == 1
#define KNAPSACK_ORDER (KNAPSACK_LISTS + LEN * KNAPSACK_PLANES)
#else
#define KNAPSACK_ORDER KNAPSACK_LISTS
#endif

#if CACHED
#define KNAPSACK_NEAR(i) cache[i]
#else
#define KNAPSACK_NEAR(i) data[i]
#endif
#if CACHED && KNAPSACK_CACHE_ALL
#define KNAPSACK_FAR(i) cache[i]
#else
#define KNAPSACK_FAR(i) data[i]
#endif

// This lane's share of the sum of plane p over the chosen items.
DEVICE u64 knapsack_share(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, u32 p TEAM_PARAM)
{
    u64 sum = 0;
#if KNAPSACK_GROUP == 1
    for (u32 w = LANE; w < WORDS; w += TEAM) {
        for (u64 x = WORD(g, w); x; x &= x - 1)
            sum += KNAPSACK_FAR(KNAPSACK_LISTS + (w * 64 + CTZ64(x)) * KNAPSACK_PLANES + p);
    }
#elif TEAM <= WORDS
    // Whole words per lane: many lookups for one read.
#if WORDS <= 16
#pragma unroll
#endif
    for (u32 w = LANE; w < WORDS; w += TEAM) {
        u64 x = WORD(g, w);
#pragma unroll
        for (u32 h = 0; h < 2; h++) {
            u32 y = h ? (u32)(x >> 32) : (u32)x;
#pragma unroll
            for (u32 q = 0; q < KNAPSACK_HALF; q++) {
                u32 group = (2 * w + h) * KNAPSACK_HALF + q;
                if (group < KNAPSACK_GROUPS)
                    sum += KNAPSACK_NEAR(KNAPSACK_TABLE + (p * KNAPSACK_GROUPS + group) * KNAPSACK_SUBSETS +
                                         (y >> (KNAPSACK_GROUP * q) & (KNAPSACK_SUBSETS - 1)));
            }
        }
    }
#else
    for (u32 group = LANE; group < KNAPSACK_GROUPS; group += TEAM)
        sum += KNAPSACK_NEAR(KNAPSACK_TABLE + (p * KNAPSACK_GROUPS + group) * KNAPSACK_SUBSETS +
                             ((u32)(WORD(g, group / (2 * KNAPSACK_HALF)) >> (group % (2 * KNAPSACK_HALF) * KNAPSACK_GROUP)) & (KNAPSACK_SUBSETS - 1)));
#endif
    return sum;
}

// Field f of a row that starts at place o of the lists.
DEVICE i64 knapsack_field(GLOBAL const u64 *data, LOCALPTR const u64 *cache, u32 o, u32 f)
{
#if KNAPSACK_FIELDS == 2
    u64 word = KNAPSACK_FAR(o + f / 2);
    return (i64)(f & 1 ? word >> 32 : word & 0xFFFFFFFFu);
#else
    return (i64)KNAPSACK_FAR(o + f);
#endif
}

// Adds what a load has over the room of constraint i to the excess, at most
// 2^63 - 1.
DEVICE u64 knapsack_excess(u64 excess, u64 load, u32 i, GLOBAL const u64 *data, LOCALPTR const u64 *cache)
{
    if (load > KNAPSACK_NEAR(1 + 3 * i)) {
        excess += load * KNAPSACK_NEAR(2 + 3 * i) - KNAPSACK_NEAR(3 + 3 * i);
        if (excess >> 63)
            excess = 0x7FFFFFFFFFFFFFFFu;
    }
    return excess;
}

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u64 excess = 0, profit = 0;
    for (u32 p = 0; p < KNAPSACK_PLANES; p++) {
        u64 sum = (u64)team_sum_i64((i64)knapsack_share(g, data, cache, p TEAM_ARG) TEAM_ARG);
#if KNAPSACK_FIELDS == 2
        if (p == 0)
            profit = sum & 0xFFFFFFFFu;
        else
            excess = knapsack_excess(excess, sum & 0xFFFFFFFFu, 2 * p - 1, data, cache);
        if (2 * p < KNAPSACK_CONSTRAINTS)
            excess = knapsack_excess(excess, sum >> 32, 2 * p, data, cache);
#else
        if (p == 0)
            profit = sum;
        else
            excess = knapsack_excess(excess, sum, p - 1, data, cache);
#endif
    }
    return excess ? -(i64)excess : (i64)(profit * KNAPSACK_NEAR(0));
}

#if KNAPSACK_REPAIR == 1 || KNAPSACK_REPAIR == 2

// Unrolled loops keep the slacks in registers; PoCL 3.1 loses private arrays
// across barriers.
#define KNAPSACK_UNROLL _Pragma("unroll")

// Where the walk that began at start is after t places: greedy walks count in
// the order from the best (down: from the worst), random ones in index order.
DEVICE u32 knapsack_place(u32 t, u32 start, u32 down)
{
#if KNAPSACK_REPAIR == 1
    u32 k = start + t;
    return k >= LEN ? k - LEN : k;
#else
    return down ? LEN - 1 - t : t;
#endif
}

// A short genome of one lane may lie in registers, which cannot be indexed, so
// every word is visited.
#if TEAM == 1 && WORDS <= 16
#define KNAPSACK_REGISTERS 1
#else
#define KNAPSACK_REGISTERS 0
#endif

// Whether item j is chosen.
DEVICE u32 knapsack_chosen(GENOME g, u32 j)
{
#if KNAPSACK_REGISTERS
    u64 x = WORD(g, 0);
#pragma unroll
    for (u32 w = 1; w < WORDS; w++)
        x = w == j / 64 ? WORD(g, w) : x;
#else
    u64 x = WORD(g, j / 64);
#endif
    return (u32)(x >> (j % 64)) & 1;
}

// Drops or adds item j, in the lane that owns its word.
DEVICE void knapsack_flip(GENOME_RW g, u32 j TEAM_PARAM)
{
    u64 bit = (u64)1 << (j % 64);
#if KNAPSACK_REGISTERS
#pragma unroll
    for (u32 w = 0; w < WORDS; w++)
        WORD(g, w) ^= w == j / 64 ? bit : 0;
#else
    if (j / 64 % TEAM == LANE)
        WORD(g, j / 64) ^= bit;
#endif
}

#if KNAPSACK_REPAIR == 1
#define KNAPSACK_ITEM(k) (k)
#define KNAPSACK_ROW(k) (KNAPSACK_LISTS + (k) * KNAPSACK_PLANES)
#else
#define KNAPSACK_ITEM(k) ((u32)KNAPSACK_FAR(KNAPSACK_ORDER + (k) * (KNAPSACK_PLANES + 1)))
#define KNAPSACK_ROW(k) (KNAPSACK_ORDER + (k) * (KNAPSACK_PLANES + 1) + 1)
#endif

// Each lane looks at every TEAM-th place of a walk; the first place found by
// any lane is dropped or added, in the word's own lane. Slacks only grow while
// dropping and only shrink while adding, so a place passed over need not be
// looked at again, and the result is that of a walk by one lane.
DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
{
    i64 slack[KNAPSACK_CONSTRAINTS];
    u32 over = 0, start = 0, t;
    KNAPSACK_UNROLL
    for (u32 p = 0; p < KNAPSACK_PLANES; p++) {
        u64 sum = (u64)team_sum_i64((i64)knapsack_share(g, data, cache, p TEAM_ARG) TEAM_ARG);
#if KNAPSACK_FIELDS == 2
        if (p > 0)
            slack[2 * p - 1] = (i64)(KNAPSACK_NEAR(1 + 3 * (2 * p - 1)) - (sum & 0xFFFFFFFFu));
        if (2 * p < KNAPSACK_CONSTRAINTS)
            slack[2 * p] = (i64)(KNAPSACK_NEAR(1 + 3 * (2 * p)) - (sum >> 32));
#else
        if (p > 0)
            slack[p - 1] = (i64)(KNAPSACK_NEAR(1 + 3 * (p - 1)) - sum);
#endif
    }
    KNAPSACK_UNROLL
    for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
        over |= slack[i] < 0;
#if KNAPSACK_REPAIR == 1
    words4 draws = random_block(at, 0);
    start = random_bounded(at, draws.x[0], 0, LEN);
#endif

    t = LANE;
    while (over) {
        while (t < LEN) {
            u32 j = KNAPSACK_ITEM(knapsack_place(t, start, 1));
            if (knapsack_chosen(g, j))
                break;
            t += TEAM;
        }
        u32 first = team_min_u32(t TEAM_ARG);
        u32 k = knapsack_place(first, start, 1);
        knapsack_flip(g, KNAPSACK_ITEM(k) TEAM_ARG);
        over = 0;
        KNAPSACK_UNROLL
        for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
            slack[i] += knapsack_field(data, cache, KNAPSACK_ROW(k), i + 1);
            over |= slack[i] < 0;
        }
        t += t == first ? TEAM : 0;
        team_sync();
    }

#if KNAPSACK_REPAIR == 1
    start = random_bounded(at, draws.x[1], 1, LEN);
#endif
    t = LANE;
    for (;;) {
        while (t < LEN) {
            u32 k = knapsack_place(t, start, 0), j = KNAPSACK_ITEM(k);
            u32 misfit = knapsack_chosen(g, j);
            KNAPSACK_UNROLL
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
                misfit |= knapsack_field(data, cache, KNAPSACK_ROW(k), i + 1) > slack[i];
            if (!misfit)
                break;
            t += TEAM;
        }
        u32 first = team_min_u32(t TEAM_ARG);
        if (first >= LEN)
            break;
        u32 k = knapsack_place(first, start, 0);
        knapsack_flip(g, KNAPSACK_ITEM(k) TEAM_ARG);
        KNAPSACK_UNROLL
        for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
            slack[i] -= knapsack_field(data, cache, KNAPSACK_ROW(k), i + 1);
        t += t == first ? TEAM : 0;
        team_sync();
    }
}

#endif
