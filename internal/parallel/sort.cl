// One pass of a stable radix sort, first half: how often each digit occurs in each
// tile. counts of a segment is digit-major, [digit * tiles + tile], so that its
// exclusive scan is where a tile's elements of a digit go.
//
//   launch: segments * tiles groups of GROUP_SIZE, a power of two; Local: 4 * RADIX bytes
//   n: elements of a segment; tiles: groups of a segment; shift: of the digit
//
// RADIX_BITS comes from the host: 8 with sort_warp.cl, 4 with sort_count.cl. The counts
// of FEW_TILES or fewer are not scanned by a launch of their own.

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

// Where the tile's elements of each digit go, into begins (RADIX), from the scanned
// counts or, of few tiles, from the counts themselves. It begins and ends with a barrier.
DEVICE void sort_begins(GLOBAL const u32 *counts, u32 tiles, LOCALPTR u32 *begins, LOCALPTR u64 *scratch)
{
    u32 tile = GROUP_ID % tiles, base = 0, total;
    GLOBAL const u32 *count = counts + (u64)(GROUP_ID / tiles) * RADIX * tiles;
    BARRIER();
    for (u32 first = 0; first < RADIX; first += GROUP_SIZE) {
        u32 d = first + LOCAL_ID, at = 0, sum = 0;
        if (tiles > FEW_TILES) {
            at = d < RADIX ? count[d * tiles + tile] : 0;
        } else {
            for (u32 t = 0; t < tiles; t++) {
                u32 c = d < RADIX ? count[d * tiles + t] : 0;
                at += t < tile ? c : 0;
                sum += c;
            }
            at += base + group_scan_u32(sum, &total, scratch);
            base += total;
        }
        if (d < RADIX)
            begins[d] = at;
    }
    BARRIER();
}
