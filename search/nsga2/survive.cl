// Crowding distances and survivors: the twin of survive.go and summary.go.

// A work-item finds the neighbors of a row in its front, by each criterion in
// the order of scores and then of rows.
KERNEL void crowd(REPLICA_PARAMS, u32 groups, u32 back)
{
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ELEMENT, size = POOL_SIZE;
    if (h.state[STATE_STATUS] == 0 && i < size) {
        f64 sum = 0.0;
        u32 rank = h.ranks[i];
        if (rank <= h.edge[0] && !h.twin[i]) {
            for (u32 m = 0; m < OBJECTIVES; m++) {
                i64 own = h.scores[(u64)i * OBJECTIVES + m], low = own, high = own, below = own, above = own;
                u32 has_below = 0, has_above = 0;
                for (u32 j = 0; j < size; j++) {
                    if (h.ranks[j] == rank && !h.twin[j] && j != i) {
                        i64 s = h.scores[(u64)j * OBJECTIVES + m];
                        low = MIN(low, s);
                        high = MAX(high, s);
                        if (s < own || (s == own && j < i)) {
                            below = has_below ? MAX(below, s) : s;
                            has_below = 1;
                        } else {
                            above = has_above ? MIN(above, s) : s;
                            has_above = 1;
                        }
                    }
                }
                if (has_below && has_above) {
                    f64 x = (criterion_number(m, above) - criterion_number(m, below)) /
                            (criterion_number(m, high) - criterion_number(m, low));
                    sum += IS_FINITE(x) ? x : 0.0;
                } else {
                    sum = F64_FROM((u64)0x7FF0 << 48);
                }
            }
        }
        h.crowding[i] = sum;
    }
}

// A work-item decides whether a row survives. dominated is free by now and takes
// the answers.
KERNEL void survive(REPLICA_PARAMS, u32 groups, u32 back)
{
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ELEMENT, size = POOL_SIZE;
    if (h.state[STATE_STATUS] == 0 && i < size) {
        u32 last = h.edge[0], rank = h.ranks[i], better = 0;
        if (rank == last) {
            f64 own = h.crowding[i];
            for (u32 j = 0; j < size; j++) {
                f64 x = h.crowding[j];
                better += h.ranks[j] == last && (x > own || (x == own && j < i));
            }
        }
        h.dominated[i] = rank < last || (rank == last && better < h.edge[1]);
    }
}

// A work-item finds the place of a survivor among all.
KERNEL void place(REPLICA_PARAMS, u32 groups, u32 back)
{
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ELEMENT, size = POOL_SIZE;
    if (h.state[STATE_STATUS] == 0 && i < size && h.dominated[i]) {
        u32 k = 0;
        for (u32 j = 0; j < i; j++)
            k += h.dominated[j];
        h.list[k] = i;
    }
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
