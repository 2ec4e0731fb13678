#if OBJECTIVES == 2

// Fronts of feasible rows with two objectives: a group per replica takes front after
// front off the sorted pool until the members of the next population are found.
//
// Rows come by the first objective, then by the second, the best first. So one is in
// the next front if it is better by the second than all before it that are left, or
// equals the first of those that are best so far. A work-item has a stretch of the
// rows, and keeps those of it that are left together at its begin.

// The best by the second objective of some rows, the first among equals.
typedef struct {
    i64 y, x;
    u32 has;
} summit;

DEVICE summit summit_of(summit a, summit b) { return !a.has || (b.has && b.y > a.y) ? b : a; }

KERNEL_FOR(PEEL_GROUP, 1) void sweep(REPLICA_PARAMS, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID, back);
    u32 n = P_MEMBERS, size = POOL_SIZE;
    LOCALPTR i64 *ys = (LOCALPTR i64 *)mem, *xs = ys + 2 * GROUP_SIZE;
    LOCALPTR u32 *has = (LOCALPTR u32 *)(xs + 2 * GROUP_SIZE), *shared = has + 2 * GROUP_SIZE;
    WHEN (h.state[STATE_STATUS] == 0) {
        peeling s = peeling_none();
        u32 feasible = feasible_count(&h, size), stretch_size = (feasible + GROUP_SIZE - 1) / GROUP_SIZE;
        u32 begin = MIN(LOCAL_ID * stretch_size, feasible), left = MIN(stretch_size, feasible - begin);
        GLOBAL u32 *row = h.order + begin;
        GLOBAL i64 *pair = h.sorted + 2 * (u64)begin;
        summit own;
        own.has = 0;
        own.x = 0;
        own.y = 0;
        for (u32 k = 0; k < left; k++) {
            summit one;
            one.has = 1;
            one.x = pair[2 * k];
            one.y = pair[2 * k + 1];
            own = summit_of(own, one);
        }
        if (LOCAL_ID == 0)
            shared[0] = 0;
        BARRIER();
        do {
            summit best = own;
            u32 at = 0, kept = 0, found = 0;
            // The best of the stretches up to this one, by doubling.
            for (u32 d = 1; d < 2 * GROUP_SIZE; d *= 2) {
                ys[at + LOCAL_ID] = best.y;
                xs[at + LOCAL_ID] = best.x;
                has[at + LOCAL_ID] = best.has;
                BARRIER();
                if (d < GROUP_SIZE && LOCAL_ID >= d) {
                    summit before;
                    before.y = ys[at + LOCAL_ID - d];
                    before.x = xs[at + LOCAL_ID - d];
                    before.has = has[at + LOCAL_ID - d];
                    best = summit_of(before, best);
                }
                at = GROUP_SIZE - at;
            }
            at = GROUP_SIZE - at; // where the last were written
            best.has = 0;
            if (LOCAL_ID > 0) {
                best.y = ys[at + LOCAL_ID - 1];
                best.x = xs[at + LOCAL_ID - 1];
                best.has = has[at + LOCAL_ID - 1];
            }
            own.has = 0;
            for (u32 k = 0; k < left; k++) {
                u32 i = row[k];
                summit one;
                one.has = 1;
                one.x = pair[2 * k];
                one.y = pair[2 * k + 1];
                if (!best.has || one.y > best.y || (one.y == best.y && one.x == best.x)) {
                    h.ranks[i] = s.front;
                    found += !h.twin[i];
                    best = summit_of(best, one);
                } else {
                    row[kept] = i;
                    pair[2 * kept] = one.x;
                    pair[2 * kept + 1] = one.y;
                    own = summit_of(own, one);
                    kept++;
                }
            }
            left = kept;
            if (found)
                ATOMIC_ADD32(&shared[0], found);
            BARRIER();
            s.before = s.total;
            s.total = shared[0];
            s.front++;
            BARRIER();
        } while (s.total < n && s.total > s.before);
        if (s.total == s.before) // the last round has found nobody
            s.front--;
        BARRIER();
        rank_others(&h, s, n, size, mem);
    }
}

#endif
