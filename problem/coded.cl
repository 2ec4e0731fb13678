// Real genes coded in the bits of a binary genome: the twin of Code.Decode.
//
// CODED_BITS  bits per gene
// CODED_GRAY  1 when the number is Gray-coded
// CODED_DATA  where in the data the bounds begin, as pairs (lower, upper)
DEVICE f64 coded_real(GENOME g, u32 j, GLOBAL const u64 *data)
{
    u32 from = j * CODED_BITS;
    u64 x = WORD(g, from / 64) >> (from % 64);
    f64 lower = F64_FROM(data[CODED_DATA + 2 * j]), upper = F64_FROM(data[CODED_DATA + 2 * j + 1]);
    f64 part, span;
    if (from % 64 + CODED_BITS > 64)
        x |= WORD(g, from / 64 + 1) << (64 - from % 64);
    x &= ((u64)1 << CODED_BITS) - 1;
#if CODED_GRAY
    x ^= x >> 1;
    x ^= x >> 2;
    x ^= x >> 4;
    x ^= x >> 8;
    x ^= x >> 16;
    x ^= x >> 32;
#endif
    part = (f64)x / (f64)(((u64)1 << CODED_BITS) - 1);
    span = upper - lower;
    return lower + span * part;
}
