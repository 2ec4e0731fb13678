// A kernel for small populations: a group per replica makes many steps in one
// launch. The population stays in global memory, which is near enough when
// only one group touches it. No barrier stands under a condition but that of
// the steps, which is the same in the whole group: PoCL would copy all that
// follows into both branches.

// Words of on-chip memory behind the scratch, in which work-item 0 shares how a
// step ended.
#define SHARED_BETTER 0
#define SHARED_BEST 1
#define SHARED_STATUS 2
#define SHARED_ANCHOR 3
#define SHARED_WORDS 4

KERNEL void evolve(REPLICA_PARAMS, u64 base, u32 steps LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, block = 2 * GROUP_SIZE;
    u32 rounds = (P_MEMBERS + block - 1) / block, leaves = 1;
    LOCALPTR u64 *shared = SCRATCH + NODE_WORDS * GROUP_SIZE;
    MEMBERS_OF(h, r, 0);
    verdict s = state_get(h.state); // work-item 0's is kept up to date
    u64 status = s.status;
    while (leaves < rounds)
        leaves *= 2;
    nodes += (u64)r * rounds * NODE_WORDS;
    FILL_CACHE();
    for (u32 t = 0; t < steps && status == 0; t++) {
        node v;
        u32 k = 0;
        for (u32 i = LOCAL_ID; i < P_MEMBERS; i += GROUP_SIZE)
            step_member(&h, i);
        BARRIER();
        do {
            v = block_node(&h, k * block, SCRATCH);
            if (LOCAL_ID == 0 && rounds > 1)
                node_put(nodes, k, rounds, v);
            k++;
        } while (k < rounds);
        if (LOCAL_ID == 0) {
            if (rounds > 1)
                v = tree_of(nodes, 0, leaves, rounds);
            shared[SHARED_BETTER] = finish_step(&h, &s, v, node_moments(v, P_MEMBERS, h.anchor), P_MEMBERS / 2, rules, RECORD_OF(h, r, base));
            shared[SHARED_BEST] = v.at;
            shared[SHARED_STATUS] = s.status;
            shared[SHARED_ANCHOR] = F64_BITS(s.anchor);
        }
        BARRIER();
        h.best = (u32)shared[SHARED_BEST];
        h.anchor = F64_FROM(shared[SHARED_ANCHOR]);
        h.step++;
        replica_swap(&h);
        status = shared[SHARED_STATUS];
        if (shared[SHARED_BETTER])
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                best_rows[(u64)r * STRIDE + j] = h.genomes[(u64)h.best * STRIDE + j];
        BARRIER();
    }
    if (LOCAL_ID == 0) {
        state_put(h.state, s);
        *h.best_members = h.best;
    }
}
