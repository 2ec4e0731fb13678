// Fronts of the feasible classes of a large pool, a launch for each front. A class is
// dominated by earlier ones only, so the first criterion need not be asked.
//
// tally has for each front how many rows and classes it has, and how many there are in
// those before; the list has the classes of one front after the other. summary has how many
// fronts were found, the rows before the last of them and with it, and whether there will
// be more.

#define FEASIBLE_CLASSES (h.counts[0])

// What was found before front number f. The first group of a replica keeps it.
DEVICE peeling front_before(const replica *h, u32 f, u32 n, u32 keeps, u32 *closed, u32 *classes)
{
    peeling s = peeling_none();
    *closed = h->state[STATE_STATUS] != 0;
    *classes = 0;
    if (f > 0) {
        GLOBAL const u32 *last = h->tally + 4 * (u64)(f - 1);
        s.front = f;
        s.before = last[2];
        s.total = last[2] + last[0];
        s.begin = last[3];
        s.end = last[3] + last[1];
        *classes = s.end;
        *closed |= s.total >= n || last[1] == 0;
        if (keeps && last[1]) {
            h->summary[0] = f;
            h->summary[1] = s.before;
            h->summary[2] = s.total;
        }
    }
    if (keeps) {
        h->tally[4 * (u64)f + 2] = s.total;
        h->tally[4 * (u64)f + 3] = *classes;
        h->summary[3] = *closed;
    }
    return s;
}

// How many members a class counts for.
#define CLASS_ROWS(h, c) (par[PAR_UNIQUE] ? 1 : (h).begins[(c) + 1] - (h).begins[c])

#if OBJECTIVES == 2

// By two objectives a class is in the next front if it is better by the second than all
// before it that are left. lows has for each tile of classes the best of those left.

#define TILE_ITEMS 8

// The best of what every work-item has, in those before this one. s has two words of 32
// bits for each work-item.
DEVICE u32 best_before(u32 x, LOCALPTR u32 *s)
{
    u32 at = 0, d = 1;
    do {
        s[at + LOCAL_ID] = x;
        BARRIER();
        if (LOCAL_ID >= d)
            x = MIN(x, s[at + LOCAL_ID - d]);
        at = GROUP_SIZE - at;
        d *= 2;
    } while (d < GROUP_SIZE);
    s[at + LOCAL_ID] = x;
    BARRIER();
    x = LOCAL_ID ? s[at + LOCAL_ID - 1] : UNRANKED;
    BARRIER();
    return x;
}

KERNEL void first_lows(REPLICA_PARAMS, u32 groups, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 t = GROUP_ID % groups, c = (t * GROUP_SIZE + LOCAL_ID) * TILE_ITEMS, low = UNRANKED;
    for (u32 k = 0; k < TILE_ITEMS; k++)
        if (c + k < FEASIBLE_CLASSES)
            low = MIN(low, h.class_places[c + k]);
    low = (u32)group_min_i64(low, mem);
    if (LOCAL_ID == 0)
        h.lows[t] = low;
}

KERNEL void take_front(REPLICA_PARAMS, u32 groups, u32 back, u32 first, u32 f LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 group = GROUP_ID + first, t = group % groups, closed, classes;
    replica h = REPLICA(group / groups, back);
    peeling s = front_before(&h, f, P_MEMBERS, t == 0 && LOCAL_ID == 0, &closed, &classes);
    GLOBAL const u32 *now = h.lows + (f & 1) * groups;
    u32 own = now[t], best = UNRANKED, works;
    for (u32 q = LOCAL_ID; q < t && !closed; q += GROUP_SIZE)
        best = MIN(best, now[q]);
    best = (u32)group_min_i64(best, mem);
    works = !closed && own < best;
    if (!works && LOCAL_ID == 0)
        h.lows[(1 - (f & 1)) * groups + t] = own;
    WHEN (works) {
        u32 c = (t * GROUP_SIZE + LOCAL_ID) * TILE_ITEMS, low = UNRANKED, left = UNRANKED, rows = 0, found = 0;
        u32 y[TILE_ITEMS];
        u64 sum;
        for (u32 k = 0; k < TILE_ITEMS; k++) {
            u32 open = c + k < FEASIBLE_CLASSES && h.class_ranks[c + k] == UNRANKED;
            y[k] = open ? h.class_places[c + k] : UNRANKED;
            low = MIN(low, y[k]);
        }
        low = best_before(low, (LOCALPTR u32 *)mem);
        best = MIN(best, low);
        for (u32 k = 0; k < TILE_ITEMS; k++) {
            if (y[k] < best) {
                best = y[k];
                h.class_ranks[c + k] = f;
                found++;
                rows += CLASS_ROWS(h, c + k);
            } else {
                left = MIN(left, y[k]);
            }
        }
        left = (u32)group_min_i64(left, mem);
        sum = group_sum_u64((u64)rows << 32 | found, mem);
        if (LOCAL_ID == 0) {
            h.lows[(1 - (f & 1)) * groups + t] = left;
            ATOMIC_ADD32(&h.tally[4 * (u64)f], (u32)(sum >> 32));
            ATOMIC_ADD32(&h.tally[4 * (u64)f + 1], (u32)sum);
        }
    }
}

#else

// By more objectives it is counted who dominates a class, and a front takes its members
// off the counts of the others.

#define CLASS_DIMS (OBJECTIVES - 1)
#define COUNT_ROWS 4

// A group counts those among COUNT_COLUMNS classes that dominate COUNT_ROWS of each
// work-item.
KERNEL void count_dominators(REPLICA_PARAMS, u32 row_blocks, u32 column_blocks, u32 back, u32 first LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 block = (GROUP_ID + first) % (row_blocks * column_blocks);
    replica h = REPLICA((GROUP_ID + first) / (row_blocks * column_blocks), back);
    LOCALPTR u32 *tile = (LOCALPTR u32 *)mem;
    u32 row = block / column_blocks * GROUP_SIZE * COUNT_ROWS, column = block % column_blocks * COUNT_COLUMNS;
    u32 classes = FEASIBLE_CLASSES, end = MIN(MIN(column + COUNT_COLUMNS, classes), row + GROUP_SIZE * COUNT_ROWS);
    WHEN (h.state[STATE_STATUS] == 0 && row < classes && column < end) {
        u32 own[COUNT_ROWS][CLASS_DIMS], count[COUNT_ROWS];
        for (u32 k = 0; k < COUNT_ROWS; k++) {
            u32 c = MIN(row + k * GROUP_SIZE + LOCAL_ID, classes - 1);
            count[k] = 0;
            for (u32 m = 0; m < CLASS_DIMS; m++)
                own[k][m] = h.class_places[(u64)c * CLASS_DIMS + m];
        }
        do {
            u32 width = MIN(GROUP_SIZE, end - column), before = column + width <= row;
            for (u32 q = LOCAL_ID; q < width * CLASS_DIMS; q += GROUP_SIZE)
                tile[q] = h.class_places[(u64)column * CLASS_DIMS + q];
            BARRIER();
            for (u32 q = 0; q < width; q++) {
                for (u32 k = 0; k < COUNT_ROWS; k++) {
                    u32 yes = before || column + q < row + k * GROUP_SIZE + LOCAL_ID;
                    for (u32 m = 0; m < CLASS_DIMS; m++)
                        yes &= tile[q * CLASS_DIMS + m] <= own[k][m];
                    count[k] += yes;
                }
            }
            BARRIER();
            column += width;
        } while (column < end);
        for (u32 k = 0; k < COUNT_ROWS; k++)
            if (count[k] && row + k * GROUP_SIZE + LOCAL_ID < classes)
                ATOMIC_ADD32(&h.dominated[row + k * GROUP_SIZE + LOCAL_ID], count[k]);
    }
}

KERNEL void take_front(REPLICA_PARAMS, u32 groups, u32 back, u32 first, u32 f LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 group = GROUP_ID + first, c = group % groups * GROUP_SIZE + LOCAL_ID, closed, before;
    replica h = REPLICA(group / groups, back);
    peeling s = front_before(&h, f, P_MEMBERS, c == 0, &closed, &before);
    u32 open = !closed && c < FEASIBLE_CLASSES && h.class_ranks[c] == UNRANKED;
    LOCALPTR u32 *tile = (LOCALPTR u32 *)mem, *ids = tile + GROUP_SIZE * CLASS_DIMS;
    u32 any = group_sum_u64(open, mem) != 0;
    WHEN (any) {
        u32 own[CLASS_DIMS], count = open ? h.dominated[c] : 1, q = s.begin;
        for (u32 m = 0; m < CLASS_DIMS; m++)
            own[m] = open ? h.class_places[(u64)c * CLASS_DIMS + m] : 0;
        do {
            u32 width = MIN(GROUP_SIZE, s.end - q);
            if (LOCAL_ID < width) {
                u32 x = h.list[q + LOCAL_ID];
                ids[LOCAL_ID] = x;
                for (u32 m = 0; m < CLASS_DIMS; m++)
                    tile[LOCAL_ID * CLASS_DIMS + m] = h.class_places[(u64)x * CLASS_DIMS + m];
            }
            BARRIER();
            for (u32 j = 0; j < width && open; j++) {
                u32 yes = ids[j] < c;
                for (u32 m = 0; m < CLASS_DIMS; m++)
                    yes &= tile[j * CLASS_DIMS + m] <= own[m];
                count -= yes;
            }
            BARRIER();
            q += width;
        } while (q < s.end);
        if (open) {
            h.dominated[c] = count;
            if (count == 0) {
                h.class_ranks[c] = f;
                h.list[before + ATOMIC_ADD32(&h.tally[4 * (u64)f + 1], 1)] = c;
                ATOMIC_ADD32(&h.tally[4 * (u64)f], CLASS_ROWS(h, c));
            }
        }
    }
}

#endif

// The ranks of rows are those of their classes.
KERNEL void spread_ranks(REPLICA_PARAMS, u32 groups, u32 back)
{
    replica h = REPLICA(GROUP_ID / groups, back);
    u32 i = ELEMENT;
    if (i < POOL_SIZE)
        h.pool_ranks[i] = h.violations[i] == 0 ? h.class_ranks[h.row_class[i]] : UNRANKED;
}

// A group per replica ranks the others.
KERNEL void conclude_ranks(REPLICA_PARAMS, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = REPLICA(GROUP_ID, back);
    h.ranks = h.pool_ranks;
    WHEN (h.state[STATE_STATUS] == 0) {
        peeling s = peeling_none();
        s.front = h.summary[0];
        s.before = h.summary[1];
        s.total = h.summary[2];
        rank_others(&h, s, P_MEMBERS, POOL_SIZE, mem);
    }
}
