// Selection: the twin of select.go and feistel.go.

// What selection knows of a segment.
typedef struct {
    GLOBAL const i64 *score;
    PREFIX_SPACE const u64 *prefix; // exclusive prefix sums of the weights
    GLOBAL const u32 *guide;  // where searches in them begin, or 0
    GLOBAL const u32 *order;  // members from best to worst
    GLOBAL const u64 *segment;
    GLOBAL const u64 *par;
    u64 seed;
    u64 step;
    u32 deme;
} wheel;

typedef struct {
    u32 a, b;
} couple;

// The constants of a segment's scaling.
typedef struct {
    i64 worst;
    u32 shift;
    f64 low, a, b, power, top;
} scaler;

DEVICE f64 scaled(scaler s, GLOBAL const u64 *par, i64 v)
{
    f64 x = number_of_score(v) - s.low;
    if (P_SCALING == SCALE_LINEAR)
        x = s.a * x + s.b;
    else if (P_SCALING == SCALE_POWER && x > 0)
        x = elementary_pow(x / s.a, s.power);
    return x > 0 ? x : 0.0;
}

DEVICE scaler scaler_of(GLOBAL const u64 *segment, GLOBAL const u64 *par)
{
    scaler s;
    i64 best = (i64)segment[SEGMENT_BEST];
    f64 c = F64_FROM(par[PAR_SCALE]), mean = F64_FROM(segment[SEGMENT_MEAN]);
    s.worst = (i64)segment[SEGMENT_WORST];
    s.shift = 0;
    s.low = 0;
    s.a = 0;
    s.b = 0;
    s.top = 0;
    s.power = c;
    if (P_SCALING == SCALE_NONE && !FLOAT_SCORES) {
        u64 span = (u64)best - (u64)s.worst;
        if (span >> 32)
            s.shift = 32 - CLZ64(span);
        return s;
    }
    s.low = number_of_score(s.worst);
    if (!IS_FINITE(s.low))
        s.low = mean - (number_of_score(best) - mean);
    f64 top = number_of_score(best) - s.low;
    if (P_SCALING == SCALE_POWER) {
        s.a = top;
    } else if (P_SCALING == SCALE_LINEAR) {
        f64 m = mean - s.low;
        if (c * m - top < 0) {
            f64 d = top - m;
            s.a = (c - 1) * m / d;
            s.b = m * (top - c * m) / d;
        } else {
            s.a = 1;
        }
    } else if (P_SCALING == SCALE_SIGMA) {
        s.low = mean - c * F64_FROM(segment[SEGMENT_DEVIATION]);
    }
    s.top = scaled(s, par, best);
    return s;
}

// A score's share of the wheel.
DEVICE u64 weight_of(scaler s, GLOBAL const u64 *par, i64 v)
{
    if (P_SCALING == SCALE_NONE && !FLOAT_SCORES)
        return ((u64)v - (u64)s.worst) >> s.shift;
    f64 r = scaled(s, par, v) / s.top;
    if (!(r > 0))
        return 0;
    if (r >= 1)
        return (u64)1 << 32;
    return (u64)F64_FLOOR(r * 4294967296.0);
}

// How far positions on the wheel are shifted right to find their bucket in the
// guide: such that its 2^GUIDE buckets do even if all members weigh as much as
// the best.
DEVICE u32 guide_shift(scaler s, GLOBAL const u64 *segment, GLOBAL const u64 *par)
{
    u64 most = P_MEMBERS * MAX(weight_of(s, par, (i64)segment[SEGMENT_BEST]), (u64)1);
    u32 length = 64 - CLZ64(most), bits = (u32)par[PAR_GUIDE];
    return length > bits ? length - bits : 0;
}

// The members whose shares of the wheel hold positions r and s, each the last
// whose prefix is not above it. The two searches run side by side because each
// is a chain of loads; the guide starts them near their ends.
DEVICE couple wheel_at(wheel w, u64 r, u64 s)
{
    GLOBAL const u64 *par = w.par;
    u32 n = P_MEMBERS;
    couple lo, hi;
    lo.a = 0;
    lo.b = 0;
    hi.a = n;
    hi.b = n;
    if (w.guide) {
        u32 shift = guide_shift(scaler_of(w.segment, par), w.segment, par);
        lo.a = w.guide[r >> shift];
        lo.b = w.guide[s >> shift];
        hi.a = w.guide[(r >> shift) + 1] + 1;
        hi.b = w.guide[(s >> shift) + 1] + 1;
    }
    while (hi.a - lo.a > 1 || hi.b - lo.b > 1) {
        u32 i = lo.a + (hi.a - lo.a) / 2, j = lo.b + (hi.b - lo.b) / 2;
        u64 x = w.prefix[i], y = w.prefix[j];
        if (x <= r)
            lo.a = i;
        else
            hi.a = i;
        if (y <= s)
            lo.b = j;
        else
            hi.b = j;
    }
    return lo;
}

DEVICE u32 feistel_at(u32 i, u32 n, u32 k0, u32 k1)
{
    u32 half_bits = 1, mask;
    while (((u64)1 << (2 * half_bits)) < n)
        half_bits++;
    mask = ((u32)1 << half_bits) - 1;
    u32 rounds = half_bits < 4 ? 16 : 6;
    do {
        u32 l = i >> half_bits, r = i & mask;
        for (u32 round = 0; round < rounds; round++) {
            u32 x = (r ^ (round & 1 ? k1 : k0)) + round * 0x9E3779B9u;
            x = (x ^ x >> 16) * 0x7FEB352Du;
            x = (x ^ x >> 15) * 0x846CA68Bu;
            x ^= x >> 16;
            x = l ^ (x & mask);
            l = r;
            r = x;
        }
        i = l << half_bits | r;
    } while (i >= n);
    return i;
}

// The members under pointers k and k + 1 of universal selection.
DEVICE couple wheel_spokes(wheel w, u32 k)
{
    GLOBAL const u64 *par = w.par;
    u64 total = w.segment[SEGMENT_TOTAL], offset, q, rem;
    u32 m = 2 * P_PAIRS, l;
    address at = address_of(w.seed, PURPOSE_WHEEL, w.step, w.deme);
    words4 v = random_block(at, 0);
    couple c;
    l = feistel_at(k + 1, m, v.x[2], v.x[3]);
    k = feistel_at(k, m, v.x[2], v.x[3]);
    c.a = k % P_MEMBERS;
    c.b = l % P_MEMBERS;
    if (total) {
        offset = random_bounded64(at, (u64)v.x[1] << 32 | v.x[0], 0, total);
        q = total / m;
        rem = total % m;
        c = wheel_at(w, (u64)k * q + ((u64)k * rem + offset) / m, (u64)l * q + ((u64)l * rem + offset) / m);
    }
    return c;
}

DEVICE u64 rank_prefix(u64 r, u64 n, u64 pressure)
{
    if (n == 1)
        return r;
    return pressure * (n - 1) * r - (2 * pressure - 2 * 4096) * (r * (r - 1) / 2);
}

DEVICE u32 wheel_ranked(wheel w, u64 x)
{
    GLOBAL const u64 *par = w.par;
    u32 lo = 0, hi = P_MEMBERS; // rank_prefix(lo) <= x < rank_prefix(hi)
    while (hi - lo > 1) {
        u32 mid = lo + (hi - lo) / 2;
        if (rank_prefix(mid, P_MEMBERS, w.par[PAR_PRESSURE]) <= x)
            lo = mid;
        else
            hi = mid;
    }
    return w.order[lo];
}

DEVICE couple wheel_tournament(wheel w, address at)
{
    GLOBAL const u64 *par = w.par;
    couple c;
    i64 x = 0, y = 0;
    c.a = 0;
    c.b = 0;
    for (u32 k = 0; k < P_TOURNAMENT; k += 2) { // a block has two contenders of each parent
        words4 v = random_block(at, 1 + k / 2);
#pragma unroll
        for (u32 h = 0; h < 2; h++) {
            if (k + h < P_TOURNAMENT) {
                u32 i = random_bounded(at, v.x[2 * h], 4 + 2 * (k + h), P_MEMBERS);
                u32 j = random_bounded(at, v.x[2 * h + 1], 5 + 2 * (k + h), P_MEMBERS);
                i64 s = w.score[i], t = w.score[j];
                if (k + h == 0 || s > x) {
                    x = s;
                    c.a = i;
                }
                if (k + h == 0 || t > y) {
                    y = t;
                    c.b = j;
                }
            }
        }
    }
    return c;
}

// The parents of pair p of the segment; v is the pair's block 0.
DEVICE_ONCE couple wheel_pick(wheel w, address at, u32 p, words4 v)
{
    GLOBAL const u64 *par = w.par;
    couple c;
    if (P_SELECTION == SELECT_UNIFORM) {
        c.a = random_bounded(at, v.x[0], 0, P_MEMBERS);
        c.b = random_bounded(at, v.x[1], 1, P_MEMBERS);
    } else if (P_SELECTION == SELECT_TOURNAMENT) {
        c = wheel_tournament(w, at);
    } else if (P_SELECTION == SELECT_TRUNCATION) {
        u32 m = (u32)par[PAR_PARENTS];
        c.a = w.order[random_bounded(at, v.x[0], 0, m)];
        c.b = w.order[random_bounded(at, v.x[1], 1, m)];
    } else if (P_SELECTION == SELECT_UNIVERSAL) {
        c = wheel_spokes(w, 2 * p);
    } else {
        words4 y = random_block(at, 1);
        u64 r = (u64)y.x[1] << 32 | y.x[0], s = (u64)y.x[3] << 32 | y.x[2];
        u64 total = P_SELECTION == SELECT_RANK ? rank_prefix(P_MEMBERS, P_MEMBERS, par[PAR_PRESSURE])
                                               : w.segment[SEGMENT_TOTAL];
        u64 range = total ? total : P_MEMBERS;
        r = random_bounded64(at, r, 4, range);
        s = random_bounded64(at, s, 6, range);
        if (P_SELECTION == SELECT_RANK) {
            c.a = wheel_ranked(w, r);
            c.b = wheel_ranked(w, s);
        } else if (total) {
            c = wheel_at(w, r, s);
        } else {
            c.a = (u32)r;
            c.b = (u32)s;
        }
    }
    return c;
}
