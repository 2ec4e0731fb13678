// Exclusive scans in two launches a level: tile sums, then (after the sums of
// the level above were scanned in place) the scan of each tile from its base. The
// sums of FEW_TILES or fewer are not scanned: each tile adds up those before it.
//
//   launch: segments * tiles groups, a power of two each; Local: GROUP_SCRATCH
//   n: elements of a segment; tiles: groups of a segment; base is read where tiles > 1

#define TILE (GROUP_SIZE * ITEMS)

KERNEL void scan_sums(GLOBAL const u32 *src, GLOBAL u32 *sums, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    GLOBAL const u32 *segment = src + (u64)(GROUP_ID / tiles) * n;
    u32 first = GROUP_ID % tiles * TILE;
    u64 sum = 0;
    for (u32 k = first + LOCAL_ID; k < first + TILE; k += GROUP_SIZE)
        sum += k < n ? segment[k] : 0;
    sum = group_sum_u64(sum, memory);
    if (LOCAL_ID == 0)
        sums[GROUP_ID] = (u32)sum;
}

// dst may be src.
KERNEL void scan(GLOBAL const u32 *src, GLOBAL u32 *dst, GLOBAL const u32 *base, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 first = GROUP_ID % tiles * TILE + LOCAL_ID * ITEMS;
    u64 start = (u64)(GROUP_ID / tiles) * n;
    u32 v[ITEMS], sum = 0, all, before;
    for (u32 k = 0; k < ITEMS; k++) {
        v[k] = first + k < n ? src[start + first + k] : 0;
        sum += v[k];
    }
    before = group_scan_u32(sum, &all, memory);
    if (tiles > FEW_TILES)
        before += base[GROUP_ID];
    else
        for (u32 t = GROUP_ID / tiles * tiles; t < GROUP_ID; t++)
            before += base[t];
    for (u32 k = 0; k < ITEMS; k++) {
        if (first + k < n)
            dst[start + first + k] = before;
        before += v[k];
    }
}
