// A normal deviate: the twin of rng.Gaussian. Needs philox.cl and elementary.cl.

DEVICE f64 random_gaussian(words4 v)
{
    f64 u = (f64)((((u64)v.x[1] << 32 | v.x[0]) >> 11) + 1) * (1.0 / 9007199254740992.0);
    f64 angle = 6.283185307179586 * random_unit(v.x[2], v.x[3]);
    return F64_SQRT(-2.0 * elementary_log(u)) * elementary_cos(angle);
}
