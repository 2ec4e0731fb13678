// The order-preserving map from float64 to score: the twin of FromFloat.
DEVICE i64 score_from_f64(f64 f)
{
    i64 b;
    if (f != f)
        return (i64)((u64)1 << 63);
    b = (i64)F64_BITS(f + 0.0); // -0 + 0 is +0
    return b < 0 ? (i64)(((u64)1 << 63) - (u64)b) : b;
}
