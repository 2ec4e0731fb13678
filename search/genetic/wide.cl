// Kernels for large populations: a few launches make one step. Work-groups are
// dealt to segments; each pair of slots has a work-item (TEAM 1) or a group.
// Groups of finished replicas do nothing.

// Copies tables on chip, the problem's first and then those of a replica's
// mutations; scratch begins behind them.
#define FILL_TABLES(h)                                                                           \
    for (u32 k = LOCAL_ID; k < CACHE_END + RARE_WORDS; k += GROUP_SIZE)                          \
        mem[k] = k < CACHE_END ? data[k] : (h).own[OWN_RARE + k - CACHE_END];                    \
    BARRIER()
#define BREED_SCRATCH (mem + CACHE_END + RARE_WORDS)

#if TEAM == 1
#define PAIRS_PER_GROUP GROUP_SIZE
#define PAIR_OF_ITEM LOCAL_ID
#define TEAM_SCRATCH
#else
#define PAIRS_PER_GROUP 1
#define PAIR_OF_ITEM 0
#define TEAM_SCRATCH , BREED_SCRATCH
#endif

// ITEM_PAIRS is how many pairs a work-item has: they share the cost of joining
// nodes.
#define FIRST_PAIR(g) (((g) % groups * PAIRS_PER_GROUP + PAIR_OF_ITEM) * ITEM_PAIRS)

// groups is the number of groups of a segment; first is that of the first group of
// the launch, where a slow device makes a population in several.
KERNEL void wide_start(REPLICA_PARAMS, u32 groups, u32 given, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 g = first + GROUP_ID, s = g / groups, r = REPLICA_OF(s), p = FIRST_PAIR(g);
    POPULATION(h, r, 1);
    TAKE_MADE(h);
    FILL_TABLES(h);
    for (u32 k = 0; k < ITEM_PAIRS; k++)
        TEAM_WHEN (2 * (p + k) < P_MEMBERS)
            start_pair(&h, DEME_OF(s), p + k, given TEAM_SCRATCH);
}

// As an argument the seed is known to be the same for all work-items, and the keys of
// the generator's rounds are computed once.
#if SINGLE
#define SET_SEED(h) (h).seed = seed
#else
#define SET_SEED(h)
#endif

// Makes a step's children and, where nothing changes them afterwards, the
// node of each group.
KERNEL_FOR(WIDE_GROUP, WIDE_GROUPS) void wide_breed(REPLICA_PARAMS, u32 groups, u32 measured, u32 first, u64 seed LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 g = first + GROUP_ID, s = g / groups, r = REPLICA_OF(s), p = FIRST_PAIR(g);
    POPULATION(h, r, 0);
    SET_SEED(h);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        FILL_TABLES(h);
#pragma unroll 1
        for (u32 k = 0; k < ITEM_PAIRS; k++)
            TEAM_WHEN (2 * (p + k) < P_SLOTS)
                v = node_join(v, breed_pair(&h, DEME_OF(s), p + k TEAM_SCRATCH));
        WHEN (measured) {
#if TEAM == 1
            v = group_node(v, BREED_SCRATCH);
#endif
            if (LOCAL_ID == 0)
                node_put(nodes + (u64)s * groups * NODE_WORDS, g % groups, groups, v);
        }
    }
}

// The nodes of a population that is complete: of the first one (back 1), or
// of the one that the step has just made.
KERNEL void wide_measure(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), p = FIRST_PAIR(GROUP_ID);
    POPULATION(h, r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        TAKE_MADE(h);
#pragma unroll 1
        for (u32 k = 0; k < ITEM_PAIRS; k++)
            TEAM_WHEN (2 * (p + k) < P_MEMBERS)
                v = node_join(v, measure_pair(&h, DEME_OF(s), p + k TEAM_SCRATCH));
#if TEAM == 1
        v = group_node(v, BREED_SCRATCH);
#endif
        if (LOCAL_ID == 0)
            PUT_NODE(s, groups, v);
    }
}

// Finishes a step: a group per replica joins the nodes, judges, keeps a new best.
KERNEL_FOR(FINISH_GROUP, 1) void finish(REPLICA_PARAMS, u32 groups, u32 back, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node all = node_empty();
        verdict s = state_get(h.state);
        moments m;
        u32 d = 0, row;
        do {
            node v = join_nodes(nodes + (u64)(r * P_DEMES + d) * groups * NODE_WORDS, groups, mem);
            if (LOCAL_ID == 0)
                all = finish_deme(&h, d, v, all, &m);
            d++;
        } while (d < P_DEMES);
        if (LOCAL_ID == 0) {
            mem[0] = finish_replica(&h, &s, all, m, rules, RECORD_OF(h, r, base));
            state_put(h.state, s);
        }
        BARRIER();
        row = (u32)mem[0];
        TAKE_MADE(h);
        if (row)
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                best_rows[(u64)r * STRIDE + j] = h.genomes[(u64)(row - 1) * STRIDE + j];
    }
}
