// The second part of the twin of trail.go; the problem's part stands before it.

#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define ARGMAX(score, index, scratch) hike_best(score, index)
DEVICE group_best hike_best(i64 score, u32 index)
{
    group_best b;
    b.score = score;
    b.index = index;
    return b;
}
#define SYNC()
#else
#define ARGMAX(score, index, scratch) group_argmax(score, index, scratch)
#define SYNC() BARRIER()
#endif

#define LEAST ((i64)((u64)1 << 63))
#define MOST ((i64)(~(u64)0 >> 1))
#define NOBODY 0xFFFFFFFFu

// problem.Difference.
DEVICE i64 hike_difference(i64 a, i64 b)
{
    i64 d = (i64)((u64)a - (u64)b);
    if (a >= b && d < 0)
        return MOST;
    if (a < b && (d >= 0 || d == LEAST))
        return -MOST;
    return d;
}

DEVICE i64 hike_score(GLOBAL gene *row, GLOBAL const u64 *data, LOCALPTR const u64 *chip) { return problem_score(row, data, chip); }

// The score after a flip of gene j.
DEVICE i64 hike_try(GLOBAL gene *row, u32 j, GLOBAL const u64 *data, LOCALPTR const u64 *chip)
{
    u64 bit = (u64)1 << (j % 64), old = row[j / 64];
    i64 s;
    row[j / 64] = old ^ bit;
    s = hike_score(row, data, chip);
    row[j / 64] = old;
    return s;
}

// hiker.anywhere, in the copy of this work-item.
DEVICE void hike_anywhere(GLOBAL gene *row, u64 seed, u32 start, GLOBAL const u64 *data, LOCALPTR const u64 *chip)
{
    address at = address_of(seed, PURPOSE_INIT, 0, start);
    for (u32 w = 0; w < WORDS; w++) {
        u32 rest = LEN - 64 * w;
        row[w] = random_mask(at, w, (u64)1 << 31, rest < 64 ? ((u64)1 << rest) - 1 : ~(u64)0);
    }
#if REPAIR
    problem_repair(row, data, chip, address_of(seed, PURPOSE_REPAIR, 0, start));
#endif
}

// Makes steps of all running replicas: whole ones, or with steps 0 the neighbours
// from to until - 1 of one, whose best is kept for the next launch; a step that
// ends with the last neighbour is completed. rows are the copies of each group;
// hikes has OWN_… words and when genes are free to flip.
KERNEL void hike(GLOBAL u64 *states, GLOBAL gene *rows, GLOBAL i64 *scores, GLOBAL gene *bests, GLOBAL u64 *hikes, GLOBAL const u64 *par,
                 GLOBAL const u64 *data, GLOBAL const u64 *rules, GLOBAL u64 *records, u64 base, u32 steps, u32 from,
                 u32 until LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, whole = steps > 0, first = whole ? 0 : from, end = whole ? LEN : until;
    GLOBAL u64 *state = states + (u64)r * STATE_WORDS;
    GLOBAL gene *row = rows + ((u64)r * GROUP_WORKERS + LOCAL_ID) * STRIDE;
    GLOBAL gene *best = bests + (u64)r * STRIDE;
    GLOBAL u64 *own = hikes + (u64)r * (OWN_WORDS + TRAIL_TABU * LEN);
    GLOBAL i64 *rest = (GLOBAL i64 *)(own + OWN_WORDS);
    u64 seed = own[OWN_SEED], begun = own[OWN_BEGUN];
    u32 starts = (u32)own[OWN_STARTS], go;
    i64 score = scores[r];
    verdict s = state_get(state);
    SYNC(); // before anyone writes what all have read
    go = s.status == 0;
    WHEN (go) {
        u32 more;
        do {
            u64 step = s.step + 1;
            i64 gain = LEAST, enough = hike_difference(s.best, score);
            u32 j = NOBODY;
            group_best b;
            if (first > 0 && LOCAL_ID == 0) {
                gain = (i64)own[OWN_GAIN];
                j = (u32)own[OWN_GENE];
            }
            for (u32 k = first + LOCAL_ID; k < end; k += GROUP_WORKERS) {
                i64 g = hike_difference(hike_try(row, k, data, mem), score);
#if TRAIL_TABU
                u32 free = rest[k] < (i64)step || g > enough;
#else
                u32 free = 1;
#endif
                if (free && g > gain) {
                    gain = g;
                    j = k;
                }
            }
            b = ARGMAX(gain, j, mem);
            WHEN (end == LEN) {
                u32 fresh = 0, improved;
#if TRAIL_TABU
                words4 x = random_block(address_of(seed, PURPOSE_WALK, step, 0), 0);
                if (b.index == NOBODY)
                    b.index = MUL_HI32(x.x[0], LEN);
                fresh = step - MAX(begun, s.found) > par[PAR_PATIENCE];
                SYNC();
                if (LOCAL_ID == 0 && !fresh)
                    rest[b.index] = (i64)(step + par[PAR_TENURE] + MUL_HI32(x.x[1], (u32)par[PAR_DRAWN] + 1));
#else
                fresh = b.score <= 0;
#endif
                if (fresh) {
                    begun = step;
                    hike_anywhere(row, seed, ++starts, data, mem);
                } else {
                    row[b.index / 64] ^= (u64)1 << (b.index % 64);
                }
                score = hike_score(row, data, mem);
                improved = judge(&s, step, score, number_of_score(score), 0.0, rules);
                if (improved)
                    for (u32 w = LOCAL_ID; w < WORDS; w += GROUP_WORKERS)
                        best[w] = row[w];
                if (par[PAR_TRACE] && LOCAL_ID == 0) {
                    node one = node_empty();
                    moments m;
                    one.best = score;
                    one.worst = score;
                    m.mean = number_of_score(score);
                    m.deviation = 0.0;
                    record(records + ((step - base) * GROUP_COUNT + r) * RECORD_WORDS, s, one, m, 0.0);
                }
                SYNC();
            }
            if (end < LEN && LOCAL_ID == 0) {
                own[OWN_GAIN] = (u64)b.score;
                own[OWN_GENE] = b.index;
            }
            more = whole && --steps > 0 && s.status == 0;
        } while (more);
        if (LOCAL_ID == 0) {
            scores[r] = score;
            own[OWN_STARTS] = starts;
            own[OWN_BEGUN] = begun;
            state_put(state, s);
        }
    }
}
