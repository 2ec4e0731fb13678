// The order of a pool in which all pairs are compared.

// Finds the place of a row in the order of pool.compare, and looks for an earlier twin.
// With more than two objectives it also counts who dominates the row, if both are
// feasible; twins count too, like those that they equal.
KERNEL void compare(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, open = h.state[STATE_STATUS] == 0 && i < size;
    u64 ahead = 0, count = 0, equal = 0, sum; // below 2^20 each
    if (open) {
        GLOBAL const i64 *own = h.scores + (u64)i * OBJECTIVES;
        i64 v = h.violations[i];
        for (u32 j = PART; j < size; j += SPLIT) {
            GLOBAL const i64 *other = h.scores + (u64)j * OBJECTIVES;
            i64 w = h.violations[j];
            u32 better = 0, worse = 0, first = j < i, decided = 0;
            for (u32 m = 0; m < OBJECTIVES; m++) {
                u32 more = other[m] > own[m], less = other[m] < own[m];
                better |= more;
                worse |= less;
                first = !decided && (more | less) ? more : first;
                decided |= more | less;
            }
            ahead += v != w ? w < v : first;
#if OBJECTIVES > 2
            count += v == 0 && w == 0 && better && !worse;
#endif
            equal |= j < i && v == w && !better && !worse;
        }
    }
    sum = split_sum(ahead | count << 20 | equal << 40, mem);
    if (open && PART == 0) {
        ahead = sum & 0xFFFFF;
        h.order[ahead] = i;
        h.dominated[i] = (u32)(sum >> 20) & 0xFFFFF;
        h.twin[i] = sum >> 40 && par[PAR_UNIQUE];
        h.ranks[i] = UNRANKED;
#if OBJECTIVES == 2
        h.sorted[2 * ahead] = h.scores[2 * (u64)i];
        h.sorted[2 * ahead + 1] = h.scores[2 * (u64)i + 1];
#endif
    }
}
