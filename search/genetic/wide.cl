// Kernels for large populations: a few launches make one step. Work-groups are
// dealt to segments; each pair of slots has a work-item (TEAM 1) or a group.
// Groups of finished replicas do nothing.

#define REPLICA_PARAMS                                                                           \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,                \
        GLOBAL u64 *segments, GLOBAL u64 *states, GLOBAL u64 *prefix, GLOBAL u32 *order,         \
        GLOBAL const u64 *RESTRICT replicas, GLOBAL const u64 *RESTRICT par,                     \
        GLOBAL const u64 *RESTRICT data, GLOBAL const f64 *RESTRICT bounds, GLOBAL u16 *inverse, u64 seed

#define REPLICA(r, back)                                                                         \
    replica_of(r, back, pop0, pop1, score0, score1, segments, states, prefix, order, replicas,   \
               par, data, mem, bounds, inverse, seed)

// Copies tables on chip, the problem's first and then those of replica r's
// mutations; scratch begins behind them.
#define CACHE_END (CACHED ? CACHE_WORDS : 0)
#define FILL_CACHE(r)                                                                            \
    for (u32 k = LOCAL_ID; k < CACHE_END + RARE_WORDS; k += GROUP_SIZE)                          \
        mem[k] = k < CACHE_END ? data[k] : replicas[(r) * OWN_WORDS + OWN_RARE + k - CACHE_END]; \
    BARRIER()
#define SCRATCH (mem + CACHE_END + RARE_WORDS)

#if TEAM == 1
#define PAIRS_PER_GROUP GROUP_SIZE
#define PAIR_OF_ITEM LOCAL_ID
#define TEAM_SCRATCH
#else
#define PAIRS_PER_GROUP 1
#define PAIR_OF_ITEM 0
#define TEAM_SCRATCH , SCRATCH
#endif

// ITEM_PAIRS is how many pairs a work-item has: they share the cost of joining
// nodes.
#define FIRST_PAIR(g) (((g) % groups * PAIRS_PER_GROUP + PAIR_OF_ITEM) * ITEM_PAIRS)

// groups is the number of groups of a segment; first is that of the first group of
// the launch, where a slow device makes a population in several.
KERNEL void wide_start(REPLICA_PARAMS, u32 groups, u32 given, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 g = first + GROUP_ID, s = g / groups, r = s / P_DEMES, p = FIRST_PAIR(g);
    replica h = REPLICA(r, 0);
    FILL_CACHE(r);
    h.step = 0;
    for (u32 k = 0; k < ITEM_PAIRS; k++)
        TEAM_WHEN (2 * (p + k) < P_MEMBERS)
            start_pair(&h, s % P_DEMES, p + k, given TEAM_SCRATCH);
}

// Makes a step's children and, where nothing changes them afterwards, the
// node of each group.
KERNEL_FOR(WIDE_GROUP, WIDE_GROUPS) void wide_breed(REPLICA_PARAMS, GLOBAL u64 *nodes, GLOBAL u32 *guide, u32 groups, u32 measured, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 g = first + GROUP_ID, s = g / groups, r = s / P_DEMES, p = FIRST_PAIR(g);
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        FILL_CACHE(r);
        if (P_SELECTION == SELECT_ROULETTE || P_SELECTION == SELECT_UNIVERSAL)
            h.guide = guide + (u64)r * P_DEMES * GUIDE_ROOM;
#pragma unroll 1
        for (u32 k = 0; k < ITEM_PAIRS; k++)
            TEAM_WHEN (2 * (p + k) < P_SLOTS)
                v = node_join(v, breed_pair(&h, s % P_DEMES, p + k TEAM_SCRATCH));
        WHEN (measured) {
#if TEAM == 1
            v = group_node(v, SCRATCH);
#endif
            if (LOCAL_ID == 0)
                node_put(nodes + (u64)s * groups * NODE_WORDS, g % groups, groups, v);
        }
    }
}

// The nodes of a population that is complete: of the first one (back 1), or
// of the one that the step has just made.
KERNEL void wide_measure(REPLICA_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, p = FIRST_PAIR(GROUP_ID);
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        if (!P_OVERLAPPING && !back) {
            h.now = h.next;
            h.score = h.next_score;
        }
#pragma unroll 1
        for (u32 k = 0; k < ITEM_PAIRS; k++)
            TEAM_WHEN (2 * (p + k) < P_MEMBERS)
                v = node_join(v, measure_pair(&h, s % P_DEMES, p + k TEAM_SCRATCH));
#if TEAM == 1
        v = group_node(v, SCRATCH);
#endif
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)s * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
    }
}

// Finishes a step: a group per replica joins the nodes, judges, keeps a new best.
KERNEL_FOR(FINISH_GROUP, 1) void wide_finish(REPLICA_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                        GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    replica h = REPLICA(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        node all = node_empty();
        verdict s = state_get(h.state);
        moments m;
        u32 d = 0, row;
        do {
            node v = tree_of(nodes + (u64)(r * P_DEMES + d) * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
            v = group_node(v, mem);
            if (LOCAL_ID == 0)
                all = finish_deme(&h, d, v, all, &m);
            d++;
        } while (d < P_DEMES);
        if (LOCAL_ID == 0) {
            mem[0] = finish(&h, &s, all, m, rules, records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS);
            state_put(h.state, s);
        }
        BARRIER();
        row = (u32)mem[0];
        if (row) {
            GLOBAL const gene *from = P_OVERLAPPING || back ? h.now : h.next;
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                bests[(u64)r * STRIDE + j] = from[(u64)(row - 1) * STRIDE + j];
        }
    }
}
