// Crowding distances and survivors of a large pool, by sorts: the twin of survive.go.

// Rows of the fronts that may survive, front after front, by criterion m and then by index.
KERNEL void key_crowd(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL u64 *keys, GLOBAL u32 *values, u32 m)
{
    u32 r = GROUP_ID / groups, i = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (i < size) {
        u64 at = (u64)r * size + i;
        u32 rank = h.pool_ranks[i], inside = rank <= h.edge[0] && rank != UNRANKED && !h.twin[i];
        values[at] = i;
        keys[at] = inside ? (u64)rank << 32 | (size - 1 - h.places[(u64)i * OBJECTIVES + m]) : ~(u64)0;
    }
}

// Adds the distance by criterion m of a row's neighbors.
KERNEL void add_crowd(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u64 *keys, GLOBAL const u32 *values, u32 m)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    keys += (u64)r * size;
    values += (u64)r * size;
    if (p < size) {
        u32 i = values[p];
        f64 sum = m ? h.pool_crowding[i] : 0.0;
        if (keys[p] != ~(u64)0) {
            u64 rank = keys[p] >> 32;
            if (p == 0 || keys[p - 1] >> 32 != rank || p == size - 1 || keys[p + 1] >> 32 != rank) {
                sum = F64_FROM((u64)0x7FF0 << 48);
            } else {
                GLOBAL const i64 *s = h.scores + m;
                u32 low = values[first_key(keys, p, rank, 32)], high = values[first_key(keys, size, rank + 1, 32) - 1];
                f64 x = (criterion_number(m, s[(u64)values[p + 1] * OBJECTIVES]) - criterion_number(m, s[(u64)values[p - 1] * OBJECTIVES])) /
                        (criterion_number(m, s[(u64)high * OBJECTIVES]) - criterion_number(m, s[(u64)low * OBJECTIVES]));
                sum += IS_FINITE(x) ? x : 0.0;
            }
        }
        h.pool_crowding[i] = sum;
    }
}

// Rows that survive before those of the last front, which come by their distances, and
// those before all others.
KERNEL void key_survive(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL u64 *keys, GLOBAL u32 *values)
{
    u32 r = GROUP_ID / groups, i = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (i < size) {
        u64 at = (u64)r * size + i;
        u32 rank = h.pool_ranks[i], last = h.edge[0];
        values[at] = i;
        keys[at] = rank < last ? 0 : rank == last ? ~F64_BITS(h.pool_crowding[i]) - 1 : ~(u64)0;
    }
}

// Marks the first of that order.
KERNEL void mark_survivors(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u32 *values, GLOBAL u32 *flags)
{
    u32 r = GROUP_ID / groups, p = ELEMENT, size = POOL_SIZE;
    if (p < size)
        flags[(u64)r * size + values[(u64)r * size + p]] = p < P_MEMBERS;
}

// Lists the survivors by index. numbers has how many come before a row.
KERNEL void list_survivors(REPLICA_PARAMS, u32 groups, u32 back, GLOBAL const u32 *flags, GLOBAL const u32 *numbers)
{
    u32 r = GROUP_ID / groups, i = ELEMENT, size = POOL_SIZE;
    replica h = REPLICA(r, back);
    if (i < size) {
        u64 at = (u64)r * size + i;
        h.dominated[i] = flags[at];
        if (flags[at])
            h.list[numbers[at]] = i;
    }
}
