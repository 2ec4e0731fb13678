// An assignment and what every walk follows of it: the twin of assignment.go. A group of
// GROUP_WORKERS work-items, at most 32, makes the flips of one walk. What
// decides is the same in all of them; what they share out is added up in
// integers, so that its order does not matter. Where it does, in the lists of
// false clauses, one of them does the work.
//
// WEIGHTING, TABU, PROBING  1 for the way to walk, which has its own part
// PARTIAL                   1 when there are hard and soft clauses
// ALIKE                     1 when all clauses weigh 1
// ON_CHIP                   1 when a walk's words are copied on chip for a launch
//
// The formula: FORMULA_… words, then the starts of clauses, their literals, the
// starts of literals and the clauses that they are in. A walk: WALK_… words, the
// assignment, a word for each clause with its number of true literals and, above,
// the XOR of their variables; then what the way to walk adds.
#if ON_CHIP
#define KEPT LOCALPTR
#else
#define KEPT GLOBAL
#endif

// SYNC stands before memory that others wrote is read, or that they read is
// written. A group of one needs none of this, and compiles sooner without.
#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define SYNC()
#define GROUP_SUM(w, x) (x)
#define GROUP_MAX(w, x) (x)
#else
#define SYNC() GROUP_FENCE(1)
#define GROUP_SUM(w, x) group_sum_i64((x), (w)->scratch)
#define GROUP_MAX(w, x) group_max_i64((x), (w)->scratch)
#endif

typedef struct {
    GLOBAL const u32 *start, *lits, *first, *occ;
    GLOBAL const i64 *weight, *own;
    u32 vars, clauses, hard, all_hard;
    i64 violated, top;
    u64 seed;
    LOCALPTR u64 *scratch;

    KEPT u64 *value, *clause;
    i64 cost;
#if WEIGHTING || TABU
    KEPT i64 *gain;
#endif
#if WEIGHTING || PROBING
    KEPT u32 *list, *place; // false hard clauses in front, soft ones from hard on
    u32 false_hard, false_soft; // how many there are
#endif
#if WEIGHTING
    KEPT i64 *now, *stamp;
    KEPT u32 *good, *heavy;
    u32 size; // of good
    i64 step, raises, since;
    u32 round;
#elif TABU
    KEPT i64 *until;
    i64 least;
#else
    KEPT u32 *breaks;
    GLOBAL const u64 *odds;
#endif
} walk;

DEVICE u32 draw(u32 x, u32 n) { return MUL_HI32(x, n); }

DEVICE u32 tie(u32 v, u32 x) { return (v ^ x) * 0x9E3779B1u; }

// The inverse of tie: the product of the two factors is 1 modulo 2^32.
DEVICE u32 untie(u32 t, u32 x) { return t * 0x0E8B2F51u ^ x; }

// Bit i of the result is whether yes is true in work-item i.
DEVICE u32 walk_mask(walk *w, u32 yes)
{
#if GROUP_WORKERS == 1
    return yes ? 1 : 0;
#elif defined __OPENCL_VERSION__
    LOCALPTR u32 *s = (LOCALPTR u32 *)w->scratch;
    u32 mask = 0;
    s[LOCAL_ID] = yes ? 1 : 0;
    BARRIER();
    for (u32 i = 0; i < GROUP_WORKERS; i++)
        mask |= s[i] << i;
    BARRIER();
    return mask;
#else
    return __ballot_sync(GROUP_LANES, yes);
#endif
}

// The sum of x over lower work-items, and over all.
DEVICE u32 walk_scan(walk *w, u32 x, u32 *total)
{
#if GROUP_WORKERS == 1
    *total = x;
    return 0;
#else
    return group_scan_u32(x, total, w->scratch);
#endif
}

// Adds to a number that other work-items add to. Devices need not have atomics
// of 64 bits; the carry of the lower half goes where it belongs.
DEVICE void add_shared(KEPT i64 *to, i64 x)
{
#ifdef __OPENCL_VERSION__
    KEPT u32 *parts = (KEPT u32 *)to;
    u32 low = (u32)x, was = ATOMIC_ADD32(parts, low);
    ATOMIC_ADD32(parts + 1, (u32)((u64)x >> 32) + (was + low < was ? 1 : 0));
#else
    atomicAdd((u64 *)to, (u64)x);
#endif
}

// The best of what the group is offered: by gain, then by age, then by tie.
typedef struct {
    i64 gain, age;
    u32 tie, found;
} choice;

#define LEAST_I64 ((i64)((u64)1 << 63))

DEVICE choice choice_none(void)
{
    choice b;
    b.gain = LEAST_I64;
    b.age = 0;
    b.tie = 0;
    b.found = 0;
    return b;
}

DEVICE void choice_offer(choice *b, i64 gain, i64 age, u32 t)
{
    if (!b->found || gain > b->gain || (gain == b->gain && (age > b->age || (age == b->age && t > b->tie)))) {
        b->gain = gain;
        b->age = age;
        b->tie = t;
        b->found = 1;
    }
}

// What the whole group has found: the tie names the variable.
DEVICE choice choice_join(walk *w, choice b)
{
    choice all;
    all.found = walk_mask(w, b.found) != 0;
    all.gain = GROUP_MAX(w, b.gain);
    b.found = b.found && b.gain == all.gain;
#if WEIGHTING
    all.age = GROUP_MAX(w, b.found ? b.age : LEAST_I64);
    b.found = b.found && b.age == all.age;
#else
    all.age = 0;
#endif
    all.tie = (u32)GROUP_MAX(w, b.found ? (i64)b.tie : -1);
    return all;
}

#if PROBING
// A clause turns true (up) or false by a flip of v, its only true literal.
DEVICE void clause_turns(walk *w, u32 c, u32 v, u32 up)
{
    ATOMIC_ADD32(w->breaks + v, up ? 1u : 0u - 1u);
}

// Variable u ceases (up) or begins to be the only true one of a clause.
DEVICE void clause_leans(walk *w, u32 c, u32 u, u32 up)
{
    ATOMIC_ADD32(w->breaks + u, up ? 0u - 1u : 1u);
}
#else
#if WEIGHTING
#define CLAUSE_WEIGHT(w, c) ((w)->now[c])
#else
#define CLAUSE_WEIGHT(w, c) ((w)->weight[c])
#endif

DEVICE void clause_turns(walk *w, u32 c, u32 v, u32 up)
{
    i64 d = up ? -CLAUSE_WEIGHT(w, c) : CLAUSE_WEIGHT(w, c);
    for (u32 i = w->start[c]; i < w->start[c + 1]; i++)
        add_shared(w->gain + (w->lits[i] >> 1), d);
}

DEVICE void clause_leans(walk *w, u32 c, u32 u, u32 up)
{
    add_shared(w->gain + u, up ? CLAUSE_WEIGHT(w, c) : -CLAUSE_WEIGHT(w, c));
}
#endif

#if WEIGHTING || PROBING
// A clause becomes false, or true: one work-item's work, in the order of the
// occurrences, since later choices depend on the lists' order.
DEVICE void list_push(walk *w, u32 c, u32 *above, u32 *below)
{
    u32 at = c < w->hard ? (*above)++ : (*below)++;
    w->place[c] = at;
    w->list[c < w->hard ? at : w->hard + at] = c;
}

DEVICE void list_remove(walk *w, u32 c, u32 *above, u32 *below)
{
    KEPT u32 *list = c < w->hard ? w->list : w->list + w->hard;
    u32 last = list[c < w->hard ? --*above : --*below], at = w->place[c];
    list[at] = last;
    w->place[last] = at;
}
#endif

// The place in occ of occurrence j of a variable's two literals, rising first.
#define OCCURRENCE(w, rising, rises, j) \
    ((j) < (rises) ? (w)->first[rising] + (j) : (w)->first[(rising) ^ 1] + (j) - (rises))

// Flips v and brings up to date what follows, but for v's own gain.
DEVICE void walk_turn(walk *w, u32 v)
{
    u32 rising = 2 * v + (u32)(w->value[v >> 6] >> (v & 63) & 1);
    u32 rises = w->first[rising + 1] - w->first[rising];
    u32 all = w->first[2 * v + 2] - w->first[2 * v];
    SYNC();
    if (LOCAL_ID == 0)
        w->value[v >> 6] ^= (u64)1 << (v & 63);
    for (u32 base = 0; base < all; base += GROUP_WORKERS) {
        u32 j = base + LOCAL_ID, up = 0, down = 0, c = 0;
        if (j < all) {
            c = w->occ[OCCURRENCE(w, rising, rises, j)];
            u64 x = w->clause[c];
            u32 k = (u32)x, u = (u32)(x >> 32);
            if (j < rises) {
                w->clause[c] = (u64)(u ^ v) << 32 | (k + 1);
                up = k == 0;
                if (k == 1)
                    clause_leans(w, c, u, 1);
            } else {
                w->clause[c] = (u64)(u ^ v) << 32 | (k - 1);
                down = k == 1;
                if (k == 2)
                    clause_leans(w, c, u ^ v, 0);
            }
            if (up || down)
                clause_turns(w, c, v, up);
        }
        u32 ups = walk_mask(w, up), downs = walk_mask(w, down);
#if ALIKE
        w->cost += (i64)POPCOUNT32(downs) - (i64)POPCOUNT32(ups);
#else
        w->cost += GROUP_SUM(w, up ? -w->weight[c] : down ? w->weight[c] : 0);
#endif
#if WEIGHTING || PROBING
        if (LOCAL_ID == 0) {
            u32 above = w->false_hard, below = w->false_soft;
            for (u32 m = ups; m; m &= m - 1)
                list_remove(w, w->occ[OCCURRENCE(w, rising, rises, base + CTZ32(m))], &above, &below);
            for (u32 m = downs; m; m &= m - 1)
                list_push(w, w->occ[OCCURRENCE(w, rising, rises, base + CTZ32(m))], &above, &below);
        }
#if PARTIAL
        u32 hard_ups = walk_mask(w, up && c < w->hard), hard_downs = walk_mask(w, down && c < w->hard);
        w->false_hard += POPCOUNT32(hard_downs) - POPCOUNT32(hard_ups);
        w->false_soft += POPCOUNT32(downs & ~hard_downs) - POPCOUNT32(ups & ~hard_ups);
#else
        w->false_soft += POPCOUNT32(downs) - POPCOUNT32(ups);
#endif
#endif
    }
    SYNC();
}

// formula.score.
DEVICE i64 walk_score(walk *w)
{
    i64 violated = w->violated, cost = w->cost;
#if WEIGHTING
    violated += w->false_hard;
#endif
    if (w->all_hard) {
        violated += cost;
        cost = 0;
    }
    return violated > 0 ? -violated : w->top - cost;
}
