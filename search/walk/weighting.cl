// Clause weighting: the twin of weighting.go.

// Whether variable u belongs to the good ones now. Returns by how much their
// number changes.
DEVICE i32 good_set(walk *w, u32 u)
{
    u32 bit = (u32)1 << (u & 31);
    if (w->gain[u] > 0)
        return (ATOMIC_OR32(w->good + (u >> 5), bit) & bit) == 0 ? 1 : 0;
    return (ATOMIC_AND32(w->good + (u >> 5), ~bit) & bit) == 0 ? 0 : -1;
}

// The same for all variables of a clause.
DEVICE i32 good_clause(walk *w, u32 c)
{
    i32 more = 0;
    for (u32 i = w->start[c]; i < w->start[c + 1]; i++)
        more += good_set(w, w->lits[i] >> 1);
    return more;
}

// Adds up what each work-item has changed in the number of good variables.
DEVICE void good_count(walk *w, i32 more)
{
    w->size = (u32)((i64)w->size + GROUP_SUM(w, (i64)more));
    SYNC();
}

// The set anew, a word for each work-item.
DEVICE void good_all(walk *w)
{
    u32 size = 0;
    for (u32 i = LOCAL_ID; i < (w->vars + 31) / 32; i += GROUP_WORKERS) {
        u32 word = 0;
        for (u32 j = 0; j < 32 && 32 * i + j < w->vars; j++)
            word |= (w->gain[32 * i + j] > 0 ? (u32)1 : (u32)0) << j;
        w->good[i] = word;
        size += POPCOUNT32(word);
    }
    w->size = 0;
    good_count(w, (i32)size);
}

DEVICE i64 own_weight(walk *w, u32 c) { return c < w->hard ? w->step : w->own[c]; }

DEVICE void weighting_flip(walk *w, u32 v, i64 at)
{
    i64 old = w->gain[v];
    i32 more = 0;
    u32 rising, rises, all = w->first[2 * v + 2] - w->first[2 * v];
    walk_turn(w, v);
    if (LOCAL_ID == 0) {
        w->gain[v] = -old;
        w->stamp[v] = at;
    }
    SYNC();
    rising = 2 * v + 1 - (u32)(w->value[v >> 6] >> (v & 63) & 1);
    rises = w->first[rising + 1] - w->first[rising];
    for (u32 j = LOCAL_ID; j < all; j += GROUP_WORKERS) {
        u32 c = w->occ[OCCURRENCE(w, rising, rises, j)], up = j < rises;
        u64 x = w->clause[c];
        u32 k = (u32)x, u = (u32)(x >> 32);
        if (k == (up ? 1 : 0))
            more += good_clause(w, c);
        else if (k == (up ? 2 : 1))
            more += good_set(w, up ? u ^ v : u);
    }
    if (LOCAL_ID == 0)
        more += good_set(w, v);
    good_count(w, more);
}

// The good variable to flip, if there is one: of many, one of the first WINDOW
// from a random place on.
DEVICE choice weighting_best(walk *w, u32 x, i64 at)
{
    choice b = choice_none();
    u32 words = (w->vars + 31) / 32, many = w->size > WINDOW, enough = MIN(w->size, (u32)WINDOW);
    u32 from = many ? draw(x, w->vars) : 0, seen = 0;
    // With many, the word that it begins in comes again at the end.
    for (u32 base = 0; base < words + many && seen < enough; base += GROUP_WORKERS) {
        u32 p = base + LOCAL_ID, j = (from >> 5) + p, bits = 0, total = 0, before;
        if (j >= words)
            j -= words;
        if (p < words + many)
            bits = w->good[j];
        if (many && p == 0)
            bits &= 0xFFFFFFFFu << (from & 31);
        if (many && p == words)
            bits &= ~(0xFFFFFFFFu << (from & 31));
        before = seen + walk_scan(w, POPCOUNT32(bits), &total);
        for (; bits && before < enough; bits &= bits - 1, before++) {
            u32 u = 32 * j + CTZ32(bits);
#if PARTIAL
            if (at - w->stamp[u] <= MIN_AGE)
                continue;
#endif
            choice_offer(&b, w->gain[u], many ? -w->stamp[u] : 0, tie(u, x));
        }
        seen += total;
    }
    return choice_join(w, b);
}

// The variable of a clause with the largest gain, or with zero one of gain 0.
DEVICE choice weighting_pick(walk *w, u32 c, u32 x, u32 zero)
{
    choice b = choice_none();
    for (u32 i = w->start[c] + LOCAL_ID; i < w->start[c + 1]; i += GROUP_WORKERS) {
        u32 u = w->lits[i] >> 1;
        if (!zero || w->gain[u] == 0)
            choice_offer(&b, w->gain[u], 0, tie(u, x));
    }
    return choice_join(w, b);
}

// Makes true clauses lighter that are above their own weight.
DEVICE void weighting_fall(walk *w)
{
    for (u32 i = LOCAL_ID; i < (w->clauses + 31) / 32; i += GROUP_WORKERS) {
        u32 word = w->heavy[i];
        for (u32 bits = word; bits; bits &= bits - 1) {
            u32 c = 32 * i + CTZ32(bits);
            u64 x = w->clause[c];
            if ((u32)x == 0)
                continue;
            i64 own = own_weight(w, c), was = w->now[c], now = MAX(own, was - own);
            w->now[c] = now;
            if ((u32)x == 1)
                add_shared(w->gain + (u32)(x >> 32), was - now);
            if (now <= own)
                word &= ~(bits & (0 - bits));
        }
        w->heavy[i] = word;
    }
    SYNC();
    good_all(w);
}

// Makes the false hard clauses heavier, or the soft ones if there are none.
DEVICE void weighting_raise(walk *w)
{
    u32 count = w->false_hard ? w->false_hard : w->false_soft;
    KEPT const u32 *list = w->false_hard ? w->list : w->list + w->hard;
    i32 more = 0;
    for (u32 i = LOCAL_ID; i < count; i += GROUP_WORKERS) {
        u32 c = list[i];
        i64 own = own_weight(w, c);
#if PARTIAL
        if (c >= w->hard && w->now[c] >= SOFT_MOST * own)
            continue;
#endif
        w->now[c] += own;
        for (u32 k = w->start[c]; k < w->start[c + 1]; k++)
            add_shared(w->gain + (w->lits[k] >> 1), own);
        ATOMIC_OR32(w->heavy + (c >> 5), (u32)1 << (c & 31));
    }
    SYNC();
    for (u32 i = LOCAL_ID; i < count; i += GROUP_WORKERS)
        more += good_clause(w, list[i]);
    good_count(w, more);
}

#if PARTIAL
DEVICE void weighting_pace(walk *w) { w->step = w->round % 2 == 0 ? SOFT_SCALE / 8 : SOFT_SCALE; }

// A new round at a random assignment, with weights as they were.
DEVICE void weighting_start(walk *w)
{
    address a = address_of(w->seed, PURPOSE_INIT, 0, w->round);
    u32 words = (w->vars + 63) / 64;
    weighting_pace(w);
    w->raises = 0;
    w->cost = 0;
    w->false_hard = 0;
    w->false_soft = 0;
    SYNC();
    for (u32 i = LOCAL_ID; i < words; i += GROUP_WORKERS)
        w->value[i] = random_mask(a, i, (u64)1 << 31, i + 1 < words || w->vars % 64 == 0 ? ~(u64)0 : ((u64)1 << w->vars % 64) - 1);
    for (u32 i = LOCAL_ID; i < w->vars; i += GROUP_WORKERS) {
        w->gain[i] = 0;
        w->stamp[i] = UNFLIPPED;
    }
    for (u32 i = LOCAL_ID; i < (w->clauses + 31) / 32; i += GROUP_WORKERS)
        w->heavy[i] = 0;
    SYNC();
    for (u32 base = 0; base < w->clauses; base += GROUP_WORKERS) {
        u32 c = base + LOCAL_ID, no = 0, total = 0, k = 0, u = 0, before, hard;
        i64 own = 0, cost = 0;
        if (c < w->clauses) {
            own = own_weight(w, c);
            w->now[c] = own;
            for (u32 i = w->start[c]; i < w->start[c + 1]; i++) {
                u32 l = w->lits[i], v = l >> 1;
                if ((u32)(w->value[v >> 6] >> (v & 63) & 1) != (l & 1)) {
                    k++;
                    u ^= v;
                }
            }
            w->clause[c] = (u64)u << 32 | k;
            no = k == 0;
            if (k == 0)
                clause_turns(w, c, 0, 0);
            else if (k == 1)
                clause_leans(w, c, u, 0);
            if (no)
                cost = w->weight[c];
        }
        // Hard clauses come first, so the lists fill one after the other.
        before = walk_scan(w, no, &total);
        hard = POPCOUNT32(walk_mask(w, no && c < w->hard));
        if (no) {
            u32 at = c < w->hard ? w->false_hard + before : w->false_soft + before - hard;
            w->place[c] = at;
            w->list[c < w->hard ? at : w->hard + at] = c;
        }
        w->false_hard += hard;
        w->false_soft += total - hard;
        w->cost += GROUP_SUM(w, cost);
    }
    SYNC();
    good_all(w);
}
#else
DEVICE void weighting_pace(walk *w) { w->step = 1; }
#endif

// The variable to flip in a local minimum: one of a false clause.
DEVICE u32 weighting_escape(walk *w, words4 x)
{
    u32 v = draw(x.x[0], w->vars), chosen = 1;
    WHEN (w->false_hard + w->false_soft) { // else all clauses are satisfied
        u32 c = w->false_hard ? w->list[draw(x.x[0], w->false_hard)] : w->list[w->hard + draw(x.x[0], w->false_soft)];
        u32 size = w->start[c + 1] - w->start[c];
        chosen = x.x[1] >> 16 < WANDER;
        if (chosen)
            v = w->lits[w->start[c] + draw(x.x[3], size)] >> 1;
        WHEN (!chosen && (x.x[1] & 0xFFFF) < SIDESTEP) {
            choice b = weighting_pick(w, c, x.x[3], 1);
            chosen = b.found;
            v = untie(b.tie, x.x[3]);
        }
        WHEN (!chosen) {
            w->raises++;
            SYNC();
            WHEN (w->raises == PERIOD) {
                weighting_fall(w);
            }
            WHEN (w->raises != PERIOD) {
                weighting_raise(w);
            }
            if (w->raises == PERIOD)
                w->raises = 0;
            v = untie(weighting_pick(w, c, x.x[3], 0).tie, x.x[3]);
        }
    }
    return v;
}

DEVICE u32 walk_advance(walk *w, words4 x, i64 at, u32 *fresh)
{
    u32 v;
    choice b;
    weighting_pace(w);
#if PARTIAL
    *fresh = at - w->since > PATIENCE;
    WHEN (*fresh) {
        w->round++;
        w->since = at;
        weighting_start(w);
    }
#endif
    b = weighting_best(w, x.x[0], at);
    v = untie(b.tie, x.x[0]);
    WHEN (!b.found) {
        v = weighting_escape(w, x);
    }
    weighting_flip(w, v, at);
    return v;
}
