// The kernels of a step, one for each operator. groups is the number of groups
// of a replica; groups of finished replicas do nothing.

// Copies one of the replica's tables on chip.
#define FILL_RARE(h, at) FILL(mem, (h).own + (at), RARE_WORDS)

// The first population; members below given were put there by the host.
KERNEL void step_start(REPLICA_PARAMS, u32 groups, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = ELEMENT;
    replica h = REPLICA(GROUP_ID / groups, 1);
    if (i < P_MEMBERS) {
        GLOBAL gene *row = h.next_genomes + (u64)i * STRIDE;
        if (i >= given)
            initialize(row, address_of(h.seed, PURPOSE_INIT, 0, i), bounds);
#if REPAIR
        problem_repair(row, data, mem, address_of(h.seed, PURPOSE_REPAIR, 0, i));
#endif
        h.next_scores[i] = problem_score(row, data, mem);
    }
}

// Begins a step: whom each member meets.
KERNEL void step_mate(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = ELEMENT;
    replica h = REPLICA(GROUP_ID / groups, 0);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS) {
        h.mates[i] = mate_of(&h, i, par[PAR_MIGRATION] == MIGRATE_DIFFUSION && has_event(&h));
        if (i == 0)
            *h.used = 0;
    }
}

KERNEL void step_cross(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = ELEMENT / WORDS, w = ELEMENT % WORDS;
    replica h = REPLICA(GROUP_ID / groups, 0);
    FILL_RARE(h, OWN_CROSS);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS) {
        u64 m = mate_genes(&h, i, w, mem);
        h.next_genomes[(u64)i * STRIDE + w] = (h.genomes[(u64)i * STRIDE + w] & ~m) | (h.genomes[(u64)h.mates[i] * STRIDE + w] & m);
    }
}

KERNEL void step_mutate(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = ELEMENT / WORDS, w = ELEMENT % WORDS;
    replica h = REPLICA(GROUP_ID / groups, 0);
    FILL_RARE(h, OWN_FLIPS);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS)
        h.next_genomes[(u64)i * STRIDE + w] ^= flipped_genes(&h, i, w, mem);
}

#if REPAIR
KERNEL void step_repair(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = ELEMENT;
    replica h = REPLICA(GROUP_ID / groups, 0);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS)
        problem_repair(h.next_genomes + (u64)i * STRIDE, data, mem, address_of(h.seed, PURPOSE_REPAIR, h.step, i));
}
#endif

#if SLICED
// The climbs of as many groups of members as are launched, from group first on.
KERNEL void step_climb(REPLICA_PARAMS, GLOBAL const u32 *RESTRICT formula, GLOBAL u32 *scratch, u32 groups, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 at = first + GROUP_ID, i = at % groups * GROUP_SIZE;
    replica h = REPLICA(at / groups, 0);
    LOCALPTR u32 *shared = (LOCALPTR u32 *)mem;
#if SLICED_ON_CHIP
    LOCALPTR u32 *lit = shared + 2 + SLICED_GROUP + 2; // behind the shared words, which are a whole number of u64
#else
    GLOBAL u32 *lit = scratch + (u64)GROUP_ID * ((SLICED_WORDS + 1) / 2 * 2);
#endif
    WHEN (h.state[STATE_STATUS] == 0) {
        sliced_climb(h.next_genomes + (u64)i * STRIDE, h.next_scores + i, h.lasts + i, MIN(P_MEMBERS - i, (u32)SLICED_GROUP),
                     *h.passes, formula, lit, shared);
    }
}
#else
// Likewise their places from to until - 1. Where a climb goes on after that, open
// gets the number of the launch.
KERNEL void step_climb_part(REPLICA_PARAMS, GLOBAL const u32 *RESTRICT formula, GLOBAL u32 *scratch, GLOBAL u64 *marks, GLOBAL u32 *open,
                            u32 groups, u32 first, u64 from, u64 until, u32 launch LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 at = first + GROUP_ID, i = at % groups * GROUP_SIZE + LOCAL_ID;
    replica h = REPLICA(at / groups, 0);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS) {
        GLOBAL u64 *mark = marks + GLOBAL_ID;
        climb c = climb_of(h.next_genomes + (u64)i * STRIDE, mark, GLOBAL_ID, GROUP_COUNT * GROUP_SIZE, formula, scratch, data, mem);
        if (climb_part(&c, h.next_scores + i, h.lasts + i, mark, *h.passes, from, until))
            *open = launch;
    }
}
#endif

// Keeps members that their children do not surpass, and measures; two members
// a work-item.
KERNEL void step_replace(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, i = 2 * ELEMENT;
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v;
        u32 count = 0;
        for (u32 k = i; k < i + 2 && k < P_MEMBERS; k++) {
            count += h.lasts[k] == *h.passes;
            if (h.next_scores[k] <= h.scores[k]) {
                for (u32 w = 0; w < WORDS; w++)
                    h.next_genomes[(u64)k * STRIDE + w] = h.genomes[(u64)k * STRIDE + w];
                h.next_scores[k] = h.scores[k];
            }
        }
        if (count)
            ATOMIC_ADD32(h.used, count);
        v = group_node(pair_node(&h, i), mem);
        if (LOCAL_ID == 0)
            PUT_NODE(r, groups, v);
    }
}

// The best and the worst member of each island of the population that the step
// has made, in steps with migration; a group an island.
KERNEL void step_find(REPLICA_PARAMS, u32 islands LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 island = GROUP_ID % islands, cells = P_CELLS;
    replica h = REPLICA(GROUP_ID / islands, 0);
    WHEN (h.state[STATE_STATUS] == 0 && has_event(&h)) {
        GLOBAL const i64 *s = h.next_scores + island * cells;
        u32 i = LOCAL_ID % cells, j = i; // an island may be smaller than the group
        group_best best, worst;
        for (u32 k = i + GROUP_SIZE; k < cells; k += GROUP_SIZE) {
            i = s[k] > s[i] ? k : i;
            j = s[k] <= s[j] ? k : j;
        }
        best = group_argmax(s[i], i, mem);
        worst = group_argmax(~s[j], cells - 1 - j, mem);
        if (LOCAL_ID == 0) {
            ends[2 * GROUP_ID] = island * cells + best.index;
            ends[2 * GROUP_ID + 1] = island * cells + (cells - 1 - worst.index);
        }
    }
}

KERNEL void step_move(REPLICA_PARAMS, u32 islands LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 island = GROUP_ID % islands, first = GROUP_ID - island;
    replica h = REPLICA(GROUP_ID / islands, 0);
    if (h.state[STATE_STATUS] == 0 && has_event(&h)) {
        u32 from = ends[2 * GROUP_ID], to = ends[2 * (first + (island + 1) % islands) + 1];
        for (u32 w = LOCAL_ID; w < WORDS; w += GROUP_SIZE)
            h.next_genomes[(u64)to * STRIDE + w] = h.next_genomes[(u64)from * STRIDE + w];
        if (LOCAL_ID == 0)
            h.next_scores[to] = h.next_scores[from];
    }
}

// Measures what the step has made.
KERNEL void step_measure(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = group_node(pair_node(&h, 2 * ELEMENT), mem);
        if (LOCAL_ID == 0)
            PUT_NODE(r, groups, v);
    }
}

// plan.nextPasses.
DEVICE u32 next_passes(u32 passes, u32 used, GLOBAL const u64 *own, GLOBAL const u64 *par)
{
    u32 most = (u32)own[OWN_PASSES], change = (u32)own[OWN_DECREASE];
    u32 floor = par[PAR_FEEDBACK] == FEEDBACK_LITERAL ? 0 : change;
    u32 less = passes > change ? passes - change : 0;
    if (par[PAR_FEEDBACK] == FEEDBACK_NONE)
        return most;
    if (used > (u32)own[OWN_ENOUGH])
        return MIN(most, passes + change);
    return MIN(most, MAX(floor, less));
}

#define FINISHED(h, v, back) *(h).passes = (back) ? (u32)(h).own[OWN_PASSES] : next_passes(*(h).passes, *(h).used, (h).own, (h).par);
