// The test functions: the twins of those in function.go, operation by
// operation. FUNCTION is their index there.
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    f64 sum = 0.0;
#if FUNCTION == 0
    for (u32 j = 0; j < LEN; j++) {
        f64 v = REAL(g, j);
        sum += v * v;
    }
#elif FUNCTION == 1
    f64 v = REAL(g, 0);
    for (u32 j = 0; j + 1 < LEN; j++) {
        f64 next = REAL(g, j + 1), a = next - v * v, b = 1.0 - v;
        sum += 100.0 * (a * a) + b * b;
        v = next;
    }
#elif FUNCTION == 2
    sum = 10.0 * (f64)LEN;
    for (u32 j = 0; j < LEN; j++) {
        f64 v = REAL(g, j);
        sum += v * v - 10.0 * elementary_cos(FUNCTION_TURN * v);
    }
#elif FUNCTION == 3
    f64 cosines = 0.0, n = (f64)LEN, a, b;
    for (u32 j = 0; j < LEN; j++) {
        f64 v = REAL(g, j);
        sum += v * v;
        cosines += elementary_cos(FUNCTION_TURN * v);
    }
    a = elementary_exp(-0.2 * F64_SQRT(sum / n));
    b = elementary_exp(cosines / n);
    sum = (20.0 - 20.0 * a) + (FUNCTION_E - b);
#elif FUNCTION == 4
    f64 product = 1.0;
    for (u32 j = 0; j < LEN; j++) {
        f64 v = REAL(g, j);
        sum += v * v;
        product = product * elementary_cos(v / F64_SQRT((f64)(j + 1)));
    }
    sum = sum / 4000.0 - product + 1.0;
#else
    sum = 418.9828872724338 * (f64)LEN;
    for (u32 j = 0; j < LEN; j++) {
        f64 v = REAL(g, j);
        sum -= v * elementary_sin(F64_SQRT(F64_ABS(v)));
    }
#endif
    return score_from_f64(-sum);
}
