// Tabu searches, a group of work-items each: the twin of tabu.go. The problem's
// part stands before chain.cl, this one behind it.
//
// ROBUST     1: robust tabu search; 0: a list of the last moves
// ROTATIONS  1: moves are rotations of three, else exchanges of two
//
// MEMORY_NEAR  1: what a search remembers lies on chip, in 16 bits
//
// memory is what a search remembers: for robust search until which iteration a
// place may not go back to a location, else in which one a move was made last.

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
#else
#define tabu_join group_argmax
#endif

#if MEMORY_NEAR
#define REMEMBERED CHAIN u16
#define REMEMBERED_AS u16
#else
#define REMEMBERED GLOBAL u32
#define REMEMBERED_AS u32
#endif

#define LEAST ((i64)((u64)1 << 63))
#define NOBODY 0xFFFFFFFFu

// The number of a move among all, in their order.
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

// Whether a move may be made in iteration it.
DEVICE u32 tabu_free(const moves *m, const REMEMBERED *memory, u32 index, u32 it, u32 tenure)
{
#if ROBUST
    u32 j = index % LEN, i = index / LEN;
    return memory[i * LEN + m->order[j]] < it || memory[j * LEN + m->order[i]] < it;
#else
    u32 made = memory[move_number(index)];
    return made == 0 || it - made > tenure;
#endif
}

#if ROTATIONS
// The work-items take pairs in rows of GROUP_WORKERS, and each of them all rotations
// with a smaller first place, of which later pairs have more: so every other row
// is dealt the other way round.
#define TABU_PAIR(t) ((t) / GROUP_WORKERS % 2 ? (t) / GROUP_WORKERS * GROUP_WORKERS + GROUP_WORKERS - 1 - (t) % GROUP_WORKERS : (t))
#define PAIRS (LEN * (LEN - 1) / 2)

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
            at += LEN * LEN;
        }
    }
    return tabu_join(gain == MOVE_LEAST ? LEAST : gain, index, scratch);
}
#endif

// The best of all moves that are free or lead to a new best, the first among equals.
DEVICE group_best tabu_scan(const moves *m, const REMEMBERED *memory, GLOBAL const u32 *pairs, u32 it, i64 enough, u32 tenure, LOCALPTR u64 *scratch)
{
#if ROTATIONS
    i64 gain = LEAST;
#else
    move_gain gain = MOVE_LEAST;
#endif
    u32 index = NOBODY;
    for (u32 t = LOCAL_ID; t < LEN * (LEN - 1) / 2; t += GROUP_WORKERS) {
#if ROTATIONS
        u32 p = pairs[t], j = p >> 16, k = p & 0xFFFF;
        for (u32 i = 0; i < j; i++) {
            i64 g = moves_rotation_gain(m, i, j, k);
            if (g >= gain) {
                u32 at = (i * LEN + j) * LEN + k;
                if ((g > gain || at < index) && (g > enough || tabu_free(m, memory, at, it, tenure))) {
                    gain = g;
                    index = at;
                }
            }
        }
#else
        move_gain g = moves_pair_gain(m, t, pairs);
        if (g > gain && (g > enough || tabu_free(m, memory, (pairs[t] >> 16) * LEN + (pairs[t] & 0xFFFF), it, tenure))) {
            gain = g;
            index = t;
        }
#endif
    }
#if ROTATIONS
    return tabu_join(gain, index, scratch);
#else
    group_best b = tabu_join(gain == MOVE_LEAST ? LEAST : gain, index, scratch);
    b.index = b.index == NOBODY ? NOBODY : (pairs[b.index] >> 16) * LEN + (pairs[b.index] & 0xFFFF);
    return b;
#endif
}

// A move at random, where none is free.
DEVICE u32 tabu_any(words4 x)
{
    u32 i = MUL_HI32(x.x[2], LEN), j = (i + 1 + MUL_HI32(x.x[3], LEN - 1)) % LEN;
    u32 lo = MIN(i, j), hi = MAX(i, j);
#if ROTATIONS
    u32 k = hi + 1 < LEN ? hi + 1 : lo > 0 ? lo - 1 : lo + 1;
    u32 a = MIN(lo, k), c = MAX(hi, k), b = lo + hi + k - a - c;
    return (a * LEN + b) * LEN + c;
#else
    return lo * LEN + hi;
#endif
}

// Makes the iterations from + 1 to until of a round of all searches that run and
// have not reached the goal; base is the number of those in earlier rounds.
KERNEL_FOR(GROUP_WORKERS, RESIDENT)
void tabu_run(GLOBAL u64 *chains, GLOBAL u16 *orders, GLOBAL u16 *bests, GLOBAL u32 *memories, GLOBAL const u32 *pairs,
              GLOBAL const u64 *data, GLOBAL u64 *store, GLOBAL const u64 *par, u64 base, u32 from, u32 until LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    GLOBAL u64 *own = chains + (u64)GROUP_ID * CHAIN_WORDS;
    GLOBAL u16 *order = orders + (u64)GROUP_ID * ORDER_ROW, *best_order = bests + (u64)GROUP_ID * ORDER_ROW;
    GLOBAL u32 *far = memories + (u64)GROUP_ID * MEMORY;
    u64 seed = own[CHAIN_SEED];
    u32 individual = (u32)own[CHAIN_INDIVIDUAL], tenure = (u32)par[PAR_TENURE], spread = (u32)par[PAR_SPREAD];
    i64 goal = (i64)par[PAR_GOAL], score = (i64)own[CHAIN_SCORE], best = (i64)own[CHAIN_BEST];
    u32 hit = (u32)own[CHAIN_HIT], go = own[CHAIN_RUNS] && !hit;
#if ON_CHIP
    CHAIN u64 *words = mem + GROUP_SCRATCH(GROUP_WORKERS);
#else
    CHAIN u64 *words = store + (u64)GROUP_ID * STORE_WORDS;
#endif
    CHAIN u32 *now = (CHAIN u32 *)words;
    moves m = moves_of(words + (LEN + 1) / 2, now, data);
#if MEMORY_NEAR
    REMEMBERED *memory = (CHAIN u16 *)(words + STORE_WORDS);
#else
    REMEMBERED *memory = far;
#endif
    SYNC();
    WHEN (go) {
        u32 it = from, more;
#if MEMORY_NEAR
        for (u32 e = LOCAL_ID; e < MEMORY; e += GROUP_WORKERS)
            memory[e] = (u16)far[e];
#endif
        for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
            now[i] = order[i];
        score = moves_reset(&m);
        if (from == 0) {
            best = score;
            hit = best >= goal;
            for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
                best_order[i] = (u16)now[i];
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
                u32 again = b.score <= best - score && !tabu_free(&m, memory, b.index, it, tenure);
                WHEN (again)
                    b = tabu_scan(&m, memory, pairs, it, best - score, tenure, mem);
#else
                b = tabu_scan(&m, memory, pairs, it, best - score, tenure, mem);
#endif
                if (b.index == NOBODY) {
                    b.index = tabu_any(random_block(at, 0));
#if ROTATIONS
                    b.score = moves_rotation_gain(&m, b.index / (LEN * LEN), b.index / LEN % LEN, b.index % LEN);
#else
                    b.score = moves_exchange_gain(&m, b.index / LEN, b.index % LEN);
#endif
                }
#if ROTATIONS
                SYNC(); // all have asked whether the best is free
#endif
                // Nobody looks into the memory before the exchange has ended.
                if (LOCAL_ID == 0) {
#if ROBUST
                    words4 x = random_block(at, 0);
                    u32 i = b.index / LEN, j = b.index % LEN;
                    memory[i * LEN + now[i]] = (REMEMBERED_AS)(it + tenure + MUL_HI32(x.x[0], spread));
                    memory[j * LEN + now[j]] = (REMEMBERED_AS)(it + tenure + MUL_HI32(x.x[1], spread));
#else
                    memory[move_number(b.index)] = it;
#endif
                }
#if ROTATIONS
                moves_exchange(&m, b.index / (LEN * LEN), b.index / LEN % LEN);
                moves_exchange(&m, b.index / LEN % LEN, b.index % LEN);
#else
                moves_exchange(&m, b.index / LEN, b.index % LEN);
#endif
                score += b.score;
                if (score > best) {
                    best = score;
                    hit = best >= goal ? it + 1 : 0;
                    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
                        best_order[i] = (u16)now[i];
                }
                more = it < until && !hit;
            } while (more);
        }
        for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
            order[i] = (u16)now[i];
#if MEMORY_NEAR
        for (u32 e = LOCAL_ID; e < MEMORY; e += GROUP_WORKERS)
            far[e] = memory[e];
#endif
        if (LOCAL_ID == 0) {
            own[CHAIN_SCORE] = (u64)score;
            own[CHAIN_BEST] = (u64)best;
            own[CHAIN_HIT] = hit;
        }
    }
}
