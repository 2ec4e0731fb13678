// Climbing on a formula with the number of true literals of every clause: the
// twin of problem/sat/state.go. Counting them is the lead of a climb.
//
// COUNTED_BITS      of a count
// COUNTED_TILE      genomes whose counts of a clause lie side by side
// COUNTED_PARTIAL   1 where there are hard clauses
// COUNTED_WEIGHTED  1 where soft clauses have weights, else each weighs 1
//
// The formula: COUNTED_… words, the weights of all clauses (with COUNTED_WEIGHTED),
// the starts of the clauses and their literals, the starts of the literals and
// the clauses that have them. Hard clauses come first.
#if COUNTED_BITS == 8
typedef u8 counted;
#elif COUNTED_BITS == 16
typedef u16 counted;
#else
typedef u32 counted;
#endif

typedef struct {
    GLOBAL gene *row;
    i64 best;
    GLOBAL counted *count;
    GLOBAL u64 *mark; // the second and third word of it
    u32 slots;
    GLOBAL const u32 *formula;
    u32 clauses, hard;
    u32 violated; // of the hard clauses that have literals
    i64 soft;     // weight that is satisfied
} climb;

#define MARK_WORDS 3

DEVICE climb climb_of(GLOBAL gene *row, GLOBAL u64 *mark, u32 slot, u32 slots, GLOBAL const u32 *formula, GLOBAL u32 *scratch,
                      GLOBAL const u64 *data, LOCALPTR const u64 *cache)
{
    climb c;
    c.row = row;
    c.best = 0;
    c.clauses = formula[COUNTED_CLAUSES];
    c.hard = formula[COUNTED_HARD];
    c.count = (GLOBAL counted *)scratch + ((u64)(slot / COUNTED_TILE) * c.clauses * COUNTED_TILE + slot % COUNTED_TILE);
    c.mark = mark;
    c.slots = slots;
    c.formula = formula;
    c.violated = 0;
    c.soft = 0;
    return c;
}

DEVICE i64 counted_weight(climb *c, u32 clause)
{
#if COUNTED_WEIGHTED
    return ((GLOBAL const i64 *)(c->formula + COUNTED_WORDS))[clause];
#else
    return 1;
#endif
}

// Table.score.
DEVICE i64 counted_score(climb *c, u32 violated, i64 soft)
{
    i64 v = (i64)violated + c->formula[COUNTED_VIOLATED];
    return v ? -v : soft + (i64)((u64)c->formula[COUNTED_ALWAYS + 1] << 32 | c->formula[COUNTED_ALWAYS]);
}

// State.Reset, for clauses lo to hi - 1.
DEVICE void counted_reset(climb *c, u32 lo, u32 hi)
{
    GLOBAL const u32 *start = c->formula + c->formula[COUNTED_CLAUSE], *lits = c->formula + c->formula[COUNTED_LITS];
    for (u32 k = lo; k < hi; k++) {
        u32 n = 0, end = start[k + 1];
        for (u32 i = start[k]; i < end; i++) {
            u32 l = lits[i];
            n += ((u32)(c->row[l / 128] >> (l / 2 % 64)) ^ l) & 1;
        }
        c->count[(u64)k * COUNTED_TILE] = (counted)n;
        if (k < c->hard)
            c->violated += n == 0;
        else if (n)
            c->soft += counted_weight(c, k);
    }
}

DEVICE u64 climb_load(climb *c, i64 best, u64 from, u64 until)
{
    c->best = best;
    if (from) {
        c->violated = (u32)c->mark[c->slots];
        c->soft = (i64)c->mark[2 * (u64)c->slots];
    }
    if (from < LEN) {
        u64 to = MIN(until, (u64)LEN);
        counted_reset(c, (u32)(from * c->clauses / LEN), (u32)(to * c->clauses / LEN));
        c->best = counted_score(c, c->violated, c->soft);
        from = to;
    }
    return from;
}

// State.Gain, and State.Flip where it is positive. A literal that is true makes a
// difference where it is the only one, and one that is false where none is true.
DEVICE u32 climb_try(climb *c, u32 j)
{
    GLOBAL const u32 *start = c->formula + c->formula[COUNTED_START] + 2 * j, *occ = c->formula + c->formula[COUNTED_OCC];
    u64 bit = (u64)1 << (j % 64);
    u32 is = (c->row[j / 64] & bit) != 0, violated = c->violated;
    i64 soft = c->soft, s;
    for (u32 side = 0; side < 2; side++, is ^= 1) {
        u32 end = start[side + 1], changed = 0;
        i64 weight = 0;
        for (u32 i = start[side]; i < end; i++) {
            u32 k = occ[i], alone = c->count[(u64)k * COUNTED_TILE] == is;
            // Weights are the same for all, so that reading them costs less than a branch.
#if COUNTED_PARTIAL
            changed += k < c->hard && alone;
            weight += k >= c->hard && alone ? counted_weight(c, k) : 0;
#else
            weight += alone ? counted_weight(c, k) : 0;
#endif
        }
        violated += is ? changed : 0 - changed;
        soft += is ? -weight : weight;
    }
    s = counted_score(c, violated, soft);
    if (s <= c->best)
        return 0;
    for (u32 side = 0; side < 2; side++, is ^= 1) {
        u32 end = start[side + 1];
        for (u32 i = start[side]; i < end; i++)
            c->count[(u64)occ[i] * COUNTED_TILE] += is ? (counted)-1 : (counted)1;
    }
    c->row[j / 64] ^= bit;
    c->best = s;
    c->violated = violated;
    c->soft = soft;
    return 1;
}

DEVICE void climb_save(climb *c)
{
    c->mark[c->slots] = c->violated;
    c->mark[2 * (u64)c->slots] = (u64)c->soft;
}
