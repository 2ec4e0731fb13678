// A chunk sampled and scored, and the end of a step: the twin of sample.go and
// cma.go. A group fills a block of 2 * GROUP_SIZE places of a replica's chunk;
// groups is how many groups a replica has. Groups of finished replicas do
// nothing.

// Deviate k of member i of the chunk of a step.
DEVICE f64 deviate(replica *h, GLOBAL const u64 *par, u64 step, u32 i, u32 k)
{
    if (par[PAR_START] && step == 0 && i == 0)
        return 0;
    return random_gaussian(random_block(address_of(h->own[OWN_SEED], PURPOSE_SAMPLE, step, i), k));
}

// The gene that u stands for.
DEVICE f64 within(f64 u, f64 lower, f64 upper)
{
    f64 t = u - 2.0 * F64_FLOOR(u * 0.5), x;
    if (t > 1)
        t = 2.0 - t;
    if (!(t >= 0 && t <= 1))
        t = 0;
    x = lower + t * (upper - lower);
    return x > upper ? upper : x;
}

// The node of members i and i + 1, of which the second may not exist.
DEVICE node pair_node(replica *h, GLOBAL const u64 *par, GLOBAL const f64 *bounds, u32 i, f64 anchor)
{
    node v = node_leaf(h->latest[i], i, anchor);
    if (i + 1 < P_CHUNK) {
        GLOBAL const gene *a = h->rows + (u64)i * STRIDE, *b = a + STRIDE;
        f64 sum = 0;
        for (u32 j = 0; j < LEN; j++) {
            f64 span = bounds[LEN + j] - bounds[j];
            if (span > 0)
                sum += F64_ABS(a[j] - b[j]) / span;
        }
        v = node_join(v, node_leaf(h->latest[i + 1], i + 1, anchor));
        v.distance = sum;
    }
    return v;
}

KERNEL void sample(REPLICA_PARAMS, GLOBAL u64 *nodes, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, first = GROUP_ID % groups * 2 * GROUP_SIZE;
    u32 count = MIN(2 * GROUP_SIZE, P_CHUNK - first);
    replica h = REPLICA(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        GLOBAL f64 *scaled = h.room + ROOM_CHUNK + (u64)first * LEN;
        f64 sigma = F64_FROM(h.model[MODEL_SIGMA]);
        u32 i = first + 2 * LOCAL_ID;
        node v = node_empty();
        FILL_CACHE();
        for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE)
            scaled[t] = h.d[t % LEN] * deviate(&h, par, h.step, first + t / LEN, t % LEN);
        BARRIER();
        for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE) {
            u32 m = t / LEN, j = t % LEN;
            f64 y = 0;
            for (u32 k = 0; k < LEN; k++)
                y += h.b[k * LEN + j] * scaled[m * LEN + k];
            h.rows[(u64)(first + m) * STRIDE + j] = within(h.mean[j] + sigma * y, bounds[j], bounds[LEN + j]);
        }
        BARRIER();
        for (u32 m = first + LOCAL_ID; m < first + count; m += GROUP_SIZE) {
            GLOBAL gene *row = h.rows + (u64)m * STRIDE;
            i64 s;
            for (u32 j = LEN; j < STRIDE; j++)
                row[j] = 0;
#if REPAIR
            problem_repair(row, data, mem, address_of(h.own[OWN_SEED], PURPOSE_REPAIR, h.step, m));
#endif
            s = problem_score(row, data, mem);
            h.latest[m] = s;
            h.scores[h.model[MODEL_FILLED] * P_CHUNK + m] = s;
        }
        BARRIER();
        if (i < first + count)
            v = pair_node(&h, par, bounds, i, F64_FROM(h.state[STATE_ANCHOR]));
        v = group_node(v, SCRATCH);
        if (LOCAL_ID == 0)
            node_put(nodes + (u64)r * groups * NODE_WORDS, GROUP_ID % groups, groups, v);
    }
}

// Finishes a step: a group per replica joins the nodes, judges, keeps a new best.
// base is the step of the first record.
KERNEL void finish(REPLICA_PARAMS, GLOBAL const u64 *nodes, u32 groups, u32 back, GLOBAL const u64 *rules,
                   GLOBAL u64 *records, GLOBAL gene *bests, u64 base LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, chunk = 1;
    replica h = REPLICA(r, back);
    while (chunk * GROUP_SIZE < groups)
        chunk *= 2;
    WHEN (h.state[STATE_STATUS] == 0) {
        node v = tree_of(nodes + (u64)r * groups * NODE_WORDS, LOCAL_ID * chunk, chunk, groups);
        v = group_node(v, mem);
        if (LOCAL_ID == 0) {
            verdict s = state_get(h.state);
            moments m = node_moments(v, P_CHUNK, s.anchor);
            f64 spread = v.distance / ((f64)(P_CHUNK / 2) * (f64)LEN);
            mem[0] = judge(&s, h.step, v.best, m.mean, spread, rules);
            mem[1] = v.at;
            if (par[PAR_TRACE])
                record(records + ((h.step - base) * GROUP_COUNT + r) * RECORD_WORDS, s, v, m, spread);
            state_put(h.state, s);
        }
        BARRIER();
        if (mem[0])
            for (u32 j = LOCAL_ID; j < STRIDE; j += GROUP_SIZE)
                bests[(u64)r * STRIDE + j] = h.rows[mem[1] * STRIDE + j];
    }
}
