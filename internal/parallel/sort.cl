// One pass of a stable radix sort, first half: how often each digit occurs in each
// tile. counts of a segment is digit-major, [digit * tiles + tile], so that its
// exclusive scan is where a tile's elements of a digit go.
//
//   launch: segments * tiles groups of GROUP_SIZE, a power of two; Local: 4 * RADIX bytes
//   n: elements of a segment; tiles: groups of a segment; shift and mask: the digit
//
// RADIX_BITS comes from the host: 8 with sort_warp.cl, 4 with sort_count.cl.

#define RADIX (1u << RADIX_BITS)
#define DIGIT(key) ((u32)((key) >> shift) & mask)

#define HISTOGRAM(NAME, K)                                                                            \
    DEVICE void NAME(GLOBAL const K *keys, GLOBAL u32 *counts, u32 n, u32 tiles, u32 shift, u32 mask, \
                     LOCALPTR u32 *bins)                                                              \
    {                                                                                                 \
        u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles, first = tile * TILE;                 \
        GLOBAL const K *key = keys + (u64)segment * n;                                                \
        for (u32 d = LOCAL_ID; d < RADIX; d += GROUP_SIZE)                                            \
            bins[d] = 0;                                                                              \
        BARRIER();                                                                                    \
        for (u32 k = first + LOCAL_ID; k < first + TILE; k += GROUP_SIZE)                             \
            if (k < n)                                                                                \
                ATOMIC_ADD32(&bins[DIGIT(key[k])], 1);                                                \
        BARRIER();                                                                                    \
        for (u32 d = LOCAL_ID; d < RADIX; d += GROUP_SIZE)                                            \
            counts[((u64)segment * RADIX + d) * tiles + tile] = bins[d];                              \
    }

HISTOGRAM(histogram_u32, u32)
HISTOGRAM(histogram_u64, u64)

KERNEL void sort_count_u32(GLOBAL const u32 *keys, GLOBAL u32 *counts, u32 n, u32 tiles, u32 shift,
                           u32 mask LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    histogram_u32(keys, counts, n, tiles, shift, mask, (LOCALPTR u32 *)memory);
}

KERNEL void sort_count_u64(GLOBAL const u64 *keys, GLOBAL u32 *counts, u32 n, u32 tiles, u32 shift,
                           u32 mask LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    histogram_u64(keys, counts, n, tiles, shift, mask, (LOCALPTR u32 *)memory);
}
