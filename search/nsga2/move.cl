// The next population and its statistics: the twin of summary.go.

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
// front dominates: pool.strips.
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
#if LARGE
            // Only the one before it in the order counts, and who equals it.
            u32 c = h->row_class[i], q = c, found = 0;
            for (u32 p = h->begins[c]; h->order[p] != i && !found; p++)
                found = h->dominated[h->order[p]];
            if (found) // then it adds nothing
                height = F64_FROM((u64)0x7FF0 << 48);
            while (q > 0 && !found) {
                q--;
                for (u32 p = h->begins[q]; h->class_ranks[q] == 0 && p < h->begins[q + 1] && !found; p++)
                    if (h->dominated[h->order[p]]) {
                        f64 y = criterion_number(1, h->scores[2 * (u64)h->order[p] + 1]);
                        height = y > height ? y : height;
                        found = 1;
                    }
            }
#else
            for (u32 q = 0; q < P_MEMBERS; q++) {
                u32 j = h->list[q];
                i64 s = h->scores[2 * (u64)j];
                if (h->ranks[j] == 0 && (s > own || (s == own && q < k))) {
                    f64 y = criterion_number(1, h->scores[2 * (u64)j + 1]);
                    height = y > height ? y : height;
                }
            }
#endif
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
#if LARGE
    h.ranks = h.pool_ranks;
    h.crowding = h.pool_crowding;
#endif
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
