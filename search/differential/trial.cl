// Trial vectors and how they compete with the members: the twin of trial.go and
// differential.go, one member at a time.

typedef struct {
    f64 f;
    u64 cr;
} control;

// plan.vary.
DEVICE control vary(replica *h, u32 i, address at)
{
    GLOBAL const u64 *par = h->par;
    control c;
    words4 v;
    f64 u, dither = F64_FROM(h->own[OWN_DITHER]);
    c.f = F64_FROM(h->own[OWN_F]);
    c.cr = h->own[OWN_CR];
    if (!par[PAR_ADAPTIVE] && dither == 0)
        return c;
    v = random_block(at, 2);
    u = (f64)v.x[2] * (1.0 / 4294967296.0);
    if (!par[PAR_ADAPTIVE]) {
        c.f += dither * (2.0 * u - 1.0);
        return c;
    }
    c.f = F64_FROM(h->controls[(u64)i * CONTROL_WORDS]);
    c.cr = h->controls[(u64)i * CONTROL_WORDS + 1];
    if ((u64)v.x[0] < h->own[OWN_TAU])
        c.f = LEAST_WEIGHT + WEIGHT_RANGE * u;
    if ((u64)v.x[1] < h->own[OWN_TAU])
        c.cr = v.x[3];
    return c;
}

// Fills member from ROLE_DONOR on with members that differ from i and from
// each other.
DEVICE void draw(u32 *member, u32 count, address at, words4 v, words4 w, u32 i, u32 n)
{
    u32 taken[MOST_DONORS + 1]; // ascending
    taken[0] = i;
    for (u32 k = 1; k <= count; k++) {
        u32 x = k < 4 ? pick_word(v, k) : pick_word(w, k - 4);
        u32 d = random_bounded(at, x, k, n - k), j;
        for (j = 0; j < k; j++)
            d += d >= taken[j];
        member[ROLE_DONOR + k - 1] = d;
        for (j = k; j > 0 && taken[j - 1] > d; j--)
            taken[j] = taken[j - 1];
        taken[j] = d;
    }
}

// Reflects x at a bound that it is beyond.
DEVICE f64 within(f64 x, f64 lower, f64 upper)
{
    if (x < lower)
        x = lower + (lower - x);
    else if (x > upper)
        x = upper - (x - upper);
    if (!(x >= lower))
        return lower;
    return x > upper ? upper : x;
}

// Ends a row: rows of odd length have an element that is always 0.
DEVICE void row_pad(GLOBAL gene *row)
{
    for (u32 j = LEN; j < STRIDE; j++)
        row[j] = 0;
}

DEVICE i64 row_score(replica *h, GLOBAL gene *row, u32 i)
{
#if REPAIR
    problem_repair(row, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, h->step, i));
#endif
    return problem_score(row, h->data, h->cache);
}

// Makes member i's trial vector and fills place i of the next population with the
// one of the two that scores better.
DEVICE void step_member(replica *h, u32 i)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_DONOR, h->step, i);
    words4 v = random_block(at, 0), w = v;
    u32 two = (u32)par[PAR_PAIRS] > 1, forced = random_bounded(at, v.x[0], 0, LEN);
    u32 member[ROLE_DONOR + MOST_DONORS];
    GLOBAL const gene *old = h->genomes + (u64)i * STRIDE, *base, *plus, *minus, *plus2 = old, *minus2 = old;
    GLOBAL gene *to = h->next_genomes + (u64)i * STRIDE;
    i64 before = h->scores[i], s;
    control c;
    if ((u32)par[PAR_DONORS] > 3)
        w = random_block(at, 1);
    member[ROLE_SELF] = i;
    member[ROLE_BEST] = h->best;
    draw(member, (u32)par[PAR_DONORS], at, v, w, i, P_MEMBERS);
    c = vary(h, i, at);
    base = h->genomes + (u64)member[par[PAR_BASE]] * STRIDE;
    plus = h->genomes + (u64)member[par[PAR_PLUS]] * STRIDE;
    minus = h->genomes + (u64)member[par[PAR_MINUS]] * STRIDE;
    if (two) {
        plus2 = h->genomes + (u64)member[par[PAR_PLUS2]] * STRIDE;
        minus2 = h->genomes + (u64)member[par[PAR_MINUS2]] * STRIDE;
    }
    at.purpose = PURPOSE_CROSS;
    for (u32 m = 0; m * 64 < LEN; m++) {
        u32 count = MIN(LEN - m * 64, 64u);
        u64 mask = random_mask(at, m, c.cr, ~(u64)0 >> (64 - count));
        if (forced / 64 == m)
            mask |= (u64)1 << (forced % 64);
        for (u32 k = 0; k < count; k++) {
            u32 j = m * 64 + k;
            f64 x = old[j];
            if (mask >> k & 1) {
                x = base[j] + c.f * (plus[j] - minus[j]);
                if (two)
                    x += c.f * (plus2[j] - minus2[j]);
                x = within(x, h->bounds[j], h->bounds[LEN + j]);
            }
            to[j] = x;
        }
    }
    row_pad(to);
    s = row_score(h, to, i);
    if (s >= before) {
        h->next_scores[i] = s;
        if (par[PAR_ADAPTIVE]) {
            h->controls[(u64)i * CONTROL_WORDS] = F64_BITS(c.f);
            h->controls[(u64)i * CONTROL_WORDS + 1] = c.cr;
        }
    } else {
        for (u32 j = 0; j < LEN; j++)
            to[j] = old[j];
        h->next_scores[i] = before;
    }
}

// Makes and scores member i of the first population. Members below given were
// put there by the host.
DEVICE void start_member(replica *h, u32 i, u32 given)
{
    GLOBAL const u64 *par = h->par;
    GLOBAL gene *row = h->next_genomes + (u64)i * STRIDE;
    if (i >= given)
        initialize(row, address_of(h->seed, PURPOSE_INIT, 0, i), h->bounds);
    row_pad(row);
    h->next_scores[i] = row_score(h, row, i);
    if (par[PAR_ADAPTIVE]) {
        h->controls[(u64)i * CONTROL_WORDS] = h->own[OWN_F];
        h->controls[(u64)i * CONTROL_WORDS + 1] = h->own[OWN_CR];
    }
}
