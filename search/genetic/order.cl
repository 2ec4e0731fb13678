// Kernels for large populations around breeding: the weights of the wheel,
// ranks, replacement and migration. One work-item an element, groups dealt to
// segments; finished replicas are left as they are.

// The element that this work-item has, within segment s.
#define ELEMENT (GROUP_ID % groups * GROUP_SIZE + LOCAL_ID)

// The sum of the weights of each tile of GROUP_SIZE · WHEEL_TILE members.
KERNEL void wheel_sums(HERD_PARAMS, GLOBAL u64 *sums, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES;
    herd h = HERD(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        scaler c = scaler_of(h.segment + d * SEGMENT_WORDS, par);
        u64 sum = 0;
        for (u32 k = 0; k < WHEEL_TILE; k++) {
            u32 i = (GROUP_ID % groups * WHEEL_TILE + k) * GROUP_SIZE + LOCAL_ID;
            if (i < P_MEMBERS)
                sum += weight_of(c, par, h.score[(u64)d * P_ROWS + i]);
        }
        sum = group_sum_u64(sum, mem);
        if (LOCAL_ID == 0)
            sums[GROUP_ID] = sum;
    }
}

// Turns a segment's tile sums into prefix sums and keeps the total; a group a
// segment.
KERNEL void wheel_total(HERD_PARAMS, GLOBAL u64 *sums, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID, r = s / P_DEMES;
    herd h = HERD(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        u64 before = 0, all;
        for (u32 first = 0; first < groups; first += GROUP_SIZE) {
            u32 k = first + LOCAL_ID;
            u64 x = k < groups ? sums[(u64)s * groups + k] : 0;
            x = group_scan_u64(x, &all, mem);
            if (k < groups)
                sums[(u64)s * groups + k] = before + x;
            before += all;
        }
        if (LOCAL_ID == 0)
            h.segment[s % P_DEMES * SEGMENT_WORDS + SEGMENT_TOTAL] = before;
    }
}

// Writes every member's prefix sum.
KERNEL void wheel_prefix(HERD_PARAMS, GLOBAL const u64 *sums, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES;
    herd h = HERD(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        scaler c = scaler_of(h.segment + d * SEGMENT_WORDS, par);
        u64 before = sums[GROUP_ID], all;
        for (u32 k = 0; k < WHEEL_TILE; k++) {
            u32 i = (GROUP_ID % groups * WHEEL_TILE + k) * GROUP_SIZE + LOCAL_ID;
            u64 x = i < P_MEMBERS ? weight_of(c, par, h.score[(u64)d * P_ROWS + i]) : 0;
            x = group_scan_u64(x, &all, mem);
            if (i < P_MEMBERS)
                h.prefix[(u64)d * P_ROWS + i] = before + x;
            before += all;
        }
    }
}

// Keys and identities for a sort of each segment's members: those of the
// step's start or, with made, those that the step has made.
KERNEL void rank_keys(HERD_PARAMS, GLOBAL u64 *keys, u32 made, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES, i = ELEMENT;
    herd h = HERD(r, 0);
    if (i < P_MEMBERS) {
        GLOBAL const i64 *score = made && !P_OVERLAPPING ? h.fresh : h.score;
        keys[(u64)s * P_MEMBERS + i] = rank_key(score[(u64)d * P_ROWS + i]);
        order[(u64)s * P_MEMBERS + i] = i;
    }
}

// The same for members and children together.
KERNEL void cull_keys(HERD_PARAMS, GLOBAL u64 *keys, GLOBAL u32 *index, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES, j = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    herd h = HERD(r, 0);
    if (j < all) {
        keys[(u64)s * all + j] = rank_key(joint_score(&h, d, j));
        index[(u64)s * all + j] = j;
    }
}

KERNEL void cull_flags(GLOBAL const u64 *par, GLOBAL const u32 *index, GLOBAL u32 *flags, u32 groups)
{
    u32 s = GROUP_ID / groups, k = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    if (k < all)
        cull_mark(flags + (u64)s * all, index + (u64)s * all, k, P_MEMBERS);
}

// index is free by now and takes the list of those that go.
KERNEL void cull_gone(GLOBAL const u64 *par, GLOBAL u32 *index, GLOBAL const u32 *flags, GLOBAL const u32 *places, u32 groups)
{
    u32 s = GROUP_ID / groups, i = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    if (i < P_MEMBERS)
        cull_list(index + (u64)s * all, flags + (u64)s * all, places + (u64)s * all, i);
}

KERNEL void cull_fill(HERD_PARAMS, GLOBAL const u32 *index, GLOBAL const u32 *flags, GLOBAL const u32 *places, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES, j = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    herd h = HERD(r, 0);
    if (h.state[STATE_STATUS] == 0 && j < P_CHILDREN)
        cull_place(&h, d, index + (u64)s * all, flags + (u64)s * all, places + (u64)s * all, j);
}

// order has the ranks of the population that the step has made.
KERNEL void migrate(HERD_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = s / P_DEMES, d = s % P_DEMES, k = ELEMENT;
    herd h = HERD(r, 0);
    if (h.state[STATE_STATUS] == 0 && k < P_MIGRANTS)
        migrate_one(&h, P_OVERLAPPING ? h.now : h.next, P_OVERLAPPING ? h.score : h.fresh, d, k);
}
