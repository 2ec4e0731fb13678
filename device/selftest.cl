// One group checks what every search relies on. Work-item i of 64 does:
// vector i % 3 of Philox into four words, a[i] * b[i] + c[i] in double and single
// precision, and its part of a sum over the group in local memory. in has the vectors, a, b
// and c; out has the results of each kind, one after the other: a start has one copy
// in each direction.
KERNEL void self_test(GLOBAL const u64 *in, GLOBAL u64 *out, u32 n, i64 salt LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCAL u32 count[1];
    LOCALPTR u32 *part = (LOCALPTR u32 *)memory;
    GLOBAL const u32 *vectors = (GLOBAL const u32 *)in;
    GLOBAL const f64 *a = (GLOBAL const f64 *)(in + 9), *b = a + GROUP_SIZE, *c = b + GROUP_SIZE;
    GLOBAL u32 *words = (GLOBAL u32 *)out;
    GLOBAL f64 *fused = (GLOBAL f64 *)(out + 2 * GROUP_SIZE);
    GLOBAL f32 *fused32 = (GLOBAL f32 *)(fused + GROUP_SIZE);
    GLOBAL u32 *sums = (GLOBAL u32 *)(fused32 + GROUP_SIZE);
    u32 i = GLOBAL_ID, k = i % 3 * 6;
    words4 w = philox(vectors[k], vectors[k + 1], vectors[k + 2], vectors[k + 3], vectors[k + 4], vectors[k + 5]);
    for (u32 j = 0; j < 4; j++)
        words[4 * i + j] = w.x[j];
    fused[i] = a[i] * b[i] + c[i];
    fused32[i] = (f32)a[i] * (f32)b[i] + (f32)c[i];
    if (LOCAL_ID == 0)
        count[0] = 0;
    part[LOCAL_ID] = (u32)(salt >> 33) * (i + 1);
    BARRIER();
    ATOMIC_ADD32(&count[0], part[(LOCAL_ID + 1) % GROUP_SIZE] >= n);
    for (u32 step = GROUP_SIZE / 2; step > 0; step /= 2) {
        u32 other = LOCAL_ID < step ? part[LOCAL_ID + step] : 0;
        BARRIER();
        part[LOCAL_ID] += other;
        BARRIER();
    }
    sums[i] = part[0] + (count[0] << 16) + POPCOUNT64(salt) + CLZ32(n);
}
