// Kernels for large populations whose members a step makes one by one, in global
// memory: two launches make one step. A group fills a block of 2 * GROUP_SIZE places of a
// replica, two a work-item; groups is how many groups a replica has. Groups of finished
// replicas do nothing.
//
// An algorithm defines before this part, for member i:
//
// start_member     makes and scores it in the first population
// step_member      makes and scores it in the next population
//
// best is the best member of the population of now.

#define FINISHED(h, v, back) *(h).best_members = (v).at;

// The replica r, whose problem has its tables on chip.
#define MEMBERS_OF(h, r, back)    \
    replica h = REPLICA(r, back); \
    h.cache = mem;                \
    h.best = *h.best_members

// The node of a block whose members are complete.
DEVICE node block_node(const replica *h, u32 first, LOCALPTR u64 *scratch)
{
    return group_node(pair_node(h, first + 2 * LOCAL_ID), scratch);
}

// The first population may be made in pieces, of which this one begins with group piece.
KERNEL void wide_start(REPLICA_PARAMS, u32 groups, u32 given, u32 piece LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = (piece + GROUP_ID) / groups, first = (piece + GROUP_ID) % groups * 2 * GROUP_SIZE;
    MEMBERS_OF(h, r, 1);
    node v;
    FILL_CACHE();
    for (u32 k = 0; k < 2; k++) {
        u32 i = first + k * GROUP_SIZE + LOCAL_ID;
        if (i < P_MEMBERS)
            start_member(&h, i, given);
    }
    BARRIER();
    v = block_node(&h, first, SCRATCH);
    if (LOCAL_ID == 0)
        node_put(nodes + (u64)r * groups * NODE_WORDS, (piece + GROUP_ID) % groups, groups, v);
}

KERNEL void wide_step(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, first = GROUP_ID % groups * 2 * GROUP_SIZE;
    MEMBERS_OF(h, r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v;
        FILL_CACHE();
        for (u32 k = 0; k < 2; k++) {
            u32 i = first + k * GROUP_SIZE + LOCAL_ID;
            if (i < P_MEMBERS)
                step_member(&h, i);
        }
        BARRIER();
        v = block_node(&h, first, SCRATCH);
        if (LOCAL_ID == 0)
            PUT_NODE(r, groups, v);
    }
}
