// Crossover: the twin of cross.go. Parents m and f, children c and d; the
// children are complementary.

// The genes [lo, hi) that a crossover exchanges or keeps together.
typedef struct {
    u32 lo, hi;
} stretch;

// at is the pair's address, x3 word 3 of its block 0.
DEVICE stretch cross_stretch(address at, u32 x3, GLOBAL const u64 *par)
{
    stretch s;
    s.lo = 0;
    s.hi = LEN;
    if (P_CROSSOVER == CROSS_ONE_POINT) {
        s.lo = LEN == 1 ? 1 : 1 + random_bounded(at, x3, 3, LEN - 1 + (LEN == 1));
    } else if (P_CROSSOVER == CROSS_TWO_POINT || P_CROSSOVER == CROSS_ORDER || P_CROSSOVER == CROSS_MATCHED) {
        s.lo = random_bounded(at, x3, 3, LEN + 1);
        at.purpose = PURPOSE_CROSS;
        s.hi = random_bounded(at, random_word(at, 0), 0, LEN);
        if (s.hi >= s.lo) {
            s.hi++;
        } else {
            u32 t = s.lo;
            s.lo = s.hi;
            s.hi = t;
        }
    }
    return s;
}

#if KIND == KIND_BINARY

// The genes of word w that are exchanged; at has purpose Cross.
DEVICE u64 cross_mask(address at, stretch s, u32 w, GLOBAL const u64 *par)
{
    if (P_CROSSOVER == CROSS_UNIFORM)
        return random_mask(at, w, par[PAR_PU], below(LEN, w));
    return below(s.hi, w) & ~below(s.lo, w);
}

#elif KIND == KIND_PERMUTATION

DEVICE void invert(GLOBAL u16 *inverse, GLOBAL const u16 *p)
{
    for (u32 i = 0; i < LEN; i++)
        inverse[p[i]] = (u16)i;
}

DEVICE void cross_order(GLOBAL u16 *c, GLOBAL const u16 *p, GLOBAL const u16 *q, stretch s, GLOBAL u16 *inverse)
{
    u32 to = s.hi % LEN;
    invert(inverse, p);
    for (u32 i = s.lo; i < s.hi; i++)
        c[i] = p[i];
    for (u32 k = 0; k < LEN; k++) {
        u16 v = q[(s.hi + k) % LEN];
        u32 i = inverse[v];
        if (i < s.lo || i >= s.hi) {
            c[to] = v;
            to = to + 1 == LEN ? 0 : to + 1;
        }
    }
}

DEVICE void cross_matched(GLOBAL u16 *c, GLOBAL const u16 *p, GLOBAL const u16 *q, stretch s, GLOBAL u16 *inverse)
{
    invert(inverse, p);
    for (u32 i = 0; i < LEN; i++) {
        u16 v = q[i];
        if (i >= s.lo && i < s.hi) {
            v = p[i];
        } else {
            for (u32 k = inverse[v]; k >= s.lo && k < s.hi; k = inverse[v])
                v = q[k];
        }
        c[i] = v;
    }
}

// d doubles as the mark of visited places: LEN means not yet.
DEVICE void cross_cycle(GLOBAL u16 *c, GLOBAL u16 *d, GLOBAL const u16 *p, GLOBAL const u16 *q, GLOBAL u16 *inverse)
{
    u32 first = 1;
    invert(inverse, p);
    for (u32 i = 0; i < LEN; i++)
        d[i] = (u16)LEN;
    for (u32 i = 0; i < LEN; i++) {
        if (d[i] != (u16)LEN)
            continue;
        for (u32 k = i; d[k] == (u16)LEN; k = inverse[q[k]]) {
            c[k] = first ? p[k] : q[k];
            d[k] = first ? q[k] : p[k];
        }
        first = !first;
    }
}

DEVICE void cross_rows(GLOBAL u16 *c, GLOBAL u16 *d, GLOBAL const u16 *m, GLOBAL const u16 *f,
                       address at, stretch s, GLOBAL const u64 *par, GLOBAL const f64 *bounds, GLOBAL u16 *inverse)
{
    if (P_CROSSOVER == CROSS_ORDER) {
        cross_order(c, m, f, s, inverse);
        cross_order(d, f, m, s, inverse);
    } else if (P_CROSSOVER == CROSS_MATCHED) {
        cross_matched(c, m, f, s, inverse);
        cross_matched(d, f, m, s, inverse);
    } else {
        cross_cycle(c, d, m, f, inverse);
    }
}

#else

#if KIND == KIND_REAL
DEVICE void cross_reals(GLOBAL f64 *c, GLOBAL f64 *d, GLOBAL const f64 *m, GLOBAL const f64 *f, address at,
                        GLOBAL const u64 *par, GLOBAL const f64 *bounds)
{
    f64 u = 0, v = 0;
    if (P_CROSSOVER == CROSS_ARITHMETIC) {
        words4 r = random_block(at, 0);
        u = random_unit(r.x[0], r.x[1]);
        v = 1 - u;
    }
    for (u32 j = 0; j < LEN; j++) {
        f64 x = m[j], y = f[j], lower = bounds[j], upper = bounds[LEN + j];
        f64 s, t;
#if CLASSED
        if (GENE_CLASS(j) >= CLASS_CHOICE) {
            words4 r = random_block(at, j);
            c[j] = r.x[2] >> 31 ? y : x;
            d[j] = r.x[2] >> 31 ? x : y;
            continue;
        }
#endif
        if (P_CROSSOVER == CROSS_ARITHMETIC) {
            s = u * x + v * y;
            t = v * x + u * y;
        } else {
            words4 r = random_block(at, j);
            u = random_unit(r.x[0], r.x[1]);
            if (P_CROSSOVER == CROSS_BLEND) {
                f64 lo = MIN(x, y), hi = MAX(x, y), e = F64_FROM(par[PAR_BLEND]) * (hi - lo);
                lo = lo - e;
                hi = hi + e;
                e = u * (hi - lo);
                s = lo + e;
                t = hi - e;
            } else if (r.x[2] >> 31) {
                s = x;
                t = y;
            } else {
                f64 e = F64_FROM(par[PAR_EXPONENT_C]);
                f64 beta = elementary_pow(u <= 0.5 ? 2 * u : 1 / (2 - 2 * u), e);
                f64 mid = 0.5 * (x + y), off = 0.5 * beta * (x - y);
                if (P_CROSSOVER == CROSS_EXCHANGE && (r.x[2] >> 30 & 1))
                    off = -off;
                s = mid + off;
                t = mid - off;
            }
        }
        c[j] = clamp_gene(s, lower, upper);
        d[j] = clamp_gene(t, lower, upper);
    }
}
#endif

DEVICE void cross_rows(GLOBAL gene *c, GLOBAL gene *d, GLOBAL const gene *m, GLOBAL const gene *f,
                       address at, stretch s, GLOBAL const u64 *par, GLOBAL const f64 *bounds, GLOBAL u16 *inverse)
{
    u64 mask = 0;
#if KIND == KIND_REAL
    if (P_CROSSOVER >= CROSS_ARITHMETIC) {
        cross_reals(c, d, m, f, at, par, bounds);
        return;
    }
#endif
    for (u32 j = 0; j < LEN; j++) {
        u32 exchange = j >= s.lo && j < s.hi;
        if (P_CROSSOVER == CROSS_UNIFORM) {
            if (j % 64 == 0)
                mask = random_mask(at, j / 64, par[PAR_PU], ~(u64)0);
            exchange = (u32)(mask >> (j % 64)) & 1;
        }
        c[j] = exchange ? f[j] : m[j];
        d[j] = exchange ? m[j] : f[j];
    }
}

#endif
