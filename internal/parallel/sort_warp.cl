// One pass of a stable radix sort, second half, for CUDA: a warp ranks 32 elements
// at a time, by ballots on the digit's bits, and keeps its own count of every digit.
//
//   launch: as sort.cl, whole warps; Local: RADIX u32, then as many for each warp, or GROUP_SCRATCH

// The lanes, among those whose bit is in valid, with the same digit as this one.
DEVICE u32 sort_peers(u32 digit, u32 valid)
{
    u32 peers = valid;
    for (u32 b = 0; b < RADIX_BITS; b++) {
        u32 ones = __ballot_sync(0xFFFFFFFFu, digit >> b & 1);
        peers &= digit >> b & 1 ? ones : ~ones;
    }
    return peers;
}

KERNEL void sort_scatter(GLOBAL const u64 *keys, GLOBAL const u32 *values, GLOBAL u64 *keys_out,
                         GLOBAL u32 *values_out, GLOBAL const u32 *counts, u32 n, u32 tiles,
                         u32 shift LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles;
    u32 lane = LOCAL_ID % 32, warp = LOCAL_ID / 32, warps = GROUP_SIZE / 32;
    u32 first = tile * TILE + warp * 32 * ITEMS + lane;
    u32 *begins = (u32 *)memory, *bins = begins + RADIX, *mine = bins + warp * RADIX;
    u64 start = (u64)segment * n;
    u64 key[ITEMS];
    u32 value[ITEMS], rank[ITEMS];
    for (u32 k = 0; k < ITEMS; k++) {
        u32 i = first + 32 * k;
        key[k] = i < n ? keys[start + i] : 0;
        value[k] = i < n ? values[start + i] : 0;
    }
    sort_begins(counts, tiles, begins, (u64 *)bins);
    for (u32 d = lane; d < RADIX; d += 32)
        mine[d] = 0;
    for (u32 k = 0; k < ITEMS; k++) {
        u32 inside = first + 32 * k < n, d = DIGIT(key[k]), leader, before;
        u32 peers = sort_peers(d, __ballot_sync(0xFFFFFFFFu, inside));
        leader = peers ? CTZ32(peers) : 0;
        __syncwarp();
        before = mine[d];
        __syncwarp();
        if (inside && lane == leader)
            mine[d] = before + POPCOUNT32(peers);
        rank[k] = before + POPCOUNT32(peers & ((1u << lane) - 1));
    }
    BARRIER();
    for (u32 d = LOCAL_ID; d < RADIX; d += GROUP_SIZE) {
        u32 sum = begins[d];
        for (u32 w = 0; w < warps; w++) {
            u32 c = bins[w * RADIX + d];
            bins[w * RADIX + d] = sum;
            sum += c;
        }
    }
    BARRIER();
    for (u32 k = 0; k < ITEMS; k++)
        if (first + 32 * k < n) {
            u64 to = start + mine[DIGIT(key[k])] + rank[k];
            keys_out[to] = key[k];
            values_out[to] = value[k];
        }
}
