// Crowding distances and survivors, where all pairs are compared: the twin of survive.go.

// What a row has around it in its front by a criterion: the scores of the first and
// of the last, and of its neighbors below (has 1) and above (has 2).
typedef struct {
    i64 own, low, high, below, above;
    u32 has;
} surroundings;

DEVICE surroundings surroundings_of(i64 own)
{
    surroundings a;
    a.own = own;
    a.low = own;
    a.high = own;
    a.below = (i64)((u64)1 << 63);
    a.above = (i64)(((u64)1 << 63) - 1);
    a.has = 0;
    return a;
}

// Takes a row of the front into account, unless it is no other one or a twin.
DEVICE void surrounded_by(surroundings *a, i64 s, u32 earlier, u32 counts)
{
    u32 under = (s < a->own) | ((s == a->own) & earlier);
    a->low = counts & (s < a->low) ? s : a->low;
    a->high = counts & (s > a->high) ? s : a->high;
    a->below = counts & under & (s > a->below) ? s : a->below;
    a->above = counts & !under & (s < a->above) ? s : a->above;
    a->has |= counts ? 2 - under : 0;
}

// What all parts of a row's work-items have found.
DEVICE void surroundings_joined(surroundings *a, LOCALPTR u64 *mem)
{
    a->low = split_min(a->low, mem);
    a->high = split_max(a->high, mem);
    a->below = split_max(a->below, mem);
    a->above = split_min(a->above, mem);
    // has is 0, or 1 and 2 in any of them: the sum of the one and of the other
    u64 sides = split_sum((a->has & 1) | (u64)(a->has >> 1) << 32, mem);
    a->has = ((u32)sides != 0) | ((u32)(sides >> 32) != 0) << 1;
}

// The sum of distances with that by criterion m.
DEVICE f64 add_distance(f64 sum, const surroundings *a, u32 m)
{
    f64 x = (criterion_number(m, a->above) - criterion_number(m, a->below)) /
            (criterion_number(m, a->high) - criterion_number(m, a->low));
    if (a->has != 3)
        return F64_FROM((u64)0x7FF0 << 48);
    return sum + (IS_FINITE(x) ? x : 0.0);
}

// Finds the neighbors of a row in its front, by each criterion in the order of scores
// and then of rows. It goes by two criteria at once, and without branches, so that it
// waits for all that it reads of a row at once.
KERNEL void crowd(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, open = h.state[STATE_STATUS] == 0 && i < size;
    u32 rank = open ? h.ranks[i] : 0, inside = open && rank <= h.edge[0] && !h.twin[i], m = 0;
    f64 sum = 0.0;
    do {
        u32 two = m + 1 < OBJECTIVES;
        GLOBAL const i64 *s = h.scores + m, *t = s + two;
        surroundings a = surroundings_of(open ? s[(u64)i * OBJECTIVES] : 0);
        surroundings b = surroundings_of(open ? t[(u64)i * OBJECTIVES] : 0);
        if (inside)
            for (u32 j = PART; j < size; j += SPLIT) {
                if (h.ranks[j] == rank) {
                    u32 counts = !h.twin[j] & (j != i);
                    surrounded_by(&a, s[(u64)j * OBJECTIVES], j < i, counts);
                    if (two)
                        surrounded_by(&b, t[(u64)j * OBJECTIVES], j < i, counts);
                }
            }
        surroundings_joined(&a, mem);
        surroundings_joined(&b, mem);
        sum = add_distance(sum, &a, m);
        if (two)
            sum = add_distance(sum, &b, m + 1);
        m += 2;
    } while (m < OBJECTIVES);
    if (open && PART == 0)
        h.crowding[i] = inside ? sum : 0.0;
}

// Decides whether a row survives. dominated is free by now and takes the answers.
KERNEL void survive(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, open = h.state[STATE_STATUS] == 0 && i < size;
    u32 last = h.edge[0], rank = open ? h.ranks[i] : 0;
    u64 better = 0;
    if (open && rank == last) {
        f64 own = h.crowding[i];
        for (u32 j = PART; j < size; j += SPLIT) {
            f64 x = h.crowding[j];
            better += h.ranks[j] == last && (x > own || (x == own && j < i));
        }
    }
    better = split_sum(better, mem);
    if (open && PART == 0)
        h.dominated[i] = rank < last || (rank == last && better < h.edge[1]);
}

// Finds the place of a survivor among all.
KERNEL void place(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ROW, size = POOL_SIZE, survives = h.state[STATE_STATUS] == 0 && i < size && h.dominated[i];
    u64 k = 0;
    if (survives)
        for (u32 j = PART; j < i; j += SPLIT)
            k += h.dominated[j];
    k = split_sum(k, mem);
    if (survives && PART == 0)
        h.list[k] = i;
}
