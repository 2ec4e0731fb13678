// The ranks of what is not feasible: the twin of dominance.Candidates.

// How far the fronts of a replica have been taken off the pool: the last one is number
// front - 1.
typedef struct {
    u32 front, begin, end; // of the last one in list, where it is listed
    u32 before, total;     // who are no twins, before the last front and with it
} peeling;

DEVICE peeling peeling_none(void)
{
    peeling s;
    s.front = 0;
    s.begin = 0;
    s.end = 0;
    s.before = 0;
    s.total = 0;
    return s;
}

// How many of the pool are feasible: they come first in the order.
DEVICE u32 feasible_count(const replica *h, u32 size)
{
    u32 lo = 0, hi = size;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (h->violations[h->order[mid]] == 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// Ends the ranking of a replica, after the feasible fronts: unless these are enough,
// those that violate something follow by how much, equals together, and then twins. It
// says which front may not fit as a whole, and how many of it do. mem has GROUP_SCRATCH
// words and one more. The whole group calls it.
DEVICE void rank_others(const replica *h, peeling s, u32 n, u32 size, LOCALPTR u64 *mem)
{
    u32 first = feasible_count(h, size), fronts = s.front, total = s.total;
    u32 rest = s.total < n ? size - first : 0, done = 0;
    LOCALPTR u32 *edge = (LOCALPTR u32 *)(mem + GROUP_SCRATCH(GROUP_SIZE)); // complements, for the largest
    if (LOCAL_ID == 0) {
        edge[0] = s.front ? UNRANKED - (s.front - 1) : UNRANKED;
        edge[1] = UNRANKED - s.before;
    }
    BARRIER();
    while (done < rest) {
        u32 k = first + done + LOCAL_ID, inside = k < size, i = 0, starts = 0, counts = 0, sums, all;
        if (inside) {
            i = h->order[k];
            starts = k == first || h->violations[h->order[k - 1]] != h->violations[i];
            counts = !h->twin[i];
        }
        sums = group_scan_u32(starts | counts << 16, &all, mem);
        if (inside) {
            u32 rank = fronts + (sums & 0xFFFF) + starts - 1, before = total + (sums >> 16);
            h->ranks[i] = rank;
            if (starts && before < n) {
                ATOMIC_MIN32(&edge[0], UNRANKED - rank);
                ATOMIC_MIN32(&edge[1], UNRANKED - before);
            }
        }
        fronts += all & 0xFFFF;
        total += all >> 16;
        done += GROUP_SIZE;
    }
    BARRIER();
    for (u32 i = LOCAL_ID; i < size; i += GROUP_SIZE)
        if (h->twin[i])
            h->ranks[i] = total >= n ? UNRANKED : fronts;
    if (LOCAL_ID == 0) {
        h->edge[0] = total >= n ? UNRANKED - edge[0] : fronts;
        h->edge[1] = n - (total >= n ? UNRANKED - edge[1] : total);
    }
}
