// The kernels of a step, one for each operator. groups is the number of groups
// of a replica; groups of finished replicas do nothing.

// What this work-item has of so many things of its replica.
#define THING (GROUP_ID % groups * GROUP_SIZE + LOCAL_ID)

// Copies one of the replica's tables on chip.
#define FILL_RARE(h, at)                                    \
    for (u32 k = LOCAL_ID; k < RARE_WORDS; k += GROUP_SIZE) \
        mem[k] = (h).own[(at) + k];                         \
    BARRIER()

// The first population; members below given were put there by the host.
KERNEL void step_start(REPLICA_PARAMS, u32 groups, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = THING;
    replica h = REPLICA(GROUP_ID / groups, 1);
    if (i < P_MEMBERS) {
        GLOBAL gene *row = h.now + (u64)i * STRIDE;
        if (i >= given)
            for (u32 w = 0; w < WORDS; w++)
                row[w] = random_mask(address_of(h.seed, PURPOSE_INIT, 0, i), w, (u64)1 << 31, below(LEN, w));
#if REPAIR
        problem_repair(row, data, mem, address_of(h.seed, PURPOSE_REPAIR, 0, i));
#endif
        h.score[i] = problem_score(row, data, mem);
    }
}

// Begins a step: whom each member meets.
KERNEL void step_mate(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = THING;
    replica h = REPLICA(GROUP_ID / groups, 0);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS) {
        h.mate[i] = mate_of(&h, i, par[PAR_MIGRATION] == MIGRATE_DIFFUSION && has_event(&h));
        if (i == 0)
            *h.used = 0;
    }
}

KERNEL void step_cross(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = THING / WORDS, w = THING % WORDS;
    replica h = REPLICA(GROUP_ID / groups, 0);
    FILL_RARE(h, OWN_CROSS);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS) {
        u64 m = mate_genes(&h, i, w, mem);
        h.next[(u64)i * STRIDE + w] = (h.now[(u64)i * STRIDE + w] & ~m) | (h.now[(u64)h.mate[i] * STRIDE + w] & m);
    }
}

KERNEL void step_mutate(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = THING / WORDS, w = THING % WORDS;
    replica h = REPLICA(GROUP_ID / groups, 0);
    FILL_RARE(h, OWN_FLIPS);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS)
        h.next[(u64)i * STRIDE + w] ^= flipped_genes(&h, i, w, mem);
}

#if REPAIR
KERNEL void step_repair(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 i = THING;
    replica h = REPLICA(GROUP_ID / groups, 0);
    if (h.state[STATE_STATUS] == 0 && i < P_MEMBERS)
        problem_repair(h.next + (u64)i * STRIDE, data, mem, address_of(h.seed, PURPOSE_REPAIR, h.step, i));
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
        sliced_climb(h.next + (u64)i * STRIDE, h.next_score + i, h.last + i, MIN(P_MEMBERS - i, (u32)SLICED_GROUP),
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
        climb c = climb_of(h.next + (u64)i * STRIDE, mark, GLOBAL_ID, GROUP_COUNT * GROUP_SIZE, formula, scratch, data, mem);
        if (climb_part(&c, h.next_score + i, h.last + i, mark, *h.passes, from, until))
            *open = launch;
    }
}
#endif

// The node of members i and i + 1, of which the second may not exist.
DEVICE node pair_node(replica *h, GLOBAL const gene *rows, GLOBAL const i64 *score, u32 i)
{
    GLOBAL const u64 *par = h->par;
    node v = node_leaf(score[i], i, h->anchor);
    if (i + 1 < P_MEMBERS) {
        u32 d = 0;
        for (u32 w = 0; w < WORDS; w++)
            d += POPCOUNT64(rows[(u64)i * STRIDE + w] ^ rows[(u64)(i + 1) * STRIDE + w]);
        v = node_join(v, node_leaf(score[i + 1], i + 1, h->anchor));
        v.distance = (f64)d;
    }
    return v;
}

// Keeps members that their children do not surpass, and measures; two members
// a work-item.
KERNEL void step_replace(REPLICA_PARAMS, u32 groups, GLOBAL u64 *nodes LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, i = 2 * THING;
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        u32 count = 0;
        for (u32 k = i; k < i + 2 && k < P_MEMBERS; k++) {
            count += h.last[k] == *h.passes;
            if (h.next_score[k] <= h.score[k]) {
                for (u32 w = 0; w < WORDS; w++)
                    h.next[(u64)k * STRIDE + w] = h.now[(u64)k * STRIDE + w];
                h.next_score[k] = h.score[k];
            }
        }
        if (count)
            ATOMIC_ADD32(h.used, count);
        if (i < P_MEMBERS)
            v = pair_node(&h, h.next, h.next_score, i);
        v = group_node(v, mem);
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)r * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
    }
}

// The best and the worst member of each island of the population that the step
// has made, in steps with migration; a group an island.
KERNEL void step_find(REPLICA_PARAMS, GLOBAL u32 *ends, u32 islands LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 island = GROUP_ID % islands, cells = P_CELLS;
    replica h = REPLICA(GROUP_ID / islands, 0);
    WHEN (h.state[STATE_STATUS] == 0 && has_event(&h)) {
        GLOBAL const i64 *s = h.next_score + island * cells;
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

KERNEL void step_move(REPLICA_PARAMS, GLOBAL const u32 *ends, u32 islands LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 island = GROUP_ID % islands, first = GROUP_ID - island;
    replica h = REPLICA(GROUP_ID / islands, 0);
    if (h.state[STATE_STATUS] == 0 && has_event(&h)) {
        u32 from = ends[2 * GROUP_ID], to = ends[2 * (first + (island + 1) % islands) + 1];
        for (u32 w = LOCAL_ID; w < WORDS; w += GROUP_SIZE)
            h.next[(u64)to * STRIDE + w] = h.next[(u64)from * STRIDE + w];
        if (LOCAL_ID == 0)
            h.next_score[to] = h.next_score[from];
    }
}

// Measures a complete population: the first one (back 1), or the one that the
// step has made.
KERNEL void step_measure(REPLICA_PARAMS, u32 groups, GLOBAL u64 *nodes, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, i = 2 * THING;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = node_empty();
        if (i < P_MEMBERS)
            v = pair_node(&h, back ? h.now : h.next, back ? h.score : h.next_score, i);
        v = group_node(v, mem);
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)r * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
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

// Finishes a step: a group per replica joins the nodes, judges, keeps a new best.
KERNEL void step_finish(REPLICA_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                        GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    replica h = REPLICA(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        GLOBAL const gene *rows = back ? h.now : h.next;
        node all = tree_of(nodes + (u64)r * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
        all = group_node(all, mem);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            moments m = node_moments(all, P_MEMBERS, h.anchor);
            f64 spread = P_MEMBERS < 2 ? 0.0 : all.distance / ((f64)(P_MEMBERS / 2) * (f64)LEN);
            mem[0] = judge(&s, h.step, all.best, m.mean, spread, rules);
            mem[1] = all.at;
            if (par[PAR_TRACE])
                record(records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS, s, all, m, spread);
            state_put(h.state, s);
            *h.passes = back ? (u32)h.own[OWN_PASSES] : next_passes(*h.passes, *h.used, h.own, par);
        }
        BARRIER();
        if (mem[0])
            for (u32 w = LOCAL_ID; w < STRIDE; w += GROUP_SIZE)
                bests[(u64)r * STRIDE + w] = rows[mem[1] * STRIDE + w];
    }
}
