// Kernels for device_test.go: every function of the dialect's parts, one case a
// work-item.

// in: seed, step, individual and purpose, w, n, n64, threshold, lanes; 8 words
// out: bounded, bounded64, mask, unit, gaussian; 5 words
KERNEL void test_samplers(GLOBAL const u64 *in, GLOBAL u64 *out, u32 n)
{
    u32 i = GLOBAL_ID;
    if (i < n) {
        GLOBAL const u64 *c = in + 8 * i;
        address a = address_of(c[0], (u32)(c[2] >> 32), c[1], (u32)c[2]);
        u32 w = (u32)c[3];
        words4 v = random_block(a, w / 4);
        u64 pair = w % 4 > 1 ? (u64)v.x[3] << 32 | v.x[2] : (u64)v.x[1] << 32 | v.x[0];
        out[5 * i] = random_bounded(a, random_word(a, w), w, (u32)c[4]);
        out[5 * i + 1] = random_bounded64(a, pair, w & ~1u, c[5]);
        out[5 * i + 2] = random_mask(a, w % 1000, c[6], c[7]);
        out[5 * i + 3] = F64_BITS(random_unit(v.x[0], v.x[1]));
        out[5 * i + 4] = F64_BITS(random_gaussian(v));
    }
}

// Rare masks with one table, of which on-chip memory has room for 64 words.
KERNEL void test_rare(GLOBAL const u64 *table, GLOBAL const u64 *in, GLOBAL u64 *out, u32 n LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 i = GLOBAL_ID;
    for (u32 k = LOCAL_ID; k < 64; k += GROUP_SIZE)
        memory[k] = table[k];
    BARRIER();
    if (i < n) {
        GLOBAL const u64 *c = in + 4 * i;
        address a = address_of(c[0], (u32)(c[2] >> 32), c[1], (u32)c[2]);
        out[i] = random_rare(a, (u32)c[3], memory);
    }
}

// out: exp x, log x, sin x, cos x, pow(x, y), as bits
KERNEL void test_elementary(GLOBAL const f64 *x, GLOBAL const f64 *y, GLOBAL u64 *out, u32 n)
{
    u32 i = GLOBAL_ID;
    if (i < n) {
        out[5 * i] = F64_BITS(elementary_exp(x[i]));
        out[5 * i + 1] = F64_BITS(elementary_log(x[i]));
        out[5 * i + 2] = F64_BITS(elementary_sin(x[i]));
        out[5 * i + 3] = F64_BITS(elementary_cos(x[i]));
        out[5 * i + 4] = F64_BITS(elementary_pow(x[i], y[i]));
    }
}

// One group; out: 10 words a work-item.
KERNEL void test_group(GLOBAL const i64 *in, GLOBAL const f64 *real, GLOBAL u64 *out LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 i = LOCAL_ID, total32;
    u64 total64;
    GLOBAL u64 *o = out + 10 * i;
    group_best best;
    o[0] = group_sum_u64((u64)in[i], memory);
    o[1] = (u64)group_sum_i64(in[i], memory);
    o[2] = (u64)group_min_i64(in[i], memory);
    o[3] = (u64)group_max_i64(in[i], memory);
    o[4] = F64_BITS(group_sum_f64_tree(real[i], memory));
    best = group_argmax(in[i] >> 60, i * 7 + 3, memory);
    o[5] = (u64)best.score;
    o[6] = best.index;
    o[7] = group_scan_u32((u32)in[i], &total32, memory);
    o[8] = group_scan_u64((u64)in[i], &total64, memory);
    o[9] = total64 ^ total32;
}

// One group sorts n pairs in global memory, then another copy in local memory.
KERNEL void test_sort(GLOBAL i64 *keys, GLOBAL u32 *index, GLOBAL i64 *keys2, GLOBAL u32 *index2,
                      u32 n LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCALPTR i64 *k = (LOCALPTR i64 *)memory;
    LOCALPTR u32 *x = (LOCALPTR u32 *)(k + n);
    for (u32 i = LOCAL_ID; i < n; i += GROUP_SIZE) {
        k[i] = keys2[i];
        x[i] = index2[i];
    }
    group_sort_desc(keys, index, n);
    group_sort_desc_local(k, x, n);
    for (u32 i = LOCAL_ID; i < n; i += GROUP_SIZE) {
        keys2[i] = k[i];
        index2[i] = x[i];
    }
}
