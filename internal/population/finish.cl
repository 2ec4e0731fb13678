// The end of a step. An algorithm may define FINISHED(h, v, back), which work-item 0
// does with the node of the population that the step has made.

// A group per replica joins the nodes of its groups, judges and keeps a new best.
KERNEL void finish(REPLICA_PARAMS, u32 groups, u32 back, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = join_nodes(nodes + (u64)r * groups * NODE_WORDS, groups, mem);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            mem[0] = finish_step(&h, &s, v, node_moments(v, P_MEMBERS, h.anchor), P_MEMBERS / 2, rules, RECORD_OF(h, r, base));
            mem[1] = v.at;
            state_put(h.state, s);
#ifdef FINISHED
            FINISHED(h, v, back)
#endif
        }
        BARRIER();
        if (mem[0])
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                best_rows[(u64)r * STRIDE + j] = h.next_genomes[mem[1] * STRIDE + j];
    }
}
