// Kernels for large populations of real vectors: two launches make one step. A
// group fills a block of 2 * GROUP_SIZE places of a replica, two a work-item;
// groups is how many groups a replica has. Groups of finished replicas do nothing.
//
// What an algorithm defines before this part:
//
// replica          a struct: now, next (rows), score, next_score, state, par,
//                  bounds, step, anchor, and best, the best member of now
// REPLICA_PARAMS   the first parameters of all kernels, among them par, data and
//                  best_members
// REPLICA(r, back) the replica r; back is 1 for the first population
// start_member     makes and scores member i of the first population
// step_member      makes and scores place i of the next population

// The node of members i and i + 1, of which the second may not exist.
DEVICE node pair_node(replica *h, GLOBAL const gene *rows, GLOBAL const i64 *score, u32 i)
{
    GLOBAL const u64 *par = h->par;
    node v = node_leaf(score[i], i, h->anchor);
    if (i + 1 < P_MEMBERS) {
        GLOBAL const gene *a = rows + (u64)i * STRIDE, *b = a + STRIDE;
        f64 sum = 0;
        for (u32 j = 0; j < LEN; j++) {
            f64 span = h->bounds[LEN + j] - h->bounds[j];
            if (span > 0)
                sum += F64_ABS(a[j] - b[j]) / span;
        }
        v = node_join(v, node_leaf(score[i + 1], i + 1, h->anchor));
        v.distance = sum;
    }
    return v;
}

// Finishes a step of a replica: judges it and leaves a record; for one work-item.
// Returns whether there is a new best member.
DEVICE u32 finish(replica *h, verdict *s, node all, GLOBAL const u64 *rules, GLOBAL u64 *to)
{
    GLOBAL const u64 *par = h->par;
    u32 n = P_MEMBERS, improved;
    moments m = node_moments(all, n, h->anchor);
    f64 spread = all.distance / ((f64)(n / 2) * (f64)LEN);
    improved = judge(s, h->step, all.best, m.mean, spread, rules);
    if (par[PAR_TRACE])
        record(to, *s, all, m, spread);
    return improved;
}

// The node of a block whose members are complete.
DEVICE node block_node(replica *h, GLOBAL const gene *rows, GLOBAL const i64 *score, u32 first, LOCALPTR u64 *scratch)
{
    GLOBAL const u64 *par = h->par;
    node v = node_empty();
    u32 i = first + 2 * LOCAL_ID;
    if (i < P_MEMBERS)
        v = pair_node(h, rows, score, i);
    return group_node(v, scratch);
}

KERNEL void wide_start(REPLICA_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 first = GROUP_ID % groups * 2 * GROUP_SIZE;
    replica h = REPLICA(GROUP_ID / groups, 1);
    node v;
    FILL_CACHE();
    for (u32 k = 0; k < 2; k++) {
        u32 i = first + k * GROUP_SIZE + LOCAL_ID;
        if (i < P_MEMBERS)
            start_member(&h, i, given);
    }
    BARRIER();
    v = block_node(&h, h.now, h.score, first, SCRATCH);
    if (LOCAL_ID == 0)
        node_put(nodes + (u64)(GROUP_ID / groups) * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
}

KERNEL void wide_step(REPLICA_PARAMS, GLOBAL u64 *nodes, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 first = GROUP_ID % groups * 2 * GROUP_SIZE;
    replica h = REPLICA(GROUP_ID / groups, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v;
        FILL_CACHE();
        for (u32 k = 0; k < 2; k++) {
            u32 i = first + k * GROUP_SIZE + LOCAL_ID;
            if (i < P_MEMBERS)
                step_member(&h, i);
        }
        BARRIER();
        v = block_node(&h, h.next, h.next_score, first, SCRATCH);
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)(GROUP_ID / groups) * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
    }
}

// Finishes a step: a group per replica joins the nodes, judges, keeps a new best.
// back is 1 for the first population; base is the step of the first record.
KERNEL void wide_finish(REPLICA_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                        GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    replica h = REPLICA(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        GLOBAL const gene *rows = back ? h.now : h.next;
        node v = tree_of(nodes + (u64)r * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
        v = group_node(v, mem);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            mem[0] = finish(&h, &s, v, rules, records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS);
            mem[1] = v.at;
            state_put(h.state, s);
            best_members[r] = v.at;
        }
        BARRIER();
        if (mem[0])
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                bests[(u64)r * STRIDE + j] = rows[mem[1] * STRIDE + j];
    }
}
