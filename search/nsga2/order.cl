// The order of a large pool, by sorts, and its classes: rows that are equal in everything,
// numbered in that order. keys and values are those of all pools, size each.

#define SIGN ((u64)1 << 63)

// Row p of the pool, or what a sort has put there, by criterion m, the best first;
// OBJECTIVES stands for the violation. The last criterion comes first.
KERNEL void key_score(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL u64 *keys, GLOBAL u32 *values, u32 m)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (p < size) {
        u64 at = (u64)r * size + p;
        u32 i = m == OBJECTIVES - 1 ? p : values[at];
        values[at] = i;
        keys[at] = m < OBJECTIVES ? ~((u64)h.scores[(u64)i * OBJECTIVES + m] ^ SIGN) : (u64)h.violations[i] ^ SIGN;
    }
}

// The first of n sorted keys, shifted, that is not smaller than one.
DEVICE u32 first_key(GLOBAL const u64 *keys, u32 n, u64 key, u32 shift)
{
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = lo + (hi - lo) / 2;
        if (keys[mid] >> shift < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// The place of a row by criterion m; equals have the same.
KERNEL void place_score(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u64 *keys, GLOBAL const u32 *values, u32 m)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    u64 at = (u64)r * size;
    if (p < size)
        h.places[(u64)values[at + p] * OBJECTIVES + m] = first_key(keys + at, p, keys[at + p], 0);
}

// Where classes begin.
KERNEL void class_starts(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u32 *values, GLOBAL u32 *flags)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (p < size) {
        u64 at = (u64)r * size + p;
        u32 i = values[at], j = p ? values[at - 1] : i, differs = p == 0 || h.violations[i] != h.violations[j];
        for (u32 m = 0; m < OBJECTIVES; m++)
            differs |= h.places[(u64)i * OBJECTIVES + m] != h.places[(u64)j * OBJECTIVES + m];
        flags[at] = differs;
    }
}

// Puts classes into their order. numbers has how many begin before a place.
KERNEL void class_rows(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u32 *values, GLOBAL const u32 *flags, GLOBAL const u32 *numbers)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (p < size) {
        u64 at = (u64)r * size + p;
        u32 i = values[at], starts = flags[at], c = numbers[at] + starts - 1, feasible = h.violations[i] == 0;
        h.order[p] = i;
        h.row_class[i] = c;
        h.twin[i] = !starts && par[PAR_UNIQUE];
        if (starts) {
            h.begins[c] = p;
            h.dominated[c] = 0;
            h.class_ranks[c] = UNRANKED;
            for (u32 m = 1; m < OBJECTIVES; m++)
                h.class_places[(u64)c * (OBJECTIVES - 1) + m - 1] = h.places[(u64)i * OBJECTIVES + m];
        }
        if (p == size - 1)
            h.begins[c + 1] = size;
        if (feasible && (p == size - 1 || h.violations[values[at + 1]] != 0))
            h.counts[0] = c + 1;
        if (p == 0 && !feasible)
            h.counts[0] = 0;
        for (u32 k = 0; k < 4; k++)
            h.tally[4 * (u64)p + k] = 0;
        if (p < 4) {
            h.summary[p] = 0;
            h.tally[4 * (u64)size + p] = 0;
        }
    }
}
