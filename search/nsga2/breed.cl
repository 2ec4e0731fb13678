// The first population, and the children of a step: the twin of nsga2.go.

// Copies the tables of a replica's mutations on chip.
#define FILL_RARE(h) FILL(mem, (h).own + OWN_RARE, RARE_WORDS)

// Repairs and scores row i, which is an individual of the step.
DEVICE void score_row(replica *h, u32 i, u32 individual, GLOBAL const u64 *data, LOCALPTR const u64 *cache)
{
    GLOBAL gene *g = h->genomes + (u64)i * STRIDE;
    i64 scores[OBJECTIVES];
#if REPAIR
    problem_repair(g, data, cache, address_of(h->seed, PURPOSE_REPAIR, h->step, individual));
#endif
    h->violations[i] = problem_scores(g, data, cache, scores);
    for (u32 m = 0; m < OBJECTIVES; m++)
        h->scores[(u64)i * OBJECTIVES + m] = scores[m];
}

// A work-item makes a member of the first population, whose groups from the first on are
// launched. Members below given were put there by the host.
KERNEL void start(REPLICA_PARAMS, u32 groups, u32 back, u32 first, u32 given LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 group = GROUP_ID + first;
    replica h = REPLICA(group / groups, back);
    u32 i = group % groups * GROUP_SIZE + LOCAL_ID;
    if (i < P_MEMBERS) {
        if (i >= given)
            initialize(h.genomes + (u64)i * STRIDE, address_of(h.seed, PURPOSE_INIT, 0, i), bounds);
        score_row(&h, i, i, data, mem);
    }
}

// The winner of a tournament.
DEVICE u32 better(const replica *h, u32 i, u32 j)
{
    u32 a = h->ranks[i], b = h->ranks[j];
    return b < a || (b == a && h->crowding[j] > h->crowding[i]) ? j : i;
}

// A work-item makes the children of a pair. Where their number is odd, the last
// goes into a row that nobody reads.
KERNEL void breed(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 p = ELEMENT, n = P_MEMBERS;
    FILL_RARE(h);
    if (h.state[STATE_STATUS] == 0 && 2 * p < n) {
                address at = address_of(h.seed, PURPOSE_PAIR, h.step, p);
        words4 x = random_block(at, 0), y = random_block(at, 1);
        u32 i = better(&h, random_bounded(at, y.x[0], 4, n), random_bounded(at, y.x[1], 5, n));
        u32 j = better(&h, random_bounded(at, y.x[2], 6, n), random_bounded(at, y.x[3], 7, n));
        u32 cross = P_CROSSOVER != CROSS_NONE && (u64)x.x[2] < h.own[OWN_PC];
        stretch cut = cross_stretch(at, x.x[3], par);
        GLOBAL const gene *m = h.genomes + (u64)i * STRIDE, *f = h.genomes + (u64)j * STRIDE;
        GLOBAL gene *a = h.genomes + (u64)(n + 2 * p) * STRIDE, *b = a + STRIDE;
        at.purpose = PURPOSE_CROSS;
#if KIND == KIND_BINARY
        for (u32 w = 0; w < WORDS; w++) {
            u64 z = cross ? (m[w] ^ f[w]) & cross_mask(at, cut, w, par) : 0;
            a[w] = m[w] ^ z;
            b[w] = f[w] ^ z;
        }
#else
        if (cross) {
            cross_rows(a, b, m, f, at, cut, par, bounds, h.inverse + (u64)p * STRIDE);
        } else {
            for (u32 k = 0; k < LEN; k++) {
                a[k] = m[k];
                b[k] = f[k];
            }
        }
#endif
        at = address_of(h.seed, PURPOSE_MUTATE, h.step, 2 * p);
        for (u32 k = 0; k < 2; k++) {
            if (2 * p + k < n) {
                at.individual = 2 * p + k;
                mutate(k ? b : a, at, h.own[OWN_PM], mem, par, bounds);
                score_row(&h, n + 2 * p + k, 2 * p + k, data, mem);
            }
        }
    }
}
