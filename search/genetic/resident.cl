// A kernel for small populations: a group per replica makes many steps in one
// launch. The population stays in global memory, which is near enough when
// only one group touches it. TEAM is 1, and the operators are compiled in: a
// barrier under a condition that is not known then would make PoCL copy all
// that follows into both branches, again and again. Loops with barriers are
// do-while, since the compiler puts others under such a condition.

// Whether breeding can also measure: nothing changes the children afterwards.
#define MEASURED (!P_OVERLAPPING && !P_MIGRATES)

// Prefix sums of the weights of a deme, by the whole group.
DEVICE void group_wheel(replica *h, u32 d, LOCALPTR u64 *scratch)
{
    GLOBAL const u64 *par = h->par;
    scaler c = scaler_of(h->segments + d * SEGMENT_WORDS, par);
    u64 before = 0, all;
    u32 first = 0;
    do {
        u32 i = first + LOCAL_ID;
        u64 x = i < P_MEMBERS ? weight_of(c, par, h->scores[(u64)d * P_ROWS + i]) : 0;
        x = group_scan_u64(x, &all, scratch);
        if (i < P_MEMBERS)
            PREFIX_OF(h, d)[i] = before + x;
        before += all;
        first += GROUP_SIZE;
    } while (first < P_MEMBERS);
    if (LOCAL_ID == 0)
        h->segments[d * SEGMENT_WORDS + SEGMENT_TOTAL] = before;
}

// Ranks of a deme's members, by the whole group.
DEVICE void group_ranks(replica *h, u32 d, GLOBAL i64 *keys)
{
    GLOBAL const u64 *par = h->par;
    for (u32 i = LOCAL_ID; i < P_MEMBERS; i += GROUP_SIZE) {
        keys[i] = h->scores[(u64)d * P_ROWS + i];
        h->order[d * P_MEMBERS + i] = i;
    }
    BARRIER();
    group_sort_desc(keys, h->order + d * P_MEMBERS, P_MEMBERS);
    BARRIER();
}

// Replaces members of a deme by children, by the whole group.
DEVICE void group_cull(replica *h, u32 d, GLOBAL i64 *keys, GLOBAL u32 *index, GLOBAL u32 *flags, GLOBAL u32 *firsts, GLOBAL u32 *places, LOCALPTR u64 *scratch)
{
    GLOBAL const u64 *par = h->par;
    u32 all = P_MEMBERS + P_CHILDREN, before = 0, first = 0, sum;
    for (u32 j = LOCAL_ID; j < all; j += GROUP_SIZE) {
        keys[j] = joint_score(h, d, j);
        index[j] = j;
    }
    BARRIER();
    group_sort_desc(keys, index, all);
    BARRIER();
    if (P_UNIQUE) {
        do {
            u32 k = first + LOCAL_ID, x = k < all && (k == 0 || keys[k] != keys[k - (k > 0)]), y;
            y = group_scan_u32(x, &sum, scratch);
            if (k < all) {
                firsts[k] = x;
                places[k] = before + y;
            }
            before += sum;
            first += GROUP_SIZE;
        } while (first < all);
        BARRIER();
    }
    for (u32 k = LOCAL_ID; k < all; k += GROUP_SIZE)
        cull_mark(flags, index[k], cull_rank(k, P_UNIQUE ? firsts[k] : 0, P_UNIQUE ? places[k] : 0, before, P_UNIQUE), P_MEMBERS);
    before = 0;
    first = 0;
    BARRIER();
    do {
        u32 j = first + LOCAL_ID, x = j < all ? flags[j] : 0;
        x = group_scan_u32(x, &sum, scratch);
        if (j < all)
            places[j] = before + x;
        before += sum;
        first += GROUP_SIZE;
    } while (first < all);
    BARRIER();
    for (u32 i = LOCAL_ID; i < P_MEMBERS; i += GROUP_SIZE)
        cull_list(index, flags, places, i);
    BARRIER();
    for (u32 j = LOCAL_ID; j < P_CHILDREN; j += GROUP_SIZE)
        cull_place(h, d, index, flags, places, j);
    BARRIER();
}

// Joins the nodes of a deme's rounds; for one work-item.
DEVICE node join_rounds(GLOBAL const u64 *nodes, u32 rounds)
{
    u32 count = 1;
    while (count < rounds)
        count *= 2;
    return tree_of(nodes, 0, count, rounds);
}

// Words of on-chip memory behind the scratch, in which work-item 0 shares how a
// step ended.
#define SHARED_ROW 0
#define SHARED_STATUS 1
#define SHARED_ANCHOR 2
#define SHARED_WORDS 4 // the wheel comes behind them

KERNEL_FOR(WIDE_GROUP, 1) void evolve(REPLICA_PARAMS, GLOBAL i64 *keys, GLOBAL u32 *index, GLOBAL u32 *flags, GLOBAL u32 *firsts, GLOBAL u32 *places,
                   u64 base, u32 steps, u32 shared_at, u64 seed LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, rounds = (P_MEMBERS + 2 * GROUP_SIZE - 1) / (2 * GROUP_SIZE);
    u64 lists = (u64)r * (P_MEMBERS + P_CHILDREN);
    LOCALPTR u64 *shared = mem + shared_at;
    POPULATION(h, r, 0);
    verdict s = state_get(h.state);
    u64 status = s.status;
#if WHEEL_ON_CHIP
    h.prefix = shared + SHARED_WORDS;
#endif
    nodes += (u64)r * rounds * NODE_WORDS;
    SET_SEED(h);
    FILL_TABLES(h);
    for (u32 t = 0; t < steps && status == 0; t++) {
        node all = node_empty();
        moments m;
        u32 d = 0, row;
        do {
            node v;
            u32 k = 0;
            if (P_SELECTION == SELECT_ROULETTE || P_SELECTION == SELECT_UNIVERSAL)
                group_wheel(&h, d, BREED_SCRATCH);
            if (P_SELECTION == SELECT_RANK || P_SELECTION == SELECT_TRUNCATION || P_ELITES > 1)
                group_ranks(&h, d, keys + lists);
            BARRIER();
            do {
                u32 p = k * GROUP_SIZE + LOCAL_ID;
                v = node_empty();
                if (2 * p < P_SLOTS)
                    v = breed_pair(&h, d, p);
                if (MEASURED) {
                    v = group_node(v, BREED_SCRATCH);
                    if (LOCAL_ID == 0 && rounds > 1)
                        node_put(nodes, k, rounds, v);
                }
                k++;
            } while (k * GROUP_SIZE * 2 < P_SLOTS);
            if (!MEASURED)
                BARRIER();
            if (P_OVERLAPPING)
                group_cull(&h, d, keys + lists, index + lists, flags + lists, firsts + lists, places + lists, BREED_SCRATCH);
            if (MEASURED && LOCAL_ID == 0)
                all = finish_deme(&h, d, rounds > 1 ? join_rounds(nodes, rounds) : v, all, &m);
            d++;
        } while (d < P_DEMES);
        if (!P_OVERLAPPING)
            replica_swap(&h);
        if (P_MIGRATES) {
            WHEN (h.step % par[PAR_INTERVAL] == 0) {
                d = 0;
                do
                    group_ranks(&h, d, keys + lists);
                while (++d < P_DEMES);
                for (u32 k = LOCAL_ID; k < P_MIGRANTS * P_DEMES; k += GROUP_SIZE)
                    migrate_one(&h, k / P_MIGRANTS, k % P_MIGRANTS);
                BARRIER();
            }
        }
        if (!MEASURED) {
            d = 0;
            do {
                node v;
                u32 k = 0;
                do {
                    u32 p = k * GROUP_SIZE + LOCAL_ID;
                    v = node_empty();
                    if (2 * p < P_MEMBERS)
                        v = measure_pair(&h, d, p);
                    v = group_node(v, BREED_SCRATCH);
                    if (LOCAL_ID == 0 && rounds > 1)
                        node_put(nodes, k, rounds, v);
                    k++;
                } while (k * GROUP_SIZE * 2 < P_MEMBERS);
                if (LOCAL_ID == 0)
                    all = finish_deme(&h, d, rounds > 1 ? join_rounds(nodes, rounds) : v, all, &m);
                d++;
            } while (d < P_DEMES);
        }
        if (LOCAL_ID == 0) {
            shared[SHARED_ROW] = finish_replica(&h, &s, all, m, rules, RECORD_OF(h, r, base));
            shared[SHARED_STATUS] = s.status;
            shared[SHARED_ANCHOR] = F64_BITS(s.anchor);
        }
        BARRIER();
        row = (u32)shared[SHARED_ROW];
        status = shared[SHARED_STATUS];
        h.anchor = F64_FROM(shared[SHARED_ANCHOR]);
        h.step++;
        if (row)
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                best_rows[(u64)r * STRIDE + j] = h.genomes[(u64)(row - 1) * STRIDE + j];
        BARRIER();
    }
    if (LOCAL_ID == 0)
        state_put(h.state, s);
}
