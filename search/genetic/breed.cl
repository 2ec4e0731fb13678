// Breeding and measuring pairs of slots. Slots 2p and 2p + 1 of a segment
// belong to one work-item, or to one team.

DEVICE void row_copy(GLOBAL gene *to, GLOBAL const gene *from)
{
    for (u32 j = LANE; j < STRIDE; j += TEAM)
        to[j] = from[j];
}

DEVICE i64 finish_child(replica *h, GENOME_RW g, u32 individual TEAM_PARAM)
{
#if REPAIR
    team_sync();
    problem_repair(g, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, h->step, individual) TEAM_ARG);
#endif
    team_sync();
    return problem_score(g, h->data, h->cache TEAM_ARG);
}

// The node of slots i and i + 1, of which the second may not exist.
DEVICE node pair_node(GENOME a, GENOME b, i64 s, i64 t, u32 i, u32 two, f64 anchor, GLOBAL const f64 *bounds TEAM_PARAM)
{
    node v = node_leaf(s, i, anchor);
#if TEAM == 1
    if (two) {
        v = node_join(v, node_leaf(t, i + 1, anchor));
        v.distance = genome_distance(a, b, bounds);
    }
#else
    i64 d = team_sum_i64((i64)genome_distance(a, two ? b : a, bounds) TEAM_ARG);
    if (two) {
        v = node_join(v, node_leaf(t, i + 1, anchor));
        v.distance = (f64)d;
    }
#endif
    return v;
}

// The elite that slot i of the next population keeps.
DEVICE u32 elite_of(replica *h, u32 deme, u32 i)
{
    GLOBAL const u64 *par = h->par;
    if (P_ELITES == 1)
        return (u32)h->segments[deme * SEGMENT_WORDS + SEGMENT_AT];
    return h->order[deme * P_MEMBERS + i - P_CHILDREN];
}

// Fills slots 2p and 2p + 1 of a deme: children, and behind them elites.
// Returns the node of the two.
TEAM_DEVICE node breed_pair(replica *h, u32 deme, u32 p TEAM_PARAM)
{
    GLOBAL const u64 *par = h->par;
    u32 i = 2 * p, two = i + 1 < P_SLOTS, bred = i < P_CHILDREN;
    GLOBAL const gene *now = h->genomes + (u64)deme * P_ROWS * STRIDE;
    GLOBAL const i64 *score = h->scores + (u64)deme * P_ROWS;
    GLOBAL gene *row = h->next_genomes + ((u64)deme * P_BORN + i) * STRIDE;
    GLOBAL i64 *next_score = h->next_scores + (u64)deme * P_BORN + i;
    i64 s = 0, t = 0;
#if IN_REGISTERS
    gene a[WORDS], b[WORDS];
#else
    GLOBAL gene *a = row, *b = row + STRIDE;
#endif
    TEAM_WHEN (bred) {
        address at = address_of(h->seed, PURPOSE_PAIR, h->step, deme * P_PAIRS + p);
        words4 v = random_block(at, 0);
        wheel w;
        couple c;
        u32 cross = P_CROSSOVER != CROSS_NONE && (u64)v.x[2] < h->pc;
        u32 child = deme * P_CHILDREN + i;
        stretch cut;
        w.score = score;
        w.prefix = PREFIX_OF(h, deme);
        w.guide = RESIDENT ? 0 : h->guide + (u64)deme * GUIDE_ROOM;
        w.order = h->order + (u64)deme * P_MEMBERS;
        w.segment = h->segments + deme * SEGMENT_WORDS;
        w.par = par;
        w.seed = h->seed;
        w.step = h->step;
        w.deme = deme;
        c = wheel_pick(w, at, p, v);
        cut = cross_stretch(at, v.x[3], par);
        at.purpose = PURPOSE_CROSS;
        {
            GLOBAL const gene *m = now + (u64)c.a * STRIDE, *f = now + (u64)c.b * STRIDE;
#if KIND == KIND_BINARY
#pragma unroll
            for (u32 k = LANE; k < WORDS; k += TEAM) {
                u64 x = m[k], y = f[k], z = cross ? (x ^ y) & cross_mask(at, cut, k, par) : 0;
                a[k] = x ^ z;
                b[k] = y ^ z;
            }
#else
            if (cross) {
                cross_rows(a, b, m, f, at, cut, par, h->bounds, h->inverse + ((u64)deme * P_PAIRS + p) * STRIDE);
            } else {
                row_copy(a, m);
                row_copy(b, f);
            }
#endif
        }
        at = address_of(h->seed, PURPOSE_MUTATE, h->step, child);
        // One after the other in the same code, where that is meant to be small.
#if MASK_ROLLED && !RARE_ALL
#pragma unroll 1
#else
#pragma unroll
#endif
        for (u32 k = 0; k < 2; k++) {
            TEAM_WHEN (i + k < P_CHILDREN) {
                i64 x;
#if IN_REGISTERS
                gene g[WORDS];
#pragma unroll
                for (u32 l = 0; l < WORDS; l++)
                    g[l] = k ? b[l] : a[l];
#else
                GLOBAL gene *g = k ? b : a;
#endif
                at.individual = child + k;
                mutate(g, at, h->pm, h->rare, par, h->bounds TEAM_ARG);
                x = finish_child(h, g, child + k TEAM_ARG);
#if IN_REGISTERS
#pragma unroll
                for (u32 l = 0; l < WORDS; l++) {
                    a[l] = k ? a[l] : g[l];
                    b[l] = k ? g[l] : b[l];
                }
#endif
                s = k ? s : x;
                t = k ? x : t;
            }
        }
    }
    if (!bred) {
        u32 e = elite_of(h, deme, i);
#if IN_REGISTERS
#pragma unroll
        for (u32 k = 0; k < WORDS; k++)
            a[k] = now[(u64)e * STRIDE + k];
#else
        row_copy(a, now + (u64)e * STRIDE);
#endif
        s = score[e];
    }
    TEAM_WHEN (two && i + 1 >= P_CHILDREN) {
        u32 e = elite_of(h, deme, i + 1);
        team_sync();
#if IN_REGISTERS
#pragma unroll
        for (u32 k = 0; k < WORDS; k++)
            b[k] = now[(u64)e * STRIDE + k];
#else
        row_copy(b, now + (u64)e * STRIDE);
#endif
        t = score[e];
    }
#if IN_REGISTERS
#pragma unroll
    for (u32 k = 0; k < WORDS; k++)
        row[k] = a[k];
    if (two) {
#pragma unroll
        for (u32 k = 0; k < WORDS; k++)
            row[STRIDE + k] = b[k];
    }
#endif
    if (LANE == 0) {
        next_score[0] = s;
        if (two)
            next_score[1] = t;
    }
    return pair_node(a, b, s, t, i, two, h->anchor, h->bounds TEAM_ARG);
}

// The node of members 2p and 2p + 1 as they are.
DEVICE node measure_pair(replica *h, u32 deme, u32 p TEAM_PARAM)
{
    GLOBAL const u64 *par = h->par;
    u32 i = 2 * p, two = i + 1 < P_MEMBERS;
    GLOBAL const gene *row = h->genomes + ((u64)deme * P_ROWS + i) * STRIDE;
    GLOBAL const i64 *score = h->scores + (u64)deme * P_ROWS + i;
#if IN_REGISTERS
    gene a[WORDS], b[WORDS];
#pragma unroll
    for (u32 k = 0; k < WORDS; k++) {
        a[k] = row[k];
        b[k] = two ? row[STRIDE + k] : 0;
    }
#else
    GLOBAL const gene *a = row, *b = row + STRIDE;
#endif
    return pair_node(a, b, score[0], two ? score[1] : 0, i, two, h->anchor, h->bounds TEAM_ARG);
}

// Makes and scores members 2p and 2p + 1 of the first population. Members
// below given were put there by the host.
DEVICE void start_pair(replica *h, u32 deme, u32 p, u32 given TEAM_PARAM)
{
    GLOBAL const u64 *par = h->par;
    for (u32 i = 2 * p; i < 2 * p + 2 && i < P_MEMBERS; i++) {
        GLOBAL gene *row = h->genomes + ((u64)deme * P_ROWS + i) * STRIDE;
        u32 individual = deme * P_MEMBERS + i;
        i64 s;
#if IN_REGISTERS
        gene a[WORDS];
#pragma unroll
        for (u32 k = 0; k < WORDS; k++)
            a[k] = row[k];
#else
        GLOBAL gene *a = row;
#endif
        if (individual >= given)
            initialize(a, address_of(h->seed, PURPOSE_INIT, 0, individual), h->bounds);
        s = finish_child(h, a, individual TEAM_ARG);
#if IN_REGISTERS
#pragma unroll
        for (u32 k = 0; k < WORDS; k++)
            row[k] = a[k];
#endif
        if (LANE == 0)
            h->scores[(u64)deme * P_ROWS + i] = s;
    }
}

// Keeps the statistics of a deme and adds them to those of the replica; for
// one work-item. m becomes the moments of the whole replica with the last deme.
DEVICE node finish_deme(replica *h, u32 deme, node v, node all, moments *m)
{
    GLOBAL const u64 *par = h->par;
    GLOBAL u64 *segment = h->segments + deme * SEGMENT_WORDS;
    *m = node_moments(v, P_MEMBERS, h->anchor);
    segment[SEGMENT_BEST] = (u64)v.best;
    segment[SEGMENT_WORST] = (u64)v.worst;
    segment[SEGMENT_AT] = v.at;
    segment[SEGMENT_MEAN] = F64_BITS(m->mean);
    segment[SEGMENT_DEVIATION] = F64_BITS(m->deviation);
    if (P_DEMES == 1)
        return v;
    v.at += deme * P_MEMBERS;
    all = deme ? node_join(all, v) : v;
    if (deme + 1 == P_DEMES)
        *m = node_moments(all, P_MEMBERS * P_DEMES, h->anchor);
    return all;
}

// Finishes a step of a replica; for one work-item. Returns the row of a new best
// member plus 1, or 0.
DEVICE u32 finish_replica(replica *h, verdict *s, node all, moments m, GLOBAL const u64 *rules, GLOBAL u64 *to)
{
    GLOBAL const u64 *par = h->par;
    u32 improved = finish_step(h, s, all, m, P_DEMES * (P_MEMBERS / 2), rules, to);
    return improved ? all.at / P_MEMBERS * P_ROWS + all.at % P_MEMBERS + 1 : 0;
}
