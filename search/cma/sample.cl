// A chunk sampled and scored: the twin of sample.go and cma.go. A group fills a block of 2 * GROUP_SIZE places of a replica's chunk;
// groups is how many groups a replica has. Groups of finished replicas do
// nothing.

// Deviate k of member i of the chunk of a step.
DEVICE f64 deviate(replica *h, GLOBAL const u64 *par, u64 step, u32 i, u32 k)
{
    if (par[PAR_START] && step == 0 && i == 0)
        return 0;
    return random_gaussian(random_block(address_of(h->seed, PURPOSE_SAMPLE, step, i), k));
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

KERNEL void sample(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID / groups, first = GROUP_ID % groups * 2 * GROUP_SIZE;
    u32 count = MIN(2 * GROUP_SIZE, P_MEMBERS - first);
    replica h = MODEL(r, back);
    WHEN (h.state[STATE_STATUS] == 0) {
        GLOBAL f64 *scaled = h.room + ROOM_CHUNK + (u64)first * LEN;
        f64 sigma = F64_FROM(h.model[MODEL_SIGMA]);
        node v;
        FILL_CACHE();
        for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE)
            scaled[t] = h.d[t % LEN] * deviate(&h, par, h.step, first + t / LEN, t % LEN);
        BARRIER();
        for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE) {
            u32 m = t / LEN, j = t % LEN;
#if SEPARABLE
            f64 y = scaled[t];
#else
            f64 y = 0;
            for (u32 k = 0; k < LEN; k++)
                y += h.b[k * LEN + j] * scaled[m * LEN + k];
#endif
            h.next_genomes[(u64)(first + m) * STRIDE + j] = within(h.mean[j] + sigma * y, bounds[j], bounds[LEN + j]);
        }
        BARRIER();
        for (u32 m = first + LOCAL_ID; m < first + count; m += GROUP_SIZE) {
            GLOBAL gene *row = h.next_genomes + (u64)m * STRIDE;
            i64 s;
            for (u32 j = LEN; j < STRIDE; j++)
                row[j] = 0;
#if REPAIR
            problem_repair(row, data, mem, address_of(h.seed, PURPOSE_REPAIR, h.step, m));
#endif
            s = problem_score(row, data, mem);
            h.next_scores[m] = s;
            h.all_scores[h.model[MODEL_FILLED] * P_MEMBERS + m] = s;
        }
        BARRIER();
        v = group_node(pair_node(&h, first + 2 * LOCAL_ID), SCRATCH);
        if (LOCAL_ID == 0)
            PUT_NODE(r, groups, v);
    }
}
