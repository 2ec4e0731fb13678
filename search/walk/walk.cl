// The flips of walks: the twin of replica.go. The way to walk, in the part before
// this one, defines
//
//   u32 walk_advance(walk *w, words4 x, i64 at, u32 *fresh)
//
// which makes flip number at from four random words and returns the variable; fresh
// tells of a new start.

// Copies words as a group.
#define COPY_WORDS(to, from, n)                            \
    for (u32 i = LOCAL_ID; i < (n); i += GROUP_WORKERS)    \
        (to)[i] = (from)[i];

// The words of a walk, from a place in memory on; the host lays them out alike.
DEVICE void walk_lay(walk *w, KEPT u64 *words)
{
    u32 n = w->vars, m = w->clauses;
    w->cost = (i64)words[WALK_COST];
#if WEIGHTING || PROBING
    w->false_hard = (u32)words[WALK_FALSE_HARD];
    w->false_soft = (u32)words[WALK_FALSE_SOFT];
#endif
#if WEIGHTING
    w->size = (u32)words[WALK_SIZE];
    w->raises = (i64)words[WALK_RAISES];
    w->round = (u32)words[WALK_ROUND];
    w->since = (i64)words[WALK_SINCE];
#elif TABU
    w->least = (i64)words[WALK_LEAST];
#endif
    w->value = words + WALK_WORDS;
    w->clause = w->value + (n + 63) / 64;
    words = w->clause + m;
#if WEIGHTING || PROBING
    w->list = (KEPT u32 *)words;
    words += (m + 1) / 2;
    w->place = (KEPT u32 *)words;
    words += (m + 1) / 2;
#endif
#if WEIGHTING || TABU
    w->gain = (KEPT i64 *)words;
    words += n;
#endif
#if WEIGHTING
    w->stamp = (KEPT i64 *)words;
    w->now = w->stamp + n;
    words += n + m;
    w->good = (KEPT u32 *)words;
    words += (n + 63) / 64;
    w->heavy = (KEPT u32 *)words;
#elif TABU
    w->until = (KEPT i64 *)words;
#else
    w->breaks = (KEPT u32 *)words;
#endif
}

// What walk_lay read, back again.
DEVICE void walk_save(walk *w, KEPT u64 *words)
{
    words[WALK_COST] = (u64)w->cost;
#if WEIGHTING || PROBING
    words[WALK_FALSE_HARD] = w->false_hard;
    words[WALK_FALSE_SOFT] = w->false_soft;
#endif
#if WEIGHTING
    words[WALK_SIZE] = w->size;
    words[WALK_RAISES] = (u64)w->raises;
    words[WALK_ROUND] = w->round;
    words[WALK_SINCE] = (u64)w->since;
#elif TABU
    words[WALK_LEAST] = (u64)w->least;
#endif
}

// Makes the assignment the best one: by the flips since the last one was that,
// if all of them are in the log, else by copying it.
DEVICE void walk_keep(walk *w, GLOBAL u64 *best, GLOBAL const u32 *log, u32 logged, u32 known)
{
    SYNC();
    if (known) {
        for (u32 i = LOCAL_ID; i < logged; i += GROUP_WORKERS)
            ATOMIC_XOR32((GLOBAL u32 *)best + (log[i] >> 5), (u32)1 << (log[i] & 31));
    } else {
        COPY_WORDS(best, w->value, (w->vars + 63) / 64)
    }
    SYNC();
}

// Makes the flips of all running walks up to number until. A replica has stride
// words for all its ways to walk, of which the one at turn begins at offset and
// has words. With every, a sample is left of each flip that it divides and of the
// last one: their number, and SAMPLE_… words for each.
KERNEL void walk_run(GLOBAL u64 *walks, GLOBAL u64 *states, GLOBAL const u64 *seeds, GLOBAL const u32 *formula,
                     GLOBAL const i64 *weights, GLOBAL const u64 *par, GLOBAL const u64 *rules, GLOBAL u64 *bests, GLOBAL u32 *logs,
                     GLOBAL u64 *samples, u64 stride, u64 offset, u32 words, u64 until, u64 every LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    walk w;
    GLOBAL u64 *state = states + (u64)GROUP_ID * STATE_WORDS;
    GLOBAL u64 *mine = walks + (u64)GROUP_ID * stride + offset;
    GLOBAL u64 *best = bests + (u64)GROUP_ID * par[PAR_ROW];
    GLOBAL u32 *log = logs + (u64)GROUP_ID * par[PAR_LOG];
    GLOBAL u64 *own_samples = samples + (u64)GROUP_ID * par[PAR_SAMPLES];
    verdict s = state_get(state);
    u32 room = (u32)par[PAR_LOG], logged = 0, known = 0, count = 0;
    w.vars = formula[FORMULA_VARS];
    w.clauses = formula[FORMULA_CLAUSES];
    w.hard = formula[FORMULA_HARD];
    w.start = formula + FORMULA_WORDS;
    w.lits = w.start + w.clauses + 1;
    w.first = w.lits + w.start[w.clauses];
    w.occ = w.first + 2 * w.vars + 1;
    w.weight = weights;
    w.own = weights + w.clauses;
    w.all_hard = (u32)par[PAR_ALL_HARD];
    w.violated = (i64)par[PAR_VIOLATED];
    w.top = (i64)par[PAR_TOP];
    w.seed = seeds[GROUP_ID];
    w.scratch = mem;
#if PROBING
    w.odds = par + PAR_WORDS;
#endif
    WHEN (s.status == 0 && s.step < until) {
#if ON_CHIP
        KEPT u64 *state_words = mem + GROUP_SCRATCH(GROUP_WORKERS);
        COPY_WORDS(state_words, mine, words)
#else
        KEPT u64 *state_words = mine;
#endif
        SYNC();
        walk_lay(&w, state_words);
        while (s.status == 0 && s.step < until) {
            u64 step = s.step + 1;
            u32 fresh = 0, v = walk_advance(&w, random_block(address_of(w.seed, PURPOSE_WALK, step, 0), 0), (i64)step, &fresh);
            i64 score = walk_score(&w);
            known = known && !fresh && logged < room;
            if (known && LOCAL_ID == 0)
                log[logged] = v;
            logged += known;
            u32 improved = judge(&s, step, score, (f64)score, 0.0, rules);
            s.anchor = 0.0; // a walk has no use for it
            WHEN (improved) {
                walk_keep(&w, best, log, logged, known);
                known = 1;
                logged = 0;
#if WEIGHTING
                w.since = (i64)step;
#endif
            }
            if (every && (step % every == 0 || s.status)) {
                if (LOCAL_ID == 0) {
                    GLOBAL u64 *to = own_samples + 1 + (u64)count * SAMPLE_WORDS;
                    to[SAMPLE_STEP] = step;
                    to[SAMPLE_SCORE] = (u64)score;
                    to[SAMPLE_BEST] = (u64)s.best;
                    to[SAMPLE_ONLINE] = F64_BITS(s.online);
                    to[SAMPLE_OFFLINE] = F64_BITS(s.offline);
                }
                count++;
            }
        }
        SYNC();
        if (LOCAL_ID == 0) {
            walk_save(&w, state_words);
            state_put(state, s);
        }
#if ON_CHIP
        SYNC();
        COPY_WORDS(mine, state_words, words)
#endif
    }
    if (every && LOCAL_ID == 0)
        own_samples[0] = count;
}
