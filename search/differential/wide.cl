// Kernels for large populations: two launches make one step. A group fills a
// block of 2 * GROUP_SIZE places of a replica, two a work-item; groups is how
// many groups a replica has. Groups of finished replicas do nothing.

// The node of a block whose members are complete.
DEVICE node block_node(herd *h, GLOBAL const gene *rows, GLOBAL const i64 *score, u32 first, LOCALPTR u64 *scratch)
{
    GLOBAL const u64 *par = h->par;
    node v = node_empty();
    u32 i = first + 2 * LOCAL_ID;
    if (i < P_MEMBERS)
        v = pair_node(h, rows, score, i);
    return group_node(v, scratch);
}

KERNEL void wide_seed(HERD_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 first = GROUP_ID % groups * 2 * GROUP_SIZE;
    herd h = HERD(GROUP_ID / groups, 1);
    node v;
    FILL_CACHE();
    for (u32 k = 0; k < 2; k++) {
        u32 i = first + k * GROUP_SIZE + LOCAL_ID;
        if (i < P_MEMBERS)
            found(&h, i, given);
    }
    BARRIER();
    v = block_node(&h, h.now, h.score, first, SCRATCH);
    if (LOCAL_ID == 0)
        node_put(nodes + (u64)(GROUP_ID / groups) * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
}

KERNEL void wide_step(HERD_PARAMS, GLOBAL u64 *nodes, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 first = GROUP_ID % groups * 2 * GROUP_SIZE;
    herd h = HERD(GROUP_ID / groups, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v;
        FILL_CACHE();
        for (u32 k = 0; k < 2; k++) {
            u32 i = first + k * GROUP_SIZE + LOCAL_ID;
            if (i < P_MEMBERS)
                compete(&h, i);
        }
        BARRIER();
        v = block_node(&h, h.next, h.fresh, first, SCRATCH);
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)(GROUP_ID / groups) * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
    }
}

// Ends a step: a group per replica joins the nodes, judges, keeps a new best.
// back is 1 for the first population; base is the step of the first record.
KERNEL void wide_settle(HERD_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                        GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    herd h = HERD(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        GLOBAL const gene *rows = back ? h.now : h.next;
        node v = tree_of(nodes + (u64)r * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
        v = group_node(v, mem);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            mem[0] = settle(&h, &s, v, rules, records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS);
            mem[1] = v.at;
            state_put(h.state, s);
            leaders[r] = v.at;
        }
        BARRIER();
        if (mem[0])
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                bests[(u64)r * STRIDE + j] = rows[mem[1] * STRIDE + j];
    }
}
