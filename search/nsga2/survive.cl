// Crowding distances and survivors: the twin of survive.go and summary.go.

// What a row has around it in its front by a criterion: the scores of the first and
// of the last, and of its neighbors below (has 1) and above (has 2).
typedef struct {
    i64 own, low, high, below, above;
    u32 has;
} surroundings;

DEVICE surroundings surroundings_of(i64 own)
{
    surroundings a;
    a.own = own;
    a.low = own;
    a.high = own;
    a.below = (i64)((u64)1 << 63);
    a.above = (i64)(((u64)1 << 63) - 1);
    a.has = 0;
    return a;
}

// Takes a row of the front into account, unless it is no other one or a twin.
DEVICE void surrounded_by(surroundings *a, i64 s, u32 earlier, u32 counts)
{
    u32 under = (s < a->own) | ((s == a->own) & earlier);
    a->low = counts & (s < a->low) ? s : a->low;
    a->high = counts & (s > a->high) ? s : a->high;
    a->below = counts & under & (s > a->below) ? s : a->below;
    a->above = counts & !under & (s < a->above) ? s : a->above;
    a->has |= counts ? 2 - under : 0;
}

// What all parts of a row's work-items have found.
DEVICE void surroundings_joined(surroundings *a, LOCALPTR u64 *mem)
{
    a->low = split_min(a->low, mem);
    a->high = split_max(a->high, mem);
    a->below = split_max(a->below, mem);
    a->above = split_min(a->above, mem);
    // has is 0, or 1 and 2 in any of them: the sum of the one and of the other
    u64 sides = split_sum((a->has & 1) | (u64)(a->has >> 1) << 32, mem);
    a->has = ((u32)sides != 0) | ((u32)(sides >> 32) != 0) << 1;
}

// The sum of distances with that by criterion m.
DEVICE f64 add_distance(f64 sum, const surroundings *a, u32 m)
{
    f64 x = (criterion_number(m, a->above) - criterion_number(m, a->below)) /
            (criterion_number(m, a->high) - criterion_number(m, a->low));
    if (a->has != 3)
        return F64_FROM((u64)0x7FF0 << 48);
    return sum + (IS_FINITE(x) ? x : 0.0);
}

// Finds the neighbors of a row in its front, by each criterion in the order of scores
// and then of rows. It goes by two criteria at once, and without branches, so that it
// waits for all that it reads of a row at once.
KERNEL void crowd(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, open = h.state[STATE_STATUS] == 0 && i < size;
    u32 rank = open ? h.ranks[i] : 0, inside = open && rank <= h.edge[0] && !h.twin[i], m = 0;
    f64 sum = 0.0;
    do {
        u32 two = m + 1 < OBJECTIVES;
        GLOBAL const i64 *s = h.scores + m, *t = s + two;
        surroundings a = surroundings_of(open ? s[(u64)i * OBJECTIVES] : 0);
        surroundings b = surroundings_of(open ? t[(u64)i * OBJECTIVES] : 0);
        if (inside)
            for (u32 j = PART; j < size; j += SPLIT) {
                if (h.ranks[j] == rank) {
                    u32 counts = !h.twin[j] & (j != i);
                    surrounded_by(&a, s[(u64)j * OBJECTIVES], j < i, counts);
                    if (two)
                        surrounded_by(&b, t[(u64)j * OBJECTIVES], j < i, counts);
                }
            }
        surroundings_joined(&a, mem);
        surroundings_joined(&b, mem);
        sum = add_distance(sum, &a, m);
        if (two)
            sum = add_distance(sum, &b, m + 1);
        m += 2;
    } while (m < OBJECTIVES);
    if (open && PART == 0)
        h.crowding[i] = inside ? sum : 0.0;
}

// Decides whether a row survives. dominated is free by now and takes the answers.
KERNEL void survive(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, open = h.state[STATE_STATUS] == 0 && i < size;
    u32 last = h.edge[0], rank = open ? h.ranks[i] : 0;
    u64 better = 0;
    if (open && rank == last) {
        f64 own = h.crowding[i];
        for (u32 j = PART; j < size; j += SPLIT) {
            f64 x = h.crowding[j];
            better += h.ranks[j] == last && (x > own || (x == own && j < i));
        }
    }
    better = split_sum(better, mem);
    if (open && PART == 0)
        h.dominated[i] = rank < last || (rank == last && better < h.edge[1]);
}

// Finds the place of a survivor among all.
KERNEL void place(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, survives = h.state[STATE_STATUS] == 0 && i < size && h.dominated[i];
    u64 k = 0;
    if (survives)
        for (u32 j = PART; j < i; j += SPLIT)
            k += h.dominated[j];
    k = split_sum(k, mem);
    if (survives && PART == 0)
        h.list[k] = i;
}

// The node of place k: the score by the first criterion, where only members of
// the first front can be best, and what violates something counts as the mean.
DEVICE node place_node(const replica *h, u32 k)
{
    u32 i = h->list[k], feasible = h->violations[i] == 0;
    i64 s = feasible ? h->scores[(u64)i * OBJECTIVES] : (i64)((u64)1 << 63);
    node v = node_leaf(s, k, h->anchor);
    if (!feasible) {
        v.sum = 0;
        v.square = 0;
    }
    if (h->ranks[i] != 0) {
        v.best = (i64)((u64)1 << 63);
        v.at = 0xFFFFFFFFu;
    }
    return v;
}

// Counts a member of the first front, and what it adds to the area that the
// front dominates: pool.strips, by looking at everybody.
DEVICE node front_node(const replica *h, u32 k, GLOBAL const u64 *par)
{
    node v = node_empty();
    u32 i = h->list[k];
    if (h->ranks[i] == 0 && h->violations[i] == 0) {
        v.square = 1;
#if OBJECTIVES == 2
        if (par[PAR_TRACE]) {
            i64 own = h->scores[2 * (u64)i];
            f64 height = F64_FROM(par[PAR_REFERENCE + 1]);
            f64 wide = criterion_number(0, own) - F64_FROM(par[PAR_REFERENCE]), high;
            for (u32 q = 0; q < P_MEMBERS; q++) {
                u32 j = h->list[q];
                i64 s = h->scores[2 * (u64)j];
                if (h->ranks[j] == 0 && (s > own || (s == own && q < k))) {
                    f64 y = criterion_number(1, h->scores[2 * (u64)j + 1]);
                    height = y > height ? y : height;
                }
            }
            high = criterion_number(1, h->scores[2 * (u64)i + 1]) - height;
            v.sum = wide > 0 && high > 0 ? wide * high : 0.0;
        }
#endif
    }
    return v;
}

// A work-item moves the survivors 2p and 2p + 1 to their places; each group leaves
// two nodes, of the members and of the front.
KERNEL void move(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        u32 p = ELEMENT, n = P_MEMBERS, t = 0;
        node all = node_empty(), front = node_empty();
        if (2 * p < n) {
            u32 two = 2 * p + 1 < n;
            all = place_node(&h, 2 * p);
            front = front_node(&h, 2 * p, par);
            if (two) {
                all = node_join(all, place_node(&h, 2 * p + 1));
                all.distance = genome_distance(h.genomes + (u64)h.list[2 * p] * STRIDE,
                                               h.genomes + (u64)h.list[2 * p + 1] * STRIDE, bounds);
                front = node_join(front, front_node(&h, 2 * p + 1, par));
            }
            for (u32 k = 2 * p; k < 2 * p + 1 + two; k++) {
                u32 i = h.list[k];
                for (u32 j = 0; j < STRIDE; j++)
                    h.next_genomes[(u64)k * STRIDE + j] = h.genomes[(u64)i * STRIDE + j];
                for (u32 m = 0; m < OBJECTIVES; m++)
                    h.next_scores[(u64)k * OBJECTIVES + m] = h.scores[(u64)i * OBJECTIVES + m];
                h.next_violations[k] = h.violations[i];
                h.next_ranks[k] = h.ranks[i];
                h.next_crowding[k] = h.crowding[i];
            }
        }
        do { // one copy of the code for both
            node v = group_node(t ? front : all, mem);
            if (LOCAL_ID == 0)
                node_put(nodes + ((u64)r * 2 + t) * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
            BARRIER();
            t++;
        } while (t < 2);
    }
}

// Finishes a step: a group per replica joins the nodes, judges, and keeps the
// best. base is the step of the first record.
KERNEL void finish(REPLICA_PARAMS, u32 groups, u32 back, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, j;
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        node all = node_empty(), front = node_empty();
        u32 t = 0;
        do {
            node v = join_nodes(nodes + ((u64)r * 2 + t) * groups * NODE_WORDS, groups, mem);
            if (t)
                front = v;
            else
                all = v;
            BARRIER();
            t++;
        } while (t < 2);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            GLOBAL u64 *to = RECORD_OF(h, r, base);
            h.par = par;
            finish_step(&h, &s, all, node_moments(all, P_MEMBERS, h.anchor), P_MEMBERS / 2, rules, to);
            if (par[PAR_TRACE]) {
                to[RECORD_FRONT] = (u64)front.square;
                to[RECORD_VOLUME] = OBJECTIVES == 2 ? F64_BITS(front.sum) : (u64)0x7FF8000000000001;
            }
            state_put(h.state, s);
            mem[0] = all.at;
        }
        BARRIER();
        j = LOCAL_ID;
        do { // PoCL 3.1 aborts over a for loop here that it knows to have one round or none
            if (j < STRIDE)
                best_rows[(u64)r * STRIDE + j] = h.next_genomes[mem[0] * STRIDE + j];
            j += GROUP_SIZE;
        } while (j < STRIDE);
    }
}
