// One pass of a stable radix sort, second half, for any device: a work-item takes
// ITEMS neighbors and counts its digits alone, in a column of its own; the scan of
// all columns, digit by digit, ranks every element of the tile.
//
//   launch: as sort.cl; Local: GROUP_SCRATCH, then RADIX u32, then RADIX * GROUP_SIZE u16

KERNEL void sort_scatter(GLOBAL const u64 *keys, GLOBAL const u32 *values, GLOBAL u64 *keys_out,
                         GLOBAL u32 *values_out, GLOBAL const u32 *counts, u32 n, u32 tiles,
                         u32 shift LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCALPTR u32 *begins = (LOCALPTR u32 *)(memory + GROUP_SCRATCH(GROUP_SIZE));
    LOCALPTR u16 *columns = (LOCALPTR u16 *)(begins + RADIX);
    u32 segment = GROUP_ID / tiles, tile = GROUP_ID % tiles;
    u32 first = tile * TILE + LOCAL_ID * ITEMS, sum = 0, total;
    u64 start = (u64)segment * n;
    u64 key[ITEMS];
    u32 rank[ITEMS];
    sort_begins(counts, tiles, begins, memory);
    for (u32 d = 0; d < RADIX; d++)
        columns[d * GROUP_SIZE + LOCAL_ID] = 0;
    for (u32 k = 0; k < ITEMS; k++)
        if (first + k < n) {
            key[k] = keys[start + first + k];
            rank[k] = columns[DIGIT(key[k]) * GROUP_SIZE + LOCAL_ID]++;
        }
    BARRIER();
    for (u32 k = LOCAL_ID * RADIX; k < (LOCAL_ID + 1) * RADIX; k++)
        sum += columns[k];
    sum = group_scan_u32(sum, &total, memory);
    for (u32 k = LOCAL_ID * RADIX; k < (LOCAL_ID + 1) * RADIX; k++) {
        u32 c = columns[k];
        columns[k] = (u16)sum;
        sum += c;
    }
    BARRIER();
    for (u32 k = 0; k < ITEMS; k++)
        if (first + k < n) {
            u32 d = DIGIT(key[k]), row = d * GROUP_SIZE;
            u64 to = start + begins[d] + (columns[row + LOCAL_ID] - columns[row]) + rank[k];
            keys_out[to] = key[k];
            values_out[to] = values[start + first + k];
        }
}
