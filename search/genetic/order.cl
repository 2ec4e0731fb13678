// Kernels for large populations around breeding: the weights of the wheel,
// ranks, replacement and migration. One work-item an element, groups dealt to
// segments; finished replicas are left as they are.

// The sum of the weights of each tile of GROUP_SIZE · WHEEL_TILE members.
KERNEL void wheel_sums(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s);
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        scaler c = scaler_of(h.segments + d * SEGMENT_WORDS, par);
        u64 sum = 0;
        for (u32 k = 0; k < WHEEL_TILE; k++) {
            u32 i = (GROUP_ID % groups * WHEEL_TILE + k) * GROUP_SIZE + LOCAL_ID;
            if (i < P_MEMBERS)
                sum += weight_of(c, par, h.scores[(u64)d * P_ROWS + i]);
        }
        sum = group_sum_u64(sum, mem);
        if (LOCAL_ID == 0)
            sums[GROUP_ID] = sum;
    }
}

// Where member i of a tile lies on chip: a word is left free after every
// WHEEL_TILE, so that work-items that walk their own members do not meet in a bank.
#define TILE_AT(i) ((i) + (i) / WHEEL_TILE)

// Writes every member's prefix sum, and the guide: the member at the start of
// every bucket of the wheel that begins in this tile. mem has, besides the
// scratch of a scan, WHEEL_TILE + 1 words for each work-item.
KERNEL void wheel_prefix(REPLICA_PARAMS, u32 groups LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s), t = GROUP_ID % groups;
    replica h = REPLICA(r, 0);
    WHEN (h.state[STATE_STATUS] == 0) {
        scaler c = scaler_of(h.segments + d * SEGMENT_WORDS, par);
        LOCALPTR u64 *tile = mem + GROUP_SCRATCH(GROUP_SIZE);
        u32 size = GROUP_SIZE * WHEEL_TILE, first = t * size, count = MIN(size, P_MEMBERS - first);
        u64 base = 0, sum = 0, all;
        for (u32 k = LOCAL_ID; k < t; k += GROUP_SIZE) // the tiles before this one
            base += sums[(u64)s * groups + k];
        base = group_sum_u64(base, mem);
        for (u32 i = LOCAL_ID; i < size; i += GROUP_SIZE)
            tile[TILE_AT(i)] = i < count ? weight_of(c, par, h.scores[(u64)d * P_ROWS + first + i]) : 0;
        BARRIER();
        for (u32 k = 0; k < WHEEL_TILE; k++)
            sum += tile[TILE_AT(LOCAL_ID * WHEEL_TILE + k)];
        sum = base + group_scan_u64(sum, &all, mem);
        for (u32 k = 0; k < WHEEL_TILE; k++) {
            u64 x = tile[TILE_AT(LOCAL_ID * WHEEL_TILE + k)];
            tile[TILE_AT(LOCAL_ID * WHEEL_TILE + k)] = sum;
            sum += x;
        }
        BARRIER();
        {
            u32 shift = guide_shift(c, h.segments + d * SEGMENT_WORDS, par);
            u64 round = ((u64)1 << shift) - 1, to = (base + all + round) >> shift;
            guide += (u64)s * GUIDE_ROOM;
            for (u32 i = LOCAL_ID; i < count; i += GROUP_SIZE) {
                u64 from = tile[TILE_AT(i)], end = i + 1 < count ? tile[TILE_AT(i + 1)] : base + all;
                PREFIX_OF(&h, d)[first + i] = from;
                // The buckets that start in the member's share: a few at most.
                for (u64 b = (from + round) >> shift; b < (end + round) >> shift && b < GUIDE_ROOM; b++)
                    guide[b] = first + i;
            }
            if (t + 1 == groups && LOCAL_ID == 0) {
                h.segments[d * SEGMENT_WORDS + SEGMENT_TOTAL] = base + all;
                if (to < GUIDE_ROOM) // the end of the last bucket
                    guide[to] = P_MEMBERS - 1;
            }
        }
    }
}

// Keys and identities for a sort of each segment's members: those of the
// step's start or, with made, those that the step has made.
KERNEL void rank_keys(REPLICA_PARAMS, u32 groups, GLOBAL u64 *keys, u32 made)
{
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s), i = ELEMENT;
    replica h = REPLICA(r, 0);
    if (i < P_MEMBERS) {
        GLOBAL const i64 *score = made && !P_OVERLAPPING ? h.next_scores : h.scores;
        keys[(u64)s * P_MEMBERS + i] = rank_key(score[(u64)d * P_ROWS + i]);
        order[(u64)s * P_MEMBERS + i] = i;
    }
}

// The same for members and children together.
KERNEL void cull_keys(REPLICA_PARAMS, u32 groups, GLOBAL u64 *keys, GLOBAL u32 *index)
{
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s), j = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    replica h = REPLICA(r, 0);
    if (j < all) {
        keys[(u64)s * all + j] = rank_key(joint_score(&h, d, j));
        index[(u64)s * all + j] = j;
    }
}

// Whether each place of the sorted list has a score of its own.
KERNEL void cull_firsts(REPLICA_PARAMS, u32 groups, GLOBAL const u64 *keys, GLOBAL u32 *firsts)
{
    u32 s = GROUP_ID / groups, k = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    if (k < all)
        firsts[(u64)s * all + k] = k == 0 || keys[(u64)s * all + k] != keys[(u64)s * all + k - 1];
}

KERNEL void cull_flags(REPLICA_PARAMS, u32 groups, GLOBAL const u32 *index, GLOBAL u32 *flags,
                       GLOBAL const u32 *firsts, GLOBAL const u32 *places)
{
    u32 s = GROUP_ID / groups, k = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    if (k < all) {
        u64 o = (u64)s * all;
        cull_mark(flags + o, index[o + k],
                  cull_rank(k, firsts[o + k], places[o + k], places[o + all - 1] + firsts[o + all - 1], P_UNIQUE), P_MEMBERS);
    }
}

// index is free by now and takes the list of those that go.
KERNEL void cull_gone(REPLICA_PARAMS, u32 groups, GLOBAL u32 *index, GLOBAL const u32 *flags, GLOBAL const u32 *places)
{
    u32 s = GROUP_ID / groups, i = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    if (i < P_MEMBERS)
        cull_list(index + (u64)s * all, flags + (u64)s * all, places + (u64)s * all, i);
}

KERNEL void cull_fill(REPLICA_PARAMS, u32 groups, GLOBAL const u32 *index, GLOBAL const u32 *flags, GLOBAL const u32 *places)
{
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s), j = ELEMENT, all = P_MEMBERS + P_CHILDREN;
    replica h = REPLICA(r, 0);
    if (h.state[STATE_STATUS] == 0 && j < P_CHILDREN)
        cull_place(&h, d, index + (u64)s * all, flags + (u64)s * all, places + (u64)s * all, j);
}

// order has the ranks of the population that the step has made.
KERNEL void migrate(REPLICA_PARAMS, u32 groups)
{
    u32 s = GROUP_ID / groups, r = REPLICA_OF(s), d = DEME_OF(s), k = ELEMENT;
    replica h = REPLICA(r, 0);
    TAKE_MADE(h);
    if (h.state[STATE_STATUS] == 0 && k < P_MIGRANTS)
        migrate_one(&h, d, k);
}
