// exp, log, sin, cos and pow: the twin of package internal/elementary, line by
// line. Only + - * / floor and bit operations, in one order everywhere; nothing
// may be contracted (the prelude and the compiler options see to that).

#define ELEMENTARY_NAN F64_FROM(0x7FF8000000000001ul)
#define ELEMENTARY_INF F64_FROM(0x7FF0000000000000ul)
#define ELEMENTARY_MAX 1.7976931348623157e308
#define ELEMENTARY_LN2_HI 0.6931471805592082
#define ELEMENTARY_LN2_LO 7.371002565167799e-13

// A sum and what is left of it.
typedef struct {
    f64 h, l;
} elementary_pair;

DEVICE elementary_pair elementary_two_sum(f64 a, f64 b)
{
    elementary_pair r;
    f64 t;
    r.h = a + b;
    t = r.h - a;
    r.l = (a - (r.h - t)) + (b - t);
    return r;
}

DEVICE elementary_pair elementary_two_product(f64 a, f64 b)
{
    elementary_pair r;
    f64 ah = F64_FROM(F64_BITS(a) & ~(u64)0x7FFFFFF), al = a - ah;
    f64 bh = F64_FROM(F64_BITS(b) & ~(u64)0x7FFFFFF), bl = b - bh;
    r.h = a * b;
    r.l = ah * bh - r.h;
    r.l += ah * bl;
    r.l += al * bh;
    r.l += al * bl;
    return r;
}

DEVICE f64 elementary_scale(f64 y, i32 k)
{
    i32 half_k = k / 2;
    y = y * F64_FROM((u64)(1023 + half_k) << 52);
    return y * F64_FROM((u64)(1023 + k - half_k) << 52);
}

DEVICE f64 elementary_exp_sum(f64 x, f64 low)
{
    f64 k, h, l, r, c, p;
    if (x > 710.0)
        return ELEMENTARY_INF;
    if (x < -746.0)
        return 0.0;
    k = F64_FLOOR(x * 1.4426950408889634 + 0.5);
    h = x - k * ELEMENTARY_LN2_HI;
    l = k * ELEMENTARY_LN2_LO - low;
    r = h - l;
    c = (h - r) - l;
    p = 2.0914689542549555e-09;
    p = p * r + 2.5105220609870554e-08;
    p = p * r + 2.7557273636924405e-07;
    p = p * r + 2.755725539154403e-06;
    p = p * r + 2.4801587325552618e-05;
    p = p * r + 0.00019841269874827454;
    p = p * r + 0.0013888888888883746;
    p = p * r + 0.008333333333326132;
    p = p * r + 0.04166666666666667;
    p = p * r + 0.1666666666666667;
    p = p * r + 0.5;
    return elementary_scale(1.0 + (r + (c + (r * r) * p)), (i32)k);
}

DEVICE f64 elementary_exp(f64 x)
{
    return x != x ? ELEMENTARY_NAN : elementary_exp_sum(x, 0.0);
}

// x as h * 2^l with h in (sqrt 1/2, sqrt 2]; x positive and finite.
DEVICE elementary_pair elementary_split(f64 x)
{
    elementary_pair r;
    u64 b = F64_BITS(x);
    i32 e = -1023;
    if (b >> 52 == 0) {
        b = F64_BITS(x * 18014398509481984.0);
        e -= 54;
    }
    e += (i32)(b >> 52);
    r.h = F64_FROM((b & 0xFFFFFFFFFFFFFul) | (u64)1023 << 52);
    if (r.h > 1.4142135623730951) {
        r.h = r.h * 0.5;
        e++;
    }
    r.l = (f64)e;
    return r;
}

DEVICE f64 elementary_log(f64 x)
{
    elementary_pair m;
    f64 f, s, z, p, t;
    if (x != x || x < 0.0)
        return ELEMENTARY_NAN;
    if (x == 0.0)
        return -ELEMENTARY_INF;
    if (x > ELEMENTARY_MAX)
        return x;
    m = elementary_split(x);
    f = m.h - 1.0;
    s = f / (2.0 + f);
    z = s * s;
    p = 0.13086907887965027;
    p = p * z + 0.13268746195596595;
    p = p * z + 0.15386240708969665;
    p = p * z + 0.18181795621632782;
    p = p * z + 0.22222222391887064;
    p = p * z + 0.2857142857080285;
    p = p * z + 0.4000000000000088;
    p = p * z + 0.6666666666666666;
    t = s * (f - z * p);
    return m.l * ELEMENTARY_LN2_HI - ((t - m.l * ELEMENTARY_LN2_LO) - f);
}

DEVICE f64 elementary_sine(f64 r, f64 low)
{
    f64 z = r * r, p = -7.586673021289394e-13;
    p = p * z + 1.6058531210130865e-10;
    p = p * z - 2.5052106229867592e-08;
    p = p * z + 2.755731921933174e-06;
    p = p * z - 0.00019841269841265055;
    p = p * z + 0.008333333333333331;
    p = p * z - 0.16666666666666666;
    return r + ((r * z) * p + low * (1.0 - 0.5 * z));
}

DEVICE f64 elementary_cosine(f64 r, f64 low)
{
    f64 z = r * r, p = -1.1382597309861877e-11, h, w;
    p = p * z + 2.0876145780903544e-09;
    p = p * z - 2.755731726939027e-07;
    p = p * z + 2.4801587298761176e-05;
    p = p * z - 0.0013888888888887393;
    p = p * z + 0.041666666666666664;
    h = 0.5 * z;
    w = 1.0 - h;
    return w + (((1.0 - w) - h) + ((z * z) * p - r * low));
}

// sin(x + turn * pi/2) for |x| up to 2^30.
DEVICE f64 elementary_turned(f64 x, i64 turn)
{
    f64 q = F64_FLOOR(x * 0.6366197723675814 + 0.5);
    f64 h = (x - q * 1.570796012878418) - q * 3.139164164167596e-07;
    elementary_pair a = elementary_two_sum(h, -(q * 6.223371969669989e-14));
    elementary_pair b = elementary_two_sum(a.h, -(q * 2.0222659584103533e-21));
    f64 l = (a.l + b.l) - q * 2.9038559739793605e-28;
    f64 r = b.h + l, low = (b.h - r) + l, y;
    turn += (i64)q;
    y = turn & 1 ? elementary_cosine(r, low) : elementary_sine(r, low);
    return turn & 2 ? -y : y;
}

DEVICE f64 elementary_sin(f64 x)
{
    f64 a = F64_ABS(x);
    if (!(a <= 1073741824.0))
        return ELEMENTARY_NAN;
    if (a < 7.450580596923828e-09)
        return x;
    return elementary_turned(x, 0);
}

DEVICE f64 elementary_cos(f64 x)
{
    return F64_ABS(x) <= 1073741824.0 ? elementary_turned(x, 1) : ELEMENTARY_NAN;
}

// log x as a pair.
DEVICE elementary_pair elementary_log_sum(f64 x)
{
    elementary_pair m = elementary_split(x), d, p, z, u, v, w;
    f64 f = m.h - 1.0, s, sl, q, t, sum;

    d = elementary_two_sum(2.0, f);
    s = f / d.h;
    p = elementary_two_product(s, d.h);
    sl = (((f - p.h) - p.l) - s * d.l) / d.h;

    z = elementary_two_product(s, s);
    z.l += 2.0 * (s * sl);
    q = 0.058616531170404246;
    q = q * z.h + 0.05853112067730471;
    q = q * z.h + 0.06667402574805938;
    q = q * z.h + 0.07692297477068973;
    q = q * z.h + 0.0909090916773562;
    q = q * z.h + 0.1111111111082777;
    q = q * z.h + 0.14285714285714685;
    q = q * z.h + 0.2;

    u = elementary_two_product(z.h, 0.3333333333333333);
    t = u.l + (z.h * 1.850371707708594e-17 + z.l * 0.3333333333333333);
    u = elementary_two_sum(u.h, (z.h * z.h) * q);
    v = elementary_two_sum(1.0, u.h);
    v.l += t + u.l;

    w = elementary_two_product(s, v.h);
    w.l += s * v.l + sl * v.h;
    u = elementary_two_sum(m.l * ELEMENTARY_LN2_HI, 2.0 * w.h);
    u.l += 2.0 * w.l + m.l * ELEMENTARY_LN2_LO;
    sum = u.h + u.l;
    u.l = (u.h - sum) + u.l;
    u.h = sum;
    return u;
}

DEVICE f64 elementary_pow_positive(f64 x, f64 y)
{
    elementary_pair g, p;
    f64 a = F64_ABS(y), r;
    if (a < 8.470329472543003e-22 || x == 1.0)
        return 1.0;
    if (a > 18446744073709551616.0)
        return (x > 1.0) == (y > 0.0) ? ELEMENTARY_INF : 0.0;
    g = elementary_log_sum(x);
    p = elementary_two_product(y, g.h);
    p.l += y * g.l;
    if (p.h > 710.0 || p.h < -746.0)
        return elementary_exp_sum(p.h, 0.0);
    r = p.h + p.l;
    return elementary_exp_sum(r, (p.h - r) + p.l);
}

DEVICE f64 elementary_pow(f64 x, f64 y)
{
    u32 whole, odd;
    f64 sign, a = F64_ABS(x);
    if (y == 0.0 || x == 1.0)
        return 1.0;
    if (x != x || y != y)
        return ELEMENTARY_NAN;
    whole = F64_FLOOR(y) == y;
    odd = whole && F64_ABS(y) < 9007199254740992.0 && ((i64)y & 1) != 0;
    sign = odd && F64_BITS(x) >> 63 ? -1.0 : 1.0;
    if (a == 1.0 && F64_ABS(y) > ELEMENTARY_MAX)
        return 1.0;
    if (a == 0.0 || a > ELEMENTARY_MAX)
        return sign * ((a == 0.0) == (y > 0.0) ? 0.0 : ELEMENTARY_INF);
    if (x < 0.0 && !whole)
        return ELEMENTARY_NAN;
    return sign * elementary_pow_positive(a, y);
}
