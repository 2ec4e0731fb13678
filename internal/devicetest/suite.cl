// Kernels of the conformance suite.

KERNEL void add(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 k)
{
    for (u32 i = GLOBAL_ID; i < n; i += GROUP_COUNT * GROUP_SIZE)
        out[i] = in[i] + k;
}

KERNEL void scalars(GLOBAL u64 *out, i32 a, u32 b, i64 c, u64 d, f32 e, f64 f, u32 last)
{
    if (GLOBAL_ID == 0) {
        out[0] = (u64)(i64)a;
        out[1] = b;
        out[2] = (u64)c;
        out[3] = d;
        out[4] = F64_BITS(e);
        out[5] = F64_BITS(f);
        out[6] = last;
    }
}

// Each group sums its work-items' ids in memory words of 8 bytes, the last word
// being used too.
KERNEL void group_sums(GLOBAL u64 *out, u32 words LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    for (u32 w = LOCAL_ID; w < words; w += GROUP_SIZE)
        memory[w] = w + GROUP_ID;
    BARRIER();
    if (LOCAL_ID == 0) {
        u64 sum = 0;
        for (u32 w = 0; w < words; w++)
            sum += memory[w];
        out[GROUP_ID] = sum;
    }
}

// Takes as long as rounds says.
KERNEL void spin(GLOBAL u32 *out, u32 rounds)
{
    words4 w = philox(GLOBAL_ID, 0, 0, 0, 0, 0);
    for (u32 r = 0; r < rounds; r++)
        w = philox(w.x[0], w.x[1], w.x[2], w.x[3], r, 0);
    out[GLOBAL_ID] = w.x[0];
}

// Has as many parameters as the kernels of a search.
KERNEL void many(GLOBAL u32 *a, GLOBAL u32 *b, GLOBAL u32 *c, GLOBAL u32 *d, GLOBAL u32 *e, GLOBAL u32 *f,
                 GLOBAL u32 *g, GLOBAL u32 *h, GLOBAL u32 *i, GLOBAL u32 *j, GLOBAL u32 *k, GLOBAL u32 *l,
                 u32 n, u32 m, u64 o, u64 p, i32 q, i64 r, f32 s, f64 t LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    mem[LOCAL_ID] = o + p;
    BARRIER();
    if (GLOBAL_ID == 0 && n)
        l[0] += m + (u32)q + (u32)r + (u32)s + (u32)t + (u32)mem[0];
}
