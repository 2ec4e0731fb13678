// An assignment and what its flips are worth: the twin of state.go.
//
// FLIPS_CLAUSES   of the table, the FLIPS_HARD hard ones first
// FLIPS_LITS      literals in all of them
// FLIPS_WEIGHTED  1 where soft clauses have weights, else each weighs 1
//
// The data: the weight that is always satisfied and the hard clauses that never
// are; the weights; in 32 bits the starts of the clauses, their literals, the
// starts of the literals and the clauses that have them. Kept of an assignment:
// the violated hard clauses, the satisfied weight, and the true literals of every
// clause.
typedef struct {
    KEPT i64 *sums;
    KEPT u32 *count, *bits;
    GLOBAL const i64 *fixed, *weight;
    GLOBAL const u32 *clause, *lits, *start, *occ;
} flips;

typedef struct {
    i64 violated, soft;
} flips_sums;

DEVICE flips flips_of(KEPT u64 *words, KEPT u32 *bits, GLOBAL const u64 *data)
{
    flips f;
    f.sums = (KEPT i64 *)words;
    f.count = (KEPT u32 *)(words + 2);
    f.bits = bits;
    f.fixed = (GLOBAL const i64 *)data;
    f.weight = f.fixed + 2;
    f.clause = (GLOBAL const u32 *)(f.weight + FLIPS_WEIGHTED * FLIPS_CLAUSES);
    f.lits = f.clause + FLIPS_CLAUSES + 1;
    f.start = f.lits + FLIPS_LITS;
    f.occ = f.start + 2 * LEN + 1;
    return f;
}

// Counts a clause that becomes true, with sign 1, or false, with -1.
DEVICE void flips_count(const flips *f, flips_sums *s, u32 c, i64 sign)
{
    if (c < FLIPS_HARD)
        s->violated -= sign;
    else
#if FLIPS_WEIGHTED
        s->soft += sign * f->weight[c];
#else
        s->soft += sign;
#endif
}

// Table.score.
DEVICE i64 flips_score(const flips *f, flips_sums s)
{
    i64 violated = s.violated + f->fixed[1];
    return violated ? -violated : s.soft + f->fixed[0];
}

DEVICE i64 flips_reset(flips *f)
{
    flips_sums s = {FLIPS_HARD, 0};
    SYNC();
    for (u32 c = LOCAL_ID; c < FLIPS_CLAUSES; c += GROUP_WORKERS) {
        u32 n = 0, end = f->clause[c + 1];
        for (u32 i = f->clause[c]; i < end; i++)
            n += (f->bits[f->lits[i] / 2] ^ f->lits[i]) & 1;
        f->count[c] = n;
    }
    SYNC();
    for (u32 c = 0; c < FLIPS_CLAUSES; c++)
        if (f->count[c])
            flips_count(f, &s, c, 1);
    if (LOCAL_ID == 0) {
        f->sums[0] = s.violated;
        f->sums[1] = s.soft;
    }
    SYNC();
    return flips_score(f, s);
}

// State.Change, added to the sums. A true literal makes a difference where it is
// the only one, a false one where none is true.
DEVICE flips_sums flips_change(const flips *f, u32 j)
{
    flips_sums s = {f->sums[0], f->sums[1]};
    for (u32 side = 0; side < 2; side++) {
        u32 is = f->bits[j] ^ side, end = f->start[2 * j + side + 1];
        for (u32 i = f->start[2 * j + side]; i < end; i++)
            if (f->count[f->occ[i]] == is)
                flips_count(f, &s, f->occ[i], is ? -1 : 1);
    }
    return s;
}

DEVICE i64 flips_after(const flips *f, u32 j) { return flips_score(f, flips_change(f, j)); }

DEVICE void flips_make(flips *f, u32 j)
{
    flips_sums s = flips_change(f, j);
    u32 bit = f->bits[j];
    SYNC();
    for (u32 side = 0; side < 2; side++) {
        u32 end = f->start[2 * j + side + 1];
        for (u32 i = f->start[2 * j + side] + LOCAL_ID; i < end; i += GROUP_WORKERS)
            f->count[f->occ[i]] += bit ^ side ? 0 - (u32)1 : 1;
    }
    if (LOCAL_ID == 0) {
        f->bits[j] = bit ^ 1;
        f->sums[0] = s.violated;
        f->sums[1] = s.soft;
    }
    SYNC();
}
