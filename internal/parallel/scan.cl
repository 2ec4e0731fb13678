// Exclusive scans in two launches a level: tile sums, then (after the sums of
// the level above were scanned in place) the scan of each tile from its base.
// Compaction is the same with flags for elements and indices for results.
//
//   launch: segments * tiles groups, a power of two each; Local: GROUP_SCRATCH
//   n: elements of a segment; tiles: groups of a segment; base is read where tiles > 1

#define SCAN_TILES(SUM, SCAN, T, GROUP_SCAN_OF)                                                  \
    DEVICE void SUM(GLOBAL const T *src, GLOBAL T *sums, u32 n, u32 tiles, LOCALPTR u64 *memory) \
    {                                                                                            \
        GLOBAL const T *segment = src + (u64)(GROUP_ID / tiles) * n;                             \
        u32 first = GROUP_ID % tiles * TILE;                                                     \
        u64 sum = 0;                                                                             \
        for (u32 k = first + LOCAL_ID; k < first + TILE; k += GROUP_SIZE)                        \
            sum += k < n ? segment[k] : 0;                                                       \
        sum = group_sum_u64(sum, memory);                                                        \
        if (LOCAL_ID == 0)                                                                       \
            sums[GROUP_ID] = (T)sum;                                                             \
    }                                                                                            \
    DEVICE void SCAN(GLOBAL const T *src, GLOBAL T *dst, GLOBAL const T *base, GLOBAL T *total,  \
                     u32 n, u32 tiles, LOCALPTR u64 *memory)                                     \
    {                                                                                            \
        u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles;                                 \
        u32 first = tile * TILE + LOCAL_ID * ITEMS;                                              \
        u64 start = (u64)segment * n;                                                            \
        T v[ITEMS], sum = 0, all, before;                                                        \
        for (u32 k = 0; k < ITEMS; k++) {                                                        \
            v[k] = first + k < n ? src[start + first + k] : 0;                                   \
            sum += v[k];                                                                         \
        }                                                                                        \
        before = GROUP_SCAN_OF(sum, &all, memory);                                               \
        if (tiles > 1) {                                                                         \
            T b = base[GROUP_ID];                                                                \
            before += b;                                                                         \
            all += b;                                                                            \
        }                                                                                        \
        for (u32 k = 0; k < ITEMS; k++) {                                                        \
            if (first + k < n)                                                                   \
                dst[start + first + k] = before;                                                 \
            before += v[k];                                                                      \
        }                                                                                        \
        if (tile == tiles - 1 && LOCAL_ID == 0)                                                  \
            total[segment] = all;                                                                \
    }

SCAN_TILES(sum_tile_u32, scan_tile_u32, u32, group_scan_u32)
SCAN_TILES(sum_tile_u64, scan_tile_u64, u64, group_scan_u64)

KERNEL void scan_sums_u32(GLOBAL const u32 *src, GLOBAL u32 *sums, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    sum_tile_u32(src, sums, n, tiles, memory);
}

KERNEL void scan_sums_u64(GLOBAL const u64 *src, GLOBAL u64 *sums, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    sum_tile_u64(src, sums, n, tiles, memory);
}

// dst may be src.
KERNEL void scan_u32(GLOBAL const u32 *src, GLOBAL u32 *dst, GLOBAL const u32 *base, GLOBAL u32 *total,
                     u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    scan_tile_u32(src, dst, base, total, n, tiles, memory);
}

KERNEL void scan_u64(GLOBAL const u64 *src, GLOBAL u64 *dst, GLOBAL const u64 *base, GLOBAL u64 *total,
                     u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    scan_tile_u64(src, dst, base, total, n, tiles, memory);
}

KERNEL void compact_sums(GLOBAL const u32 *flags, GLOBAL u32 *sums, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u64 start = (u64)(GROUP_ID / tiles) * n, sum = 0;
    u32 first = GROUP_ID % tiles * TILE;
    for (u32 k = first + LOCAL_ID; k < first + TILE; k += GROUP_SIZE)
        sum += k < n && flags[start + k] != 0;
    sum = group_sum_u64(sum, memory);
    if (LOCAL_ID == 0)
        sums[GROUP_ID] = (u32)sum;
}

KERNEL void compact(GLOBAL const u32 *flags, GLOBAL u32 *dst, GLOBAL const u32 *base, GLOBAL u32 *count,
                    u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles;
    u32 first = tile * TILE + LOCAL_ID * ITEMS, set = 0, all, before;
    u64 start = (u64)segment * n;
    for (u32 k = 0; k < ITEMS; k++)
        set |= first + k < n && flags[start + first + k] != 0 ? 1u << k : 0;
    before = group_scan_u32(POPCOUNT32(set), &all, memory);
    if (tiles > 1) {
        u32 b = base[GROUP_ID];
        before += b;
        all += b;
    }
    for (u32 k = 0; k < ITEMS; k++)
        if (set >> k & 1)
            dst[start + before++] = first + k;
    if (tile == tiles - 1 && LOCAL_ID == 0)
        count[segment] = all;
}
