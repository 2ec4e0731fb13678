#if OBJECTIVES > 2

// Fronts of feasible rows with more than two objectives.

// Whether row i dominates row j, both feasible.
DEVICE u32 dominates(const replica *t, u32 i, u32 j)
{
    GLOBAL const i64 *a = t->scores + (u64)i * OBJECTIVES, *b = t->scores + (u64)j * OBJECTIVES;
    u32 better = 0, worse = 0;
    for (u32 m = 0; m < OBJECTIVES; m++) {
        better |= a[m] > b[m];
        worse |= a[m] < b[m];
    }
    return better && !worse;
}

// A front follows while there are not enough survivors, and the last had members.
#define PEELS(s, n) ((s).total < (n) && ((s).front == 0 || (s).end > (s).begin))

// Row i without what the last front dominates: whether nothing else dominates it.
DEVICE u32 comes_free(const replica *h, u32 i, u32 begin, u32 end)
{
    u32 count = h->dominated[i];
    for (u32 q = begin; q < end; q++)
        count -= dominates(h, h->list[q], i);
    h->dominated[i] = count;
    return count == 0;
}

// A group per replica takes front after front off the pool until the members of
// the next population are found. Twins go with those they equal, so that what
// both dominate comes free, but are not counted; in the end they stand behind
// all fronts. The order of a front's list does not matter.
KERNEL_FOR(PEEL_GROUP, 1) void peel(REPLICA_PARAMS, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID, back);
    u32 n = P_MEMBERS, size = POOL_SIZE;
    LOCALPTR u32 *shared = (LOCALPTR u32 *)mem; // end and total
    WHEN (h.state[STATE_STATUS] == 0) {
        peeling s = peeling_none();
        if (LOCAL_ID == 0) {
            shared[0] = s.end;
            shared[1] = s.total;
        }
        BARRIER();
        do {
            u32 open = PEELS(s, n);
            for (u32 i = LOCAL_ID; i < size && open; i += GROUP_SIZE) {
                if (h.ranks[i] == UNRANKED && h.violations[i] == 0 && comes_free(&h, i, s.begin, s.end)) {
                    h.ranks[i] = s.front;
                    h.list[ATOMIC_ADD32(&shared[0], 1)] = i;
                    if (!h.twin[i])
                        ATOMIC_ADD32(&shared[1], 1);
                }
            }
            BARRIER();
            if (open) {
                s.begin = s.end;
                s.end = shared[0];
                s.before = s.total;
                s.total = shared[1];
                s.front++;
            }
            BARRIER();
        } while (PEELS(s, n));
        if (s.end == s.begin) // the last round has found nobody
            s.front--;
        BARRIER();
        rank_others(&h, s, n, size, mem);
    }
}

#endif
