// One pass of a stable radix sort, first half: how often each digit occurs in each
// tile. counts of a segment is digit-major, [digit * tiles + tile], so that its
// exclusive scan is where a tile's elements of a digit go.
//
//   launch: segments * tiles groups of GROUP_SIZE, a power of two; Local: 4 * RADIX bytes
//   n: elements of a segment; tiles: groups of a segment; shift: of the digit
//
// RADIX_BITS comes from the host: 8 with sort_warp.cl, 4 with sort_count.cl.

#define RADIX (1u << RADIX_BITS)
#define DIGIT(key) ((u32)((key) >> shift) & (RADIX - 1))

KERNEL void sort_count(GLOBAL const u64 *keys, GLOBAL u32 *counts, u32 n, u32 tiles, u32 shift LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCALPTR u32 *bins = (LOCALPTR u32 *)memory;
    u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles, first = tile * TILE;
    GLOBAL const u64 *key = keys + (u64)segment * n;
    for (u32 d = LOCAL_ID; d < RADIX; d += GROUP_SIZE)
        bins[d] = 0;
    BARRIER();
    for (u32 k = first + LOCAL_ID; k < first + TILE; k += GROUP_SIZE)
        if (k < n)
            ATOMIC_ADD32(&bins[DIGIT(key[k])], 1);
    BARRIER();
    for (u32 d = LOCAL_ID; d < RADIX; d += GROUP_SIZE)
        counts[((u64)segment * RADIX + d) * tiles + tile] = bins[d];
}
