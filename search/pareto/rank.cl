// Ranks of the pool: the twin of pool.go, by looking at all pairs.

// Whether row i dominates row j: the paper's constrained domination.
DEVICE u32 dominates(const table *t, u32 i, u32 j)
{
    GLOBAL const i64 *a = t->score + (u64)i * OBJECTIVES, *b = t->score + (u64)j * OBJECTIVES;
    i64 v = t->violation[i], w = t->violation[j];
    u32 better = 0, worse = 0;
    for (u32 m = 0; m < OBJECTIVES; m++) {
        better |= a[m] > b[m];
        worse |= a[m] < b[m];
    }
    return v != w ? v < w : v == 0 && better && !worse;
}

// A work-item counts who dominates a row and looks for an earlier twin. Twins
// count too, like those that they equal.
KERNEL void count_dominators(HERD_PARAMS, u32 groups)
{
    herd h = HERD(GROUP_ID / groups);
    u32 i = ELEMENT, size = POOL_SIZE;
    if (h.state[STATE_STATUS] == 0 && i < size) {
        GLOBAL const i64 *own = h.pool.score + (u64)i * OBJECTIVES;
        i64 v = h.pool.violation[i];
        u32 count = 0, twin = 0;
        for (u32 j = 0; j < size; j++) {
            GLOBAL const i64 *other = h.pool.score + (u64)j * OBJECTIVES;
            i64 w = h.pool.violation[j];
            u32 better = 0, worse = 0;
            for (u32 m = 0; m < OBJECTIVES; m++) {
                better |= other[m] > own[m];
                worse |= other[m] < own[m];
            }
            count += v != w ? w < v : v == 0 && better && !worse;
            twin |= j < i && v == w && !better && !worse;
        }
        h.dominated[i] = count;
        h.twin[i] = twin && par[PAR_UNIQUE];
        h.pool.rank[i] = UNRANKED;
    }
}

// A group per replica takes front after front off the pool until the members of
// the next population are found. Twins go with those they equal, so that what
// both dominate comes free, but are not counted; in the end they stand behind
// all fronts. The order of a front's list does not matter.
KERNEL_FOR(PEEL_GROUP, 1) void peel(HERD_PARAMS LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    herd h = HERD(GROUP_ID);
    u32 n = P_MEMBERS, size = POOL_SIZE;
    LOCALPTR u32 *told = (LOCALPTR u32 *)mem; // the length of the list, and how many of it are no twins
    WHEN (h.state[STATE_STATUS] == 0) {
        u32 front = 0, begin = 0, end = 0, before = 0, total = 0, enough;
        if (LOCAL_ID < 2)
            told[LOCAL_ID] = 0;
        BARRIER();
        do {
            for (u32 i = LOCAL_ID; i < size; i += GROUP_SIZE) {
                if (h.pool.rank[i] == UNRANKED) {
                    u32 count = h.dominated[i];
                    for (u32 q = begin; q < end; q++)
                        count -= dominates(&h.pool, h.list[q], i);
                    h.dominated[i] = count;
                    if (count == 0) {
                        h.pool.rank[i] = front;
                        h.list[ATOMIC_ADD32(&told[0], 1)] = i;
                        if (!h.twin[i])
                            ATOMIC_ADD32(&told[1], 1);
                    }
                }
            }
            BARRIER();
            begin = end;
            end = told[0];
            before = total;
            total = told[1];
            front++;
            BARRIER();
        } while (total < n && end > begin);
        // Without enough of them the last round has found nobody.
        enough = total >= n;
        front--;
        for (u32 i = LOCAL_ID; i < size; i += GROUP_SIZE)
            if (h.twin[i])
                h.pool.rank[i] = enough ? UNRANKED : front;
        if (LOCAL_ID == 0) {
            h.edge[0] = front;
            h.edge[1] = n - (enough ? before : total);
        }
    }
}
