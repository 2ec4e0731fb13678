// The steps of local_search.go; an evaluator stands before them.

#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define ARGMAX(score, index, scratch) search_single(score, index)
DEVICE group_best search_single(i64 score, u32 index)
{
    group_best b;
    b.score = score;
    b.index = index;
    return b;
}
#else
#define ARGMAX(score, index, scratch) group_argmax(score, index, scratch)
#endif

// neighborhood.Moves.Attributes.
typedef struct {
    u32 count, enter[3], leave[3];
} move_attributes;

DEVICE move_attributes search_attributes(const evaluator *m, positions s)
{
    move_attributes k;
#if NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    s = segment_outer(s);
#endif
    u32 a = evaluator_value(m, s.i);
    k.count = 1;
    k.leave[0] = s.i * VALUES + a;
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP || NEIGHBORHOOD == NEIGHBORHOOD_PAIR
    k.enter[0] = s.i * VALUES + 1 - a;
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    k.enter[0] = s.i * VALUES + change_symbol(s.j, a);
#elif NEIGHBORHOOD == NEIGHBORHOOD_INSERTION || NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    k.enter[0] = s.j * VALUES + a;
#endif
#if NEIGHBORHOOD == NEIGHBORHOOD_PAIR || NEIGHBORHOOD == NEIGHBORHOOD_EXCHANGE || NEIGHBORHOOD == NEIGHBORHOOD_ROTATION || NEIGHBORHOOD == NEIGHBORHOOD_REVERSAL
    u32 b = evaluator_value(m, s.j);
    k.count = 2;
    k.leave[1] = s.j * VALUES + b;
#if NEIGHBORHOOD == NEIGHBORHOOD_PAIR
    k.enter[1] = s.j * VALUES + 1 - b;
#else
    k.enter[0] = s.i * VALUES + b;
    k.enter[1] = s.j * VALUES + a;
#endif
#endif
#if NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    u32 c = evaluator_value(m, s.k);
    k.count = 3;
    k.enter[1] = s.j * VALUES + c;
    k.enter[2] = s.k * VALUES + a;
    k.leave[2] = s.k * VALUES + c;
#endif
    return k;
}

// localSearch.free.
DEVICE u32 search_allows(const evaluator *m, GLOBAL const i64 *until, u32 memory, u32 t, i64 step)
{
    u32 free = memory == MEMORY_NONE;
    if (memory == MEMORY_MOVES)
        free = until[tabu_entry(t)] < step;
    if (memory == MEMORY_VALUES) {
        move_attributes k = search_attributes(m, neighbor_at(t, m->pairs));
        for (u32 e = 0; e < k.count; e++)
            free |= until[k.enter[e]] < step;
    }
    return free;
}

// localSearch.forbid, by one work-item.
DEVICE void search_forbid(const evaluator *m, GLOBAL i64 *until, GLOBAL const u64 *par, u32 t, i64 step, words4 x)
{
    i64 least = step + (i64)par[PAR_TENURE];
    u32 range = (u32)par[PAR_TENURE_RANGE] + 1;
    if (par[PAR_MEMORY] == MEMORY_MOVES)
        until[tabu_entry_after(t)] = least + MUL_HI32(x.x[1], range);
    if (par[PAR_MEMORY] == MEMORY_VALUES) {
        move_attributes k = search_attributes(m, neighbor_at(t, m->pairs));
        for (u32 e = 0; e < k.count; e++)
            until[k.leave[e]] = least + MUL_HI32(x.x[1 + e], range);
    }
}

// localSearch.randomStart, by one work-item.
DEVICE void search_random_start(GLOBAL gene *row, u64 seed, u32 start, GLOBAL const u64 *data, LOCALPTR const u64 *chip)
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

// The genomes of iterated search, and their scores: see localSearch.
typedef struct {
    GLOBAL gene *accepted, *best;
    i64 accepted_score, best_score;
    u64 found;
} rounds;

// localSearch.perturb, by one work-item, up to where row is to be taken over; accept
// says that the best of the round is accepted.
DEVICE void search_perturb(GLOBAL gene *row, const rounds *r, u32 accept, u64 seed, u64 step, u32 most, GLOBAL const u32 *pairs)
{
    address at = address_of(seed, PURPOSE_WALK, step, 1);
    u32 count = MOVES ? 1 + MUL_HI32(random_word(at, 0), most) : 0;
    for (u32 w = 0; w < GENES; w++) {
        if (accept)
            r->accepted[w] = r->best[w];
        row[w] = r->accepted[w];
    }
    for (u32 k = 0; k < count; k++)
        neighbor_apply(row, neighbor_at(MUL_HI32(random_word(at, 1 + k), MOVES), pairs));
}

// An item of rotations is a pair of the last two places; the second half of the
// items is for the other direction.
#if ROTATIONS == 2
#define ROTATION_BACK(k) (k >= ITEMS / 2)
#define ROTATION_PAIR(k) (ROTATION_BACK(k) ? k - ITEMS / 2 : k)
#define ROTATION_TURNED(s, k) search_turned(s, ROTATION_BACK(k))
#define ROTATION_NUMBER(s, k) (u32)triple_index(LEN, s.i, s.j, s.k) + (ROTATION_BACK(k) ? MOVES / 2 : 0)

DEVICE positions search_turned(positions s, u32 back)
{
    positions w = {s.i, back ? s.k : s.j, back ? s.j : s.k};
    return w;
}
#else
#define ROTATION_PAIR(k) k
#define ROTATION_TURNED(s, k) s
#define ROTATION_NUMBER(s, k) (u32)triple_index(LEN, s.i, s.j, s.k)
#endif

// The best of the moves from first to end - 1 that are free or lead to a new
// best; of rotations, from item to item.
DEVICE void search_best_move(const evaluator *m, GLOBAL const i64 *until, u32 memory, u32 first, u32 end, i64 step, i64 score, i64 enough,
                             i64 *gain, u32 *move)
{
    for (u32 k = first + LOCAL_ID; k < end; k += GROUP_WORKERS) {
#if NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
        positions s = neighbor_pair(ROTATION_PAIR(k), m->pairs);
        s.k = s.j;
        s.j = s.i;
        for (s.i = 0; s.i < s.j; s.i++) {
            i64 g = evaluator_gain_at(m, ROTATION_TURNED(s, k), score);
            if (g >= *gain) {
                u32 t = ROTATION_NUMBER(s, k);
                if ((g > *gain || t < *move) && (g > enough || search_allows(m, until, memory, t, step))) {
                    *gain = g;
                    *move = t;
                }
            }
        }
#else
        i64 g = evaluator_gain(m, k, score);
        if (g > *gain && (g > enough || search_allows(m, until, memory, k, step))) {
            *gain = g;
            *move = k;
        }
#endif
    }
}

// What a step does.
#define STAY 0
#define MOVE 1
#define RESTART 2

// localSearch.anneal: the move, or that there is none.
DEVICE u32 search_anneal(const evaluator *m, GLOBAL const u64 *par, GLOBAL const u64 *temperatures, i64 score, u64 done, u32 starts, words4 x, u32 *move)
{
    u64 length = MOVES ? MIN(par[PAR_LENGTH] << MIN(starts, (u32)MOST_DOUBLINGS), (u64)1 << 50) : 0;
    i64 gain;
    if (done >= length)
        return RESTART;
    *move = MUL_HI32(x.x[0], MOVES);
    gain = evaluator_gain(m, *move, score);
    if (gain < 0) {
        f64 temperature = F64_FROM(temperatures[(u32)((f64)done / (f64)length * TEMPERATURES)]);
        if ((f64)gain < temperature * elementary_log(((f64)x.x[1] + 1) * (1.0 / 4294967296.0)))
            return STAY;
    }
    return MOVE;
}

// Makes steps of all running replicas: whole ones, or with steps 0 the items from
// to until - 1 of one (moves, or pairs for rotations), whose best is kept for the
// next launch; a step that ends with the last item is completed. Of replicas, rows are
// the genomes, accepted to round_found those of rounds, starts and begun those of starts,
// memories what they remember, and searches OWN_… words, which are 0 at first.
KERNEL void local_search(GLOBAL gene *rows, GLOBAL gene *accepted, GLOBAL gene *round_bests, GLOBAL i64 *accepted_scores,
                         GLOBAL i64 *round_scores, GLOBAL u64 *round_found, GLOBAL u64 *all_starts, GLOBAL u64 *all_begun,
                         GLOBAL i64 *memories, GLOBAL u64 *states, GLOBAL const u64 *seeds, GLOBAL gene *copies, GLOBAL gene *bests,
                         GLOBAL u64 *searches, GLOBAL const u64 *par, GLOBAL const u32 *pairs, GLOBAL const u64 *data,
                         GLOBAL u64 *store, GLOBAL const u64 *rules, GLOBAL u64 *records, u64 base, u32 steps, u32 from,
                         u32 until LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    u32 r = GROUP_ID, whole = steps > 0, first = whole ? 0 : from, end = whole ? ITEMS : until, go;
    GLOBAL u64 *state = states + (u64)r * STATE_WORDS;
    GLOBAL gene *row = rows + (u64)r * STRIDE, *best = bests + (u64)r * STRIDE;
    GLOBAL u64 *own = searches + (u64)r * OWN_WORDS;
    GLOBAL i64 *tabu_until = memories + (u64)r * par[PAR_REMEMBERED];
    GLOBAL const u64 *temperatures = par + PAR_TEMPERATURE;
    u64 seed = seeds[r], begun = all_begun[r];
    u32 starts = (u32)all_starts[r], memory = (u32)par[PAR_MEMORY], annealing = (u32)par[PAR_ANNEALING], iterated = (u32)par[PAR_ITERATED];
    i64 score = (i64)own[OWN_SCORE], kept = (i64)own[OWN_GAIN];
    u32 kept_move = (u32)own[OWN_MOVE], unknown = ON_CHIP || !own[OWN_READY];
    rounds round;
    verdict s = state_get(state);
    evaluator m = evaluator_of(copies, store, mem, data, pairs);
    round.accepted = accepted + (u64)r * STRIDE;
    round.best = round_bests + (u64)r * STRIDE;
    round.accepted_score = accepted_scores[r];
    round.best_score = round_scores[r];
    round.found = round_found[r];
    SYNC(); // before anyone writes what all have read
    go = s.status == 0;
    WHEN (go) {
        u32 more;
        WHEN (unknown) // what is kept of the genome: on chip nothing outlives a launch
            score = evaluator_reset(&m, row);
        do {
            u64 step = s.step + 1;
            words4 x = random_block(address_of(seed, PURPOSE_WALK, step, 0), 0);
            u32 act = STAY, complete = end == ITEMS, pick = NOBODY, restart, move;
            if (annealing)
                act = search_anneal(&m, par, temperatures, score, step - begun - 1, starts, x, &pick);
            WHEN (!annealing) {
                i64 gain = LEAST;
                u32 stuck;
                group_best b;
                if (first > 0 && LOCAL_ID == 0) {
                    gain = kept;
                    pick = kept_move;
                }
                search_best_move(&m, tabu_until, memory, first, end, (i64)step, score, search_difference(s.best, score), &gain, &pick);
                b = ARGMAX(gain, pick, mem);
                stuck = b.score <= 0;
                if (memory != MEMORY_NONE)
                    stuck = step - (iterated ? round.found : MAX(begun, s.found)) > (MOVES ? par[PAR_PATIENCE] : 0);
                kept = b.score;
                kept_move = b.index;
                pick = b.index == NOBODY ? MUL_HI32(x.x[0], MOVES) : b.index;
                if (complete)
                    act = stuck ? RESTART : MOVE;
                if (act == MOVE && LOCAL_ID == 0)
                    search_forbid(&m, tabu_until, par, pick, (i64)step, x);
            }
            restart = act == RESTART;
            move = act == MOVE;
            WHEN (restart) {
                u32 accept = iterated && round.best_score >= round.accepted_score;
                starts++;
                begun = step;
                SYNC();
                if (LOCAL_ID == 0) {
                    if (iterated)
                        search_perturb(row, &round, accept, seed, step, (u32)par[PAR_PERTURBATION], pairs);
                    else
                        search_random_start(row, seed, starts, data, mem);
                }
                SYNC();
                if (accept)
                    round.accepted_score = round.best_score;
                score = evaluator_reset(&m, row);
            }
            WHEN (move)
                score = evaluator_do(&m, pick, score);
            if (complete) {
                if (iterated && (restart || score > round.best_score)) {
                    round.best_score = score;
                    round.found = step;
                    evaluator_store(&m, round.best);
                }
                if (judge(&s, step, score, number_of_score(score), 0.0, rules))
                    evaluator_store(&m, best);
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
        evaluator_store(&m, row);
        if (LOCAL_ID == 0) {
            all_starts[r] = starts;
            all_begun[r] = begun;
            own[OWN_GAIN] = (u64)kept;
            own[OWN_MOVE] = kept_move;
            accepted_scores[r] = round.accepted_score;
            round_scores[r] = round.best_score;
            round_found[r] = round.found;
            own[OWN_SCORE] = (u64)score;
            own[OWN_READY] = 1;
            state_put(state, s);
        }
    }
}
