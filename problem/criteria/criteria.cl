// The functions with several objectives: the twins of those in values.go,
// operation by operation. CRITERIA is their index in criteria.go.

#if CRITERIA != 4
// The mean of all variables but the first.
DEVICE f64 criteria_rest(GENOME g)
{
    f64 sum = 0.0;
    for (u32 j = 1; j < LEN; j++)
        sum += REAL(g, j);
    return sum / (f64)(LEN - 1);
}
#endif

// By how much a number that should not be negative is.
DEVICE f64 criteria_missing(f64 x)
{
    return x < 0 ? -x : 0.0;
}

DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
{
    f64 f[OBJECTIVES], violation = 0.0;
#if CRITERIA == 4
    u32 ones = POPCOUNT64(WORD(g, 0) & (((u64)1 << 30) - 1)), sum = 0;
    for (u32 k = 30; k < LEN; k += 5) {
        u32 u = 0;
        for (u32 j = k; j < k + 5; j++)
            u += (u32)(WORD(g, j / 64) >> (j % 64)) & 1;
        sum += u == 5 ? 1 : 2 + u;
    }
    f[0] = (f64)(1 + ones);
    f[1] = (f64)sum / f[0];
#else
    f64 x = REAL(g, 0), y = REAL(g, 1);
#if CRITERIA <= 2
    f64 r = 1.0 + 9.0 * criteria_rest(g), q = x / r;
    f[0] = x;
#if CRITERIA == 0
    f[1] = r * (1.0 - F64_SQRT(q));
#elif CRITERIA == 1
    f[1] = r * (1.0 - q * q);
#else
    f[1] = r * (1.0 - F64_SQRT(q) - q * elementary_sin(CRITERIA_10PI * x));
#endif
#elif CRITERIA == 3
    f64 r = 1.0 + 10.0 * (f64)(LEN - 1);
    for (u32 j = 1; j < LEN; j++) {
        f64 v = REAL(g, j);
        r += v * v - 10.0 * elementary_cos(CRITERIA_4PI * v);
    }
    f[0] = x;
    f[1] = r * (1.0 - F64_SQRT(x / r));
#elif CRITERIA == 5
    f64 s = elementary_sin(CRITERIA_6PI * x), r, q;
    s = s * s;
    s = s * s * s;
    f[0] = 1.0 - elementary_exp(-4.0 * x) * s;
    r = 1.0 + 9.0 * F64_SQRT(F64_SQRT(criteria_rest(g)));
    q = f[0] / r;
    f[1] = r * (1.0 - q * q);
#elif CRITERIA <= 12 // DTLZ1 to DTLZ7
#define LAST (OBJECTIVES - 1)
    f64 r = 1.0;
#if CRITERIA == 6 || CRITERIA == 8
    r = (f64)(LEN - LAST);
#elif CRITERIA == 12
    r = 0.0;
#endif
    for (u32 j = LAST; j < LEN; j++) {
        f64 v = REAL(g, j), d = v - 0.5;
#if CRITERIA == 6 || CRITERIA == 8
        r += d * d - elementary_cos(CRITERIA_20PI * d);
#elif CRITERIA == 11
        r += elementary_pow(v, CRITERIA_TENTH);
#elif CRITERIA == 12
        r += v;
#else
        r += d * d;
#endif
    }
#if CRITERIA == 6 || CRITERIA == 8
    r = 1.0 + 100.0 * r;
#endif
#if CRITERIA == 6
    r = 0.5 * r;
    for (u32 j = 0; j < LAST; j++) {
        f64 v = REAL(g, j);
        f[LAST - j] = r * (1.0 - v);
        r = r * v;
    }
    f[0] = r;
#elif CRITERIA == 12
    f64 h = (f64)OBJECTIVES;
    r = 2.0 + 9.0 * r / (f64)(LEN - LAST);
    for (u32 j = 0; j < LAST; j++) {
        f64 v = REAL(g, j);
        f[j] = v;
        h -= v / r * (1.0 + elementary_sin(CRITERIA_3PI * v));
    }
    f[LAST] = r * h;
#else
    f64 scale = CRITERIA_QUARTERPI / r, middle = r - 1.0;
    for (u32 j = 0; j < LAST; j++) {
        f64 v = REAL(g, j), a;
#if CRITERIA == 9
        v = elementary_pow(v, 100.0);
#endif
        a = CRITERIA_HALFPI * v;
#if CRITERIA == 10 || CRITERIA == 11
        if (j > 0)
            a = scale * (1.0 + 2.0 * (middle * v));
#endif
        f[LAST - j] = r * elementary_sin(a);
        r = r * elementary_cos(a);
    }
    f[0] = r;
#endif
#elif CRITERIA == 13
    f[0] = x;
    f[1] = (1.0 + y) / x;
    violation = criteria_missing(y + 9.0 * x - 6.0) + criteria_missing(9.0 * x - y - 1.0);
#elif CRITERIA == 14
    f64 a = x - 2.0, b = y - 1.0;
    f[0] = a * a + b * b + 2.0;
    f[1] = 9.0 * x - b * b;
    violation = criteria_missing(225.0 - x * x - y * y) + criteria_missing(3.0 * y - x - 10.0);
#else
    f64 a = x - 5.0, b = y - 5.0, c = x - 8.0, d = y + 3.0;
    f[0] = 4.0 * (x * x) + 4.0 * (y * y);
    f[1] = a * a + b * b;
    violation = criteria_missing(25.0 - a * a - y * y) + criteria_missing(c * c + d * d - 7.7);
#endif
#endif
    for (u32 m = 0; m < OBJECTIVES; m++)
        scores[m] = score_from_f64(-f[m]);
    return score_from_f64(violation);
}
