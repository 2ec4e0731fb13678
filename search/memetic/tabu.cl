// Tabu searches, a group of work-items each: the twin of tabu.go. kept.cl stands before
// the problem's part, this one behind it.
//
// ROBUST     1: robust tabu search; 0: a list of the last moves
// ROTATIONS  moves are exchanges of two (0), or rotations of three in one direction
//            (1) or in both (2)
//
// SHORT_TABU   1: iterations fit 16 bits
// LEFT_WORDS   how much of what is kept of a permutation a launch leaves in global
//              memory for the next one: all or nothing
// TILED        1: pairs come in squares, which share what is fetched together from
//              memory: the table is read along rows and along columns
//
// memory is what a search remembers: for robust search until which iteration a
// place may not go back to a location, else in which one a move was made last; a
// rotation and its inverse, which undoes it as two more of its own do, are tabu together.
// For exchanges, tabu_until says of every pair until which iteration it is tabu, so
// that a scan need not look into memory.

#define LEAST ((i64)((u64)1 << 63))
#define NOBODY 0xFFFFFFFFu
#define TABU_WRITER (GROUP_WORKERS - 1)

#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
DEVICE group_best tabu_join(i64 gain, u32 index, LOCALPTR u64 *scratch)
{
    group_best b;
    b.score = gain;
    b.index = index;
    return b;
}
#elif WARP_SIZE > 1 && MOVE_BITS == 32 && GROUP_WORKERS >= WARP_SIZE && !ROTATIONS
// group_argmax for gains of 32 bits, with one barrier: there are others before
// scratch is used again.
DEVICE group_best tabu_join(i64 gain, u32 index, LOCALPTR u64 *scratch)
{
    i32 g = gain == LEAST ? MOVE_LEAST : (i32)gain, high = WARP_MAX_I32(g);
    u32 warps = GROUP_WORKERS / WARP_SIZE, low = WARP_MIN_U32(g == high ? index : NOBODY);
    group_best b;
    if (warps > 1) {
        if (LOCAL_ID % WARP_SIZE == 0)
            scratch[LOCAL_ID / WARP_SIZE] = (u64)(u32)high << 32 | low;
        BARRIER();
        u64 w = scratch[LOCAL_ID & (warps - 1)];
        g = (i32)(w >> 32);
        high = WARP_MAX_I32(g);
        low = WARP_MIN_U32(g == high ? (u32)w : NOBODY);
    }
    b.score = high == MOVE_LEAST ? LEAST : high;
    b.index = low;
    return b;
}
#else
#define tabu_join group_argmax
#endif

#if SHORT_TABU
typedef u16 tabu_step;
#else
typedef u32 tabu_step;
#endif


// The number of a move among all of its direction, in their order.
DEVICE u32 move_number(u32 index)
{
#if ROTATIONS
    u32 k = index % LEN, j = index / LEN % LEN, i = index / (LEN * LEN), a = LEN - i, b = LEN - j;
    return LEN * (LEN - 1) / 2 * (LEN - 2) / 3 - (u32)((u64)a * (a - 1) / 2 * (a - 2) / 3) + (a - 1) * (a - 2) / 2 - b * (b - 1) / 2 + (k - j - 1);
#else
    u32 j = index % LEN, i = index / LEN;
    return i * (2 * LEN - i - 1) / 2 + (j - i - 1);
#endif
}

#define PAIRS (LEN * (LEN - 1) / 2)

// The number of the pair p = i << 16 | j at t of the list.
#if TILED
#define TABU_NUMBERED(t, p) move_number(((p) >> 16) * LEN + ((p) & 0xFFFF))
#else
#define TABU_NUMBERED(t, p) (t)
#endif

// The index of a rotation is (i LEN + j) LEN + k, i < j < k. Those of the other
// direction come behind all of these, as in neighborhood.Rotations.
#if ROTATIONS == 2
#define TABU_CUBE (LEN * LEN * LEN)
#define TABU_FIRST(index) ((index) / (LEN * LEN) % LEN)
#define TABU_SECOND(index) ((index) < TABU_CUBE ? (index) / LEN % LEN : (index) % LEN)
#define TABU_LAST(index) ((index) < TABU_CUBE ? (index) % LEN : (index) / LEN % LEN)
#define TABU_NUMBER(index) move_number((index) % TABU_CUBE)
#else
#define TABU_FIRST(index) index / (LEN * LEN)
#define TABU_SECOND(index) index / LEN % LEN
#define TABU_LAST(index) index % LEN
#define TABU_NUMBER(index) move_number(index)
#endif

#if ROTATIONS
// Whether a move may be made in iteration it.
DEVICE u32 tabu_free(GLOBAL const u32 *memory, u32 index, u32 it, u32 tenure)
{
    u32 made = memory[TABU_NUMBER(index)];
    return made == 0 || it - made > tenure;
}

// The work-items take pairs in rows of GROUP_WORKERS, and each of them all rotations
// with a smaller first place, of which later pairs have more: so every other row
// is dealt the other way round.
#define TABU_PAIR(t) ((t) / GROUP_WORKERS % 2 ? (t) / GROUP_WORKERS * GROUP_WORKERS + GROUP_WORKERS - 1 - (t) % GROUP_WORKERS : (t))

// The best of all rotations, free or not, the first among equals.
DEVICE group_best tabu_best(const moves *m, GLOBAL const u32 *pairs, LOCALPTR u64 *scratch)
{
    move_gain gain = MOVE_LEAST;
    u32 index = NOBODY;
    for (u32 t = LOCAL_ID; t < (PAIRS + GROUP_WORKERS - 1) / GROUP_WORKERS * GROUP_WORKERS; t += GROUP_WORKERS) {
        u32 q = TABU_PAIR(t), p = q < PAIRS ? pairs[q] : 0, j = p >> 16, k = p & 0xFFFF, at = j * LEN + k;
#pragma unroll 4
        for (u32 i = 0; i < j; i++) {
            move_gain g = moves_rotation_gain(m, i, j, k);
            u32 better = g > gain || (g == gain && at < index);
            gain = better ? g : gain;
            index = better ? at : index;
#if ROTATIONS == 2
            g = moves_rotation_gain(m, i, k, j);
            better = g > gain || (g == gain && at + TABU_CUBE < index);
            gain = better ? g : gain;
            index = better ? at + TABU_CUBE : index;
#endif
            at += LEN * LEN;
        }
    }
    return tabu_join(gain == MOVE_LEAST ? LEAST : gain, index, scratch);
}

// The best of all that are free or lead to a new best, the first among equals.
DEVICE group_best tabu_scan(const moves *m, GLOBAL const u32 *memory, GLOBAL const u32 *pairs, u32 it, i64 enough, u32 tenure, LOCALPTR u64 *scratch)
{
    i64 gain = LEAST;
    u32 index = NOBODY;
    for (u32 t = LOCAL_ID; t < PAIRS; t += GROUP_WORKERS) {
        u32 p = pairs[t], j = p >> 16, k = p & 0xFFFF;
        for (u32 i = 0; i < j; i++) {
            i64 g = moves_rotation_gain(m, i, j, k);
            if (g >= gain) {
                u32 at = (i * LEN + j) * LEN + k;
                if ((g > gain || at < index) && (g > enough || tabu_free(memory, at, it, tenure))) {
                    gain = g;
                    index = at;
                }
            }
#if ROTATIONS == 2
            g = moves_rotation_gain(m, i, k, j);
            if (g >= gain) {
                u32 at = (i * LEN + j) * LEN + k + TABU_CUBE;
                if ((g > gain || at < index) && (g > enough || tabu_free(memory, at, it, tenure))) {
                    gain = g;
                    index = at;
                }
            }
#endif
        }
    }
    return tabu_join(gain, index, scratch);
}

#else

// The best of all exchanges that are free or lead to a new best, the first among
// equals. It ends the exchange that was begun.
DEVICE group_best tabu_scan(const moves *m, const KEPT tabu_step *tabu_until, GLOBAL const u32 *pairs, u32 it, i64 enough, LOCALPTR u64 *scratch)
{
    move_gain gain = MOVE_LEAST, much = enough > MOVE_MOST ? MOVE_MOST : (move_gain)enough;
    u32 index = NOBODY;
#pragma unroll 4
    for (u32 t = LOCAL_ID; t < PAIRS; t += GROUP_WORKERS) {
        u32 p = pairs[t], number = TABU_NUMBERED(t, p);
        move_gain g = moves_finish(m, number, p >> 16, p & 0xFFFF);
#if TILED
        u32 better = (g > gain || (g == gain && p < index)) && (g > much || tabu_until[number] < it);
#else
        u32 better = g > gain && (g > much || tabu_until[number] < it);
#endif
        gain = better ? g : gain;
        index = better ? p : index;
    }
#if GROUP_WORKERS <= 32 // the join of a warp has no barrier
    SYNC();
#endif
    group_best b = tabu_join(gain == MOVE_LEAST ? LEAST : gain, index, scratch);
    b.index = b.index == NOBODY ? NOBODY : (b.index >> 16) * LEN + (b.index & 0xFFFF);
    return b;
}

#if ROBUST
// Until when a place may not go back to what j has, or j to what i has.
#define TABU_UNTIL(i, at_i, j, at_j) MIN(memory[(i) * LEN + (at_j)], memory[(j) * LEN + (at_i)])
#define TABU_PAIR_NUMBER(i, j) move_number(MIN(i, j) * LEN + MAX(i, j))

// Keeps tabu_until up to date while r and s exchange what they have. The writer has
// the pair itself, whose two entries of memory are new.
DEVICE void tabu_update(KEPT tabu_step *tabu_until, GLOBAL u32 *memory, const KEPT u32 *now, u32 r, u32 s)
{
    u32 x = now[r], y = now[s];
    for (u32 e = GROUP_WORKERS - 1 - LOCAL_ID; e < 2 * LEN; e += GROUP_WORKERS) {
        u32 k = e % LEN, i = e < LEN ? r : s, gets = e < LEN ? y : x;
        if (k != r && k != s)
            tabu_until[TABU_PAIR_NUMBER(i, k)] = (tabu_step)TABU_UNTIL(i, gets, k, now[k]);
    }
}
#endif
#endif

// A move at random, where none is free.
DEVICE u32 tabu_any(words4 x)
{
    u32 i = MUL_HI32(x.x[2], LEN), j = (i + 1 + MUL_HI32(x.x[3], LEN - 1)) % LEN;
    u32 lo = MIN(i, j), hi = MAX(i, j);
#if ROTATIONS
    u32 k = hi + 1 < LEN ? hi + 1 : lo > 0 ? lo - 1 : lo + 1;
    u32 a = MIN(lo, k), c = MAX(hi, k), b = lo + hi + k - a - c;
#if ROTATIONS == 2
    return MUL_HI32(x.x[1], 2) * TABU_CUBE + (a * LEN + b) * LEN + c;
#else
    return (a * LEN + b) * LEN + c;
#endif
#else
    return lo * LEN + hi;
#endif
}

// Makes the iterations from + 1 to until of a round of the searches from first on,
// those that run and have not reached the goal; base is the number of iterations in
// earlier rounds. What is kept of a permutation is found anew where launches leave
// nothing to each other, else only if fresh says so.
KERNEL_FOR(GROUP_WORKERS, RESIDENT)
void tabu_run(GLOBAL u64 *searches, GLOBAL u16 *orders, GLOBAL u16 *bests, GLOBAL u32 *memories, GLOBAL const u32 *pairs,
              GLOBAL const u64 *data, GLOBAL u64 *store, GLOBAL const u64 *par, u64 base, u32 from, u32 until,
              u32 first, u32 fresh LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u64 place = (u64)first + GROUP_ID;
    GLOBAL u64 *own = searches + place * SEARCH_WORDS;
    GLOBAL u16 *order = orders + place * ORDER_ROW, *best_order = bests + place * ORDER_ROW;
    GLOBAL u32 *memory = memories + place * MEMORY;
    u64 seed = own[SEARCH_SEED];
    u32 individual = (u32)own[SEARCH_INDIVIDUAL], own_tenure = PAR_TENURES + 2 * (u32)own[SEARCH_CLASS], tenure = (u32)par[own_tenure], spread = (u32)par[own_tenure + 1];
    i64 goal = (i64)par[PAR_GOAL], score = (i64)own[SEARCH_SCORE], best = (i64)own[SEARCH_BEST];
    u32 hit = (u32)own[SEARCH_HIT], go = own[SEARCH_RUNS] && !hit;
    GLOBAL u64 *left = store + place * LEFT_WORDS;
#if ON_CHIP
    KEPT u64 *words = mem + GROUP_SCRATCH(GROUP_WORKERS);
#else
    KEPT u64 *words = left;
#endif
#if ON_CHIP == 2
    ASIDE u64 *aside = left + STORE_WORDS + TABU_WORDS;
#else
    ASIDE u64 *aside = words + STORE_WORDS + TABU_WORDS;
#endif
    KEPT u32 *now = (KEPT u32 *)words;
    moves m = moves_of(words + (LEN + 1) / 2, aside, now, data);
#if !ROTATIONS
    KEPT tabu_step *tabu_until = (KEPT tabu_step *)(words + STORE_WORDS);
#endif
    SYNC();
    WHEN (go) {
        u32 it = from, more;
#if ON_CHIP && LEFT_WORDS
        for (u32 i = fresh ? ON_CHIP_WORDS : LOCAL_ID; i < ON_CHIP_WORDS; i += GROUP_WORKERS)
            words[i] = left[i];
        SYNC();
#endif
#if LEFT_WORDS
        WHEN (fresh)
#endif
        {
            for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
                now[i] = order[i];
            score = moves_reset(&m);
#if !ROTATIONS
            for (u32 t = LOCAL_ID; t < PAIRS; t += GROUP_WORKERS) {
#if ROBUST
                u32 p = pairs[t], i = p >> 16, j = p & 0xFFFF;
                tabu_until[TABU_NUMBERED(t, p)] = (tabu_step)TABU_UNTIL(i, now[i], j, now[j]);
#else
                tabu_until[t] = (tabu_step)(memory[t] > 0 ? memory[t] + tenure : 0);
#endif
            }
#endif
            if (from == 0) {
                best = score;
                hit = best >= goal;
                for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
                    best_order[i] = (u16)now[i];
            }
        }
        more = it < until && !hit;
        WHEN (more) {
            do {
                group_best b;
                address at = address_of(seed, PURPOSE_WALK, base + it, individual);
                it++;
#if ROTATIONS
                // Most often the best of all is free, and nothing need be looked up for others.
                b = tabu_best(&m, pairs, mem);
                u32 again = b.score <= best - score && !tabu_free(memory, b.index, it, tenure);
                WHEN (again)
                    b = tabu_scan(&m, memory, pairs, it, best - score, tenure, mem);
#else
                b = tabu_scan(&m, tabu_until, pairs, it, best - score, mem);
#endif
                u32 none = b.index == NOBODY;
                WHEN (none) {
                    b.index = tabu_any(random_block(at, 0));
#if ROTATIONS
                    b.score = moves_rotation_gain(&m, TABU_FIRST(b.index), TABU_SECOND(b.index), TABU_LAST(b.index));
#else
                    b.score = moves_exchange_gain(&m, b.index / LEN, b.index % LEN);
#endif
                    SYNC();
                }
                // The first place of a move gets what the second has, the last what the first has.
#if ROTATIONS
                u32 r = TABU_FIRST(b.index), s = TABU_SECOND(b.index), last = TABU_LAST(b.index);
#else
                u32 r = b.index / LEN, s = b.index % LEN, last = s;
#endif
                score += b.score;
                if (score > best) {
                    best = score;
                    hit = best >= goal ? it + 1 : 0;
                    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
                        best_order[i] = (u16)now[i == last ? r : i == r ? s : i == s ? last : i];
                }
#if ROTATIONS
                SYNC(); // all have asked whether the best is free
#elif ROBUST
                tabu_update(tabu_until, memory, now, r, s);
#endif
                // Nobody looks into the memory before the exchange has ended.
                if (LOCAL_ID == TABU_WRITER) {
#if ROBUST
                    words4 x = random_block(at, 0);
                    u32 first = it + tenure + MUL_HI32(x.x[0], spread), second = it + tenure + MUL_HI32(x.x[1], spread);
                    memory[r * LEN + now[r]] = first;
                    memory[s * LEN + now[s]] = second;
                    tabu_until[move_number(b.index)] = (tabu_step)MIN(first, second);
#else
                    memory[TABU_NUMBER(b.index)] = it;
#if !ROTATIONS
                    tabu_until[move_number(b.index)] = (tabu_step)(it + tenure);
#endif
#endif
                }
#if ROTATIONS
                for (u32 q = 0; q < 2; q++)
                    moves_exchange(&m, q ? s : r, q ? last : s);
#else
                moves_begin(&m, r, s);
#endif
                more = it < until && !hit;
            } while (more);
        }
        SYNC();
#if ON_CHIP && LEFT_WORDS
        for (u32 i = LOCAL_ID; i < ON_CHIP_WORDS; i += GROUP_WORKERS)
            left[i] = words[i];
#endif
        for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
            order[i] = (u16)now[i];
        if (LOCAL_ID == 0) {
            own[SEARCH_SCORE] = (u64)score;
            own[SEARCH_BEST] = (u64)best;
            own[SEARCH_HIT] = hit;
        }
    }
}
