// How particles move: the twin of move.go and pso.go, one particle at a time.

DEVICE i64 row_score(replica *h, GLOBAL gene *row, u32 i)
{
#if REPAIR
    problem_repair(row, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, h->step, i));
#endif
    return problem_score(row, h->data, h->cache);
}

// plan.neighbor.
DEVICE u32 neighbor(replica *h, GLOBAL const i64 *score, u32 i)
{
    GLOBAL const u64 *par = h->par;
    u32 n = P_MEMBERS, best = i;
    i64 top = score[i];
    for (u32 d = 1; d <= (u32)par[PAR_NEIGHBORS]; d++)
        for (u32 side = 0; side < 2; side++) {
            u32 k = (i + (side ? d : n - d)) % n;
            i64 s = score[k];
            if (s > top || (s == top && k < best)) {
                top = s;
                best = k;
            }
        }
    return best;
}

// limit.
DEVICE f64 limit_to(f64 v, f64 most)
{
    if (!(v >= -most))
        return -most;
    return v > most ? most : v;
}

// Makes position and velocity i of the next step.
DEVICE void step_member(replica *h, u32 i)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_CROSS, h->step, i);
    GLOBAL const f64 *best = h->bests + (u64)i * LEN, *other;
    GLOBAL f64 *next_best = h->next_bests + (u64)i * LEN, *velocity = h->velocities + (u64)i * LEN;
    GLOBAL const gene *from = h->genomes + (u64)i * STRIDE;
    GLOBAL gene *to = h->next_genomes + (u64)i * STRIDE;
    f64 w = F64_FROM(h->own[OWN_W]), c1 = F64_FROM(h->own[OWN_C1]), c2 = F64_FROM(h->own[OWN_C2]);
    f64 vmax = F64_FROM(h->own[OWN_VMAX]);
    u32 known = (u32)*h->known, better;
    i64 before = h->bestscores[i], s;
    words4 words;
    if (h->scores[h->best] > h->bestscores[known])
        known = h->best;
    if (i == 0)
        *h->next_known = known;
    if (par[PAR_RING])
        known = neighbor(h, h->bestscores, i);
    other = h->bests + (u64)known * LEN;
    for (u32 j = 0; j < LEN; j++) {
        f64 x = from[j], lower = h->bounds[j], upper = h->bounds[LEN + j], r1, r2, v;
        if (j % 2 == 0) {
            words = random_block(at, j / 2);
        } else {
            words.x[0] = words.x[2];
            words.x[1] = words.x[3];
        }
        r1 = (f64)words.x[0] * (1.0 / 4294967296.0);
        r2 = (f64)words.x[1] * (1.0 / 4294967296.0);
        v = w * velocity[j] + c1 * r1 * (best[j] - x);
        v += c2 * r2 * (other[j] - x);
        v = limit_to(v, vmax * (upper - lower));
        x += v;
        if (!(x >= lower && x <= upper)) { // plan.within
            f64 bound = x > upper ? upper : lower;
            if (par[PAR_REFLECT]) {
                x = bound + (bound - x);
                x = !(x >= lower) ? lower : x > upper ? upper : x;
                v = -v;
            } else {
                x = bound;
                v = 0;
            }
        }
        to[j] = x;
        velocity[j] = v;
    }
    s = row_score(h, to, i);
    h->next_scores[i] = s;
    better = s > before;
    h->next_bestscores[i] = better ? s : before;
    for (u32 j = 0; j < LEN; j++)
        next_best[j] = better ? to[j] : best[j];
}

// Makes and scores particle i of the first step. Positions below given were put
// there by the host.
DEVICE void start_member(replica *h, u32 i, u32 given)
{
    GLOBAL gene *row = h->next_genomes + (u64)i * STRIDE;
    address at = address_of(h->seed, PURPOSE_INIT, 0, i);
    for (u32 j = 0; j < LEN; j++) {
        words4 words = random_block(at, j);
        f64 lower = h->bounds[j], span = h->bounds[LEN + j] - lower;
        if (i >= given)
            row[j] = lower + random_unit(words.x[0], words.x[1]) * span;
        h->velocities[(u64)i * LEN + j] = 0.5 * (lower + random_unit(words.x[2], words.x[3]) * span - row[j]);
    }
    h->next_scores[i] = row_score(h, row, i);
    h->next_bestscores[i] = h->next_scores[i];
    for (u32 j = 0; j < LEN; j++)
        h->next_bests[(u64)i * LEN + j] = row[j];
    if (i == 0)
        *h->next_known = 0;
}
