// The steps of trail.go; a terrain stands before them.

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
#else
#define ARGMAX(score, index, scratch) group_argmax(score, index, scratch)
#endif

// hood.marks.
typedef struct {
    u32 count, enter[3], leave[3];
} marks;

DEVICE marks hood_marks(const terrain *m, spots s)
{
    marks k;
    u32 a = terrain_value(m, s.i);
    k.count = 1;
    k.leave[0] = s.i * VALUES + a;
#if HOOD == HOOD_FLIP || HOOD == HOOD_PAIR
    k.enter[0] = s.i * VALUES + 1 - a;
#elif HOOD == HOOD_CHANGE
    k.enter[0] = s.i * VALUES + change_symbol(s.j, a);
#elif HOOD == HOOD_INSERTION
    k.enter[0] = s.j * VALUES + a;
#endif
#if HOOD == HOOD_PAIR || HOOD == HOOD_EXCHANGE || HOOD == HOOD_ROTATION
    u32 b = terrain_value(m, s.j);
    k.count = 2;
    k.leave[1] = s.j * VALUES + b;
#if HOOD == HOOD_PAIR
    k.enter[1] = s.j * VALUES + 1 - b;
#else
    k.enter[0] = s.i * VALUES + b;
    k.enter[1] = s.j * VALUES + a;
#endif
#endif
#if HOOD == HOOD_ROTATION
    u32 c = terrain_value(m, s.k);
    k.count = 3;
    k.enter[1] = s.j * VALUES + c;
    k.enter[2] = s.k * VALUES + a;
    k.leave[2] = s.k * VALUES + c;
#endif
    return k;
}

// hiker.free.
DEVICE u32 hike_free(const terrain *m, GLOBAL const i64 *until, u32 memory, u32 t, i64 step)
{
    u32 free = memory == MEMORY_NOTHING;
    if (memory == MEMORY_MOVES)
        free = until[hood_rests(t)] < step;
    if (memory == MEMORY_VALUES) {
        marks k = hood_marks(m, hood_spots(t, m->pairs));
        for (u32 e = 0; e < k.count; e++)
            free |= until[k.enter[e]] < step;
    }
    return free;
}

// hiker.forbid, by one work-item.
DEVICE void hike_forbid(const terrain *m, GLOBAL i64 *until, GLOBAL const u64 *par, u32 t, i64 step, words4 x)
{
    i64 least = step + (i64)par[PAR_TENURE];
    u32 drawn = (u32)par[PAR_DRAWN] + 1;
    if (par[PAR_MEMORY] == MEMORY_MOVES)
        until[hood_tires(t)] = least + MUL_HI32(x.x[1], drawn);
    if (par[PAR_MEMORY] == MEMORY_VALUES) {
        marks k = hood_marks(m, hood_spots(t, m->pairs));
        for (u32 e = 0; e < k.count; e++)
            until[k.leave[e]] = least + MUL_HI32(x.x[1 + e], drawn);
    }
}

// hiker.anywhere, by one work-item.
DEVICE void hike_anywhere(GLOBAL gene *row, u64 seed, u32 start, GLOBAL const u64 *data, LOCALPTR const u64 *chip)
{
    address at = address_of(seed, PURPOSE_INIT, 0, start);
#if KIND == 0
    for (u32 w = 0; w < WORDS; w++) {
        u32 rest = LEN - 64 * w;
        row[w] = random_mask(at, w, (u64)1 << 31, rest < 64 ? ((u64)1 << rest) - 1 : ~(u64)0);
    }
#elif KIND == 1
    for (u32 j = 0; j < LEN; j++)
        row[j] = (gene)random_bounded(at, random_word(at, j), j, ALPHABET);
#else
    for (u32 i = 0; i < LEN; i++)
        row[i] = (gene)i;
    for (u32 i = LEN - 1; i > 0; i--) {
        u32 j = random_bounded(at, random_word(at, i), i, i + 1);
        gene v = row[i];
        row[i] = row[j];
        row[j] = v;
    }
#endif
#if REPAIR
    problem_repair(row, data, chip, address_of(seed, PURPOSE_REPAIR, 0, start));
#endif
}

// The genomes of iterated search, and their scores: see hiker.
typedef struct {
    GLOBAL gene *home, *top;
    i64 home_score, top_score;
    u64 topped;
} rounds;

// hiker.perturb, by one work-item, up to where row is to be taken over; accept
// says that home becomes top.
DEVICE void hike_perturb(GLOBAL gene *row, const rounds *r, u32 accept, u64 seed, u64 step, u32 kicks, GLOBAL const u32 *pairs)
{
    address at = address_of(seed, PURPOSE_WALK, step, 1);
    u32 count = MOVES ? 1 + MUL_HI32(random_word(at, 0), kicks) : 0;
    for (u32 w = 0; w < GENES; w++) {
        if (accept)
            r->home[w] = r->top[w];
        row[w] = r->home[w];
    }
    for (u32 k = 0; k < count; k++)
        hood_apply(row, hood_spots(MUL_HI32(random_word(at, 1 + k), MOVES), pairs));
}

// An item of rotations is a pair of the last two places; the second half of the
// items is for the other direction.
#if ROTATIONS == 2
#define HIKE_BACK(k) (k >= ITEMS / 2)
#define HIKE_PAIR(k) (HIKE_BACK(k) ? k - ITEMS / 2 : k)
#define HIKE_TURNED(s, k) hike_turned(s, HIKE_BACK(k))
#define HIKE_NUMBER(s, k) (u32)triple_index(LEN, s.i, s.j, s.k) + (HIKE_BACK(k) ? MOVES / 2 : 0)

DEVICE spots hike_turned(spots s, u32 back)
{
    spots w = {s.i, back ? s.k : s.j, back ? s.j : s.k};
    return w;
}
#else
#define HIKE_PAIR(k) k
#define HIKE_TURNED(s, k) s
#define HIKE_NUMBER(s, k) (u32)triple_index(LEN, s.i, s.j, s.k)
#endif

// The best of the moves from first to end - 1 that are free or lead to a new
// best; of rotations, from item to item.
DEVICE void hike_scan(const terrain *m, GLOBAL const i64 *until, u32 memory, u32 first, u32 end, i64 step, i64 score, i64 enough,
                      i64 *gain, u32 *move)
{
    for (u32 k = first + LOCAL_ID; k < end; k += GROUP_WORKERS) {
#if HOOD == HOOD_ROTATION
        spots s = hood_pair(HIKE_PAIR(k), m->pairs);
        s.k = s.j;
        s.j = s.i;
        for (s.i = 0; s.i < s.j; s.i++) {
            i64 g = terrain_gain_at(m, HIKE_TURNED(s, k), score);
            if (g >= *gain) {
                u32 t = HIKE_NUMBER(s, k);
                if ((g > *gain || t < *move) && (g > enough || hike_free(m, until, memory, t, step))) {
                    *gain = g;
                    *move = t;
                }
            }
        }
#else
        i64 g = terrain_gain(m, k, score);
        if (g > *gain && (g > enough || hike_free(m, until, memory, k, step))) {
            *gain = g;
            *move = k;
        }
#endif
    }
}

// What a step does.
#define STAY 0
#define MOVE 1
#define ANEW 2

// hiker.try: the move, or that there is none.
DEVICE u32 hike_try(const terrain *m, GLOBAL const u64 *par, GLOBAL const u64 *heat, i64 score, u64 done, u32 starts, words4 x, u32 *move)
{
    u64 length = MOVES ? MIN(par[PAR_LENGTH] << MIN(starts, (u32)LONGEST), (u64)1 << 50) : 0;
    i64 gain;
    if (done >= length)
        return ANEW;
    *move = MUL_HI32(x.x[0], MOVES);
    gain = terrain_gain(m, *move, score);
    if (gain < 0) {
        f64 temperature = F64_FROM(heat[(u32)((f64)done / (f64)length * HEATS)]);
        if ((f64)gain < temperature * elementary_log(((f64)x.x[1] + 1) * (1.0 / 4294967296.0)))
            return STAY;
    }
    return MOVE;
}

// Makes steps of all running replicas: whole ones, or with steps 0 the items from
// to until - 1 of one (moves, or pairs for rotations), whose best is kept for the
// next launch; a step that ends with the last item is completed. rows are the
// genomes; others are homes and tops; hikes has OWN_… words and memories what
// replicas remember.
KERNEL void hike(GLOBAL u64 *states, GLOBAL gene *rows, GLOBAL gene *copies, GLOBAL gene *bests, GLOBAL gene *others, GLOBAL u64 *hikes,
                 GLOBAL i64 *memories, GLOBAL const u64 *par, GLOBAL const u32 *pairs, GLOBAL const u64 *data, GLOBAL u64 *store,
                 GLOBAL const u64 *rules, GLOBAL u64 *records, u64 base, u32 steps, u32 from, u32 until LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, whole = steps > 0, first = whole ? 0 : from, end = whole ? ITEMS : until, go;
    GLOBAL u64 *state = states + (u64)r * STATE_WORDS;
    GLOBAL gene *row = rows + (u64)r * STRIDE, *best = bests + (u64)r * STRIDE;
    GLOBAL u64 *own = hikes + (u64)r * OWN_WORDS;
    GLOBAL i64 *rest = memories + (u64)r * par[PAR_REMEMBERED];
    GLOBAL const u64 *heat = par + PAR_WORDS;
    u64 seed = own[OWN_SEED], begun = own[OWN_BEGUN];
    u32 starts = (u32)own[OWN_STARTS], memory = (u32)par[PAR_MEMORY], annealing = (u32)par[PAR_ANNEALING], iterated = (u32)par[PAR_ITERATED];
    i64 score = (i64)own[OWN_SCORE], kept = (i64)own[OWN_GAIN];
    u32 kept_move = (u32)own[OWN_MOVE], unknown = ON_CHIP || !own[OWN_READY];
    rounds round;
    verdict s = state_get(state);
    terrain m = terrain_of(copies, store, mem, data, pairs);
    round.home = others + (u64)r * 2 * STRIDE;
    round.top = round.home + STRIDE;
    round.home_score = (i64)own[OWN_HOME];
    round.top_score = (i64)own[OWN_TOP];
    round.topped = own[OWN_TOPPED];
    SYNC(); // before anyone writes what all have read
    go = s.status == 0;
    WHEN (go) {
        u32 more;
        WHEN (unknown) // what is kept of the genome: on chip nothing outlives a launch
            score = terrain_reset(&m, row);
        do {
            u64 step = s.step + 1;
            words4 x = random_block(address_of(seed, PURPOSE_WALK, step, 0), 0);
            u32 act = STAY, complete = end == ITEMS, pick = NOBODY, anew, move;
            if (annealing)
                act = hike_try(&m, par, heat, score, step - begun - 1, starts, x, &pick);
            WHEN (!annealing) {
                i64 gain = LEAST;
                u32 stuck;
                group_best b;
                if (first > 0 && LOCAL_ID == 0) {
                    gain = kept;
                    pick = kept_move;
                }
                hike_scan(&m, rest, memory, first, end, (i64)step, score, hike_difference(s.best, score), &gain, &pick);
                b = ARGMAX(gain, pick, mem);
                stuck = b.score <= 0;
                if (memory != MEMORY_NOTHING)
                    stuck = step - (iterated ? round.topped : MAX(begun, s.found)) > (MOVES ? par[PAR_PATIENCE] : 0);
                kept = b.score;
                kept_move = b.index;
                pick = b.index == NOBODY ? MUL_HI32(x.x[0], MOVES) : b.index;
                if (complete)
                    act = stuck ? ANEW : MOVE;
                if (act == MOVE && LOCAL_ID == 0)
                    hike_forbid(&m, rest, par, pick, (i64)step, x);
            }
            anew = act == ANEW;
            move = act == MOVE;
            WHEN (anew) {
                u32 accept = iterated && round.top_score >= round.home_score;
                starts++;
                begun = step;
                SYNC();
                if (LOCAL_ID == 0) {
                    if (iterated)
                        hike_perturb(row, &round, accept, seed, step, (u32)par[PAR_KICKS], pairs);
                    else
                        hike_anywhere(row, seed, starts, data, mem);
                }
                SYNC();
                if (accept)
                    round.home_score = round.top_score;
                score = terrain_reset(&m, row);
            }
            WHEN (move)
                score = terrain_do(&m, pick, score);
            if (complete) {
                if (iterated && (anew || score > round.top_score)) {
                    round.top_score = score;
                    round.topped = step;
                    terrain_store(&m, round.top);
                }
                if (judge(&s, step, score, number_of_score(score), 0.0, rules))
                    terrain_store(&m, best);
                if (par[PAR_TRACE] && LOCAL_ID == 0) {
                    node one = node_empty();
                    moments mean;
                    one.best = score;
                    one.worst = score;
                    mean.mean = number_of_score(score);
                    mean.deviation = 0.0;
                    record(records + ((step - base) * GROUP_COUNT + r) * RECORD_WORDS, s, one, mean, 0.0);
                }
            }
            more = whole && --steps > 0 && s.status == 0;
        } while (more);
        SYNC();
        terrain_store(&m, row);
        if (LOCAL_ID == 0) {
            own[OWN_STARTS] = starts;
            own[OWN_BEGUN] = begun;
            own[OWN_GAIN] = (u64)kept;
            own[OWN_MOVE] = kept_move;
            own[OWN_HOME] = (u64)round.home_score;
            own[OWN_TOP] = (u64)round.top_score;
            own[OWN_TOPPED] = round.topped;
            own[OWN_SCORE] = (u64)score;
            own[OWN_READY] = 1;
            state_put(state, s);
        }
    }
}
