// Kernels for large populations: a few launches make one step. Work-groups are
// dealt to segments; each pair of slots has a work-item (TEAM 1) or a group.
// Groups of finished replicas do nothing.

#define HERD_PARAMS                                                                              \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,                \
        GLOBAL u64 *states, GLOBAL u64 *segments, GLOBAL u64 *prefix, GLOBAL u32 *order,         \
        GLOBAL const u64 *replicas, GLOBAL const u64 *par, GLOBAL const u64 *data,               \
        GLOBAL const f64 *bounds, GLOBAL u16 *inverse

#define HERD(r, back)                                                                            \
    herd_of(r, back, pop0, pop1, score0, score1, states, segments, prefix, order, replicas, par, \
            data, mem, bounds, inverse)

// Copies the problem's tables on chip; scratch begins behind them.
#if CACHED
#define FILL_CACHE()                                          \
    for (u32 k = LOCAL_ID; k < CACHE_WORDS; k += GROUP_SIZE)  \
        mem[k] = data[k];                                     \
    BARRIER()
#else
#define FILL_CACHE()
#endif
#define SCRATCH (mem + (CACHED ? CACHE_WORDS : 0))

#if TEAM == 1
#define PAIRS_PER_GROUP GROUP_SIZE
#define PAIR_OF_ITEM LOCAL_ID
#define TEAM_SCRATCH
#else
#define PAIRS_PER_GROUP 1
#define PAIR_OF_ITEM 0
#define TEAM_SCRATCH , SCRATCH
#endif

DEVICE void node_put(GLOBAL u64 *to, node v)
{
    to[0] = (u64)v.best;
    to[1] = (u64)v.worst;
    to[2] = F64_BITS(v.sum);
    to[3] = F64_BITS(v.square);
    to[4] = F64_BITS(v.distance);
    to[5] = v.at;
}

DEVICE node node_get(GLOBAL const u64 *from)
{
    node v;
    v.best = (i64)from[0];
    v.worst = (i64)from[1];
    v.sum = F64_FROM(from[2]);
    v.square = F64_FROM(from[3]);
    v.distance = F64_FROM(from[4]);
    v.at = (u32)from[5];
    return v;
}

// groups is the number of groups of a segment.
KERNEL void wide_seed(HERD_PARAMS, u32 groups, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES;
    u32 p = GROUP_ID % groups * PAIRS_PER_GROUP + PAIR_OF_ITEM;
    herd h = HERD(r, 0);
    FILL_CACHE();
    h.step = 0;
    if (2 * p < P_MEMBERS)
        seed_pair(&h, s % P_DEMES, p, given TEAM_SCRATCH);
}

// Makes a step's children and, where nothing changes them afterwards, the
// node of each group.
KERNEL void wide_breed(HERD_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 measured LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES;
    u32 p = GROUP_ID % groups * PAIRS_PER_GROUP + PAIR_OF_ITEM;
    herd h = HERD(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        FILL_CACHE();
        if (2 * p < P_SLOTS)
            v = breed_pair(&h, s % P_DEMES, p TEAM_SCRATCH);
        WHEN (measured) {
#if TEAM == 1
            v = group_node(v, SCRATCH);
#endif
            if (LOCAL_ID == 0)
                node_put(nodes + (u64)GROUP_ID * NODE_WORDS, v);
        }
    }
}

// The nodes of a population that is complete. back is 1 for the first
// population, whose step is not above the state's.
KERNEL void wide_measure(HERD_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES;
    u32 p = GROUP_ID % groups * PAIRS_PER_GROUP + PAIR_OF_ITEM;
    // The members of a step that has just been made lie where the next step looks.
    herd h = HERD(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        if (!P_OVERLAPPING && !back) {
            h.now = h.next;
            h.score = h.fresh;
        }
        if (2 * p < P_MEMBERS)
            v = measure_pair(&h, s % P_DEMES, p TEAM_SCRATCH);
#if TEAM == 1
        v = group_node(v, SCRATCH);
#endif
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)GROUP_ID * NODE_WORDS, v);
    }
}

// The nodes [first, first + count), count a power of two, of a list of n,
// joined in the shape of the tree.
DEVICE node tree_of(GLOBAL const u64 *nodes, u32 first, u32 count, u32 n)
{
    node open[16];
    u32 depth = 0;
    for (u32 j = 0; j < count; j++) {
        node v = first + j < n ? node_get(nodes + (u64)(first + j) * NODE_WORDS) : node_empty();
        for (u32 k = j; k & 1; k >>= 1)
            v = node_join(open[--depth], v);
        open[depth++] = v;
    }
    return open[0];
}

// Ends a step: a group per replica joins the nodes, judges, keeps a new best.
KERNEL void wide_settle(HERD_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                        GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    herd h = HERD(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        node all = node_empty();
        u32 row;
        for (u32 d = 0; d < P_DEMES; d++) {
            node v = tree_of(nodes + (u64)(r * P_DEMES + d) * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
            v = group_node(v, mem);
            if (LOCAL_ID == 0)
                all = settle_deme(&h, d, v, all);
        }
        if (LOCAL_ID == 0)
            mem[0] = settle(&h, all, rules, records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS);
        BARRIER();
        row = (u32)mem[0];
        if (row) {
            GLOBAL const gene *from = P_OVERLAPPING || back ? h.now : h.next;
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                bests[(u64)r * STRIDE + j] = from[(u64)(row - 1) * STRIDE + j];
        }
    }
}
