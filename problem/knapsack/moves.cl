// A selection and what its flips are worth: the twin of moves.go.
//
// FLIPS_CONSTRAINTS  of the instance
//
// The data: capacities, profits, and the weights of every constraint. Kept of a
// selection: its profit, and its load of every constraint.
typedef struct {
    KEPT i64 *profit, *loads;
    KEPT u32 *bits;
    GLOBAL const i64 *capacities, *profits, *weights;
} flips;

DEVICE flips flips_of(KEPT u64 *words, KEPT u32 *bits, GLOBAL const u64 *data)
{
    flips f;
    f.profit = (KEPT i64 *)words;
    f.loads = f.profit + 1;
    f.bits = bits;
    f.capacities = (GLOBAL const i64 *)data;
    f.profits = f.capacities + FLIPS_CONSTRAINTS;
    f.weights = f.profits + LEN;
    return f;
}

// moves.after: the score with item j added sign times.
DEVICE i64 flips_score(const flips *f, u32 j, i64 sign)
{
    const u64 most = ~(u64)0 >> 1;
    u64 excess = 0;
    for (u32 i = 0; i < FLIPS_CONSTRAINTS; i++) {
        i64 over = f->loads[i] + sign * f->weights[(u64)i * LEN + j] - f->capacities[i];
        if (over > 0) {
            excess += (u64)over;
            excess = MIN(excess, most);
        }
    }
    return excess ? -(i64)excess : f->profit[0] + sign * f->profits[j];
}

DEVICE i64 flips_reset(flips *f)
{
    i64 score;
    SYNC();
    for (u32 i = LOCAL_ID; i < FLIPS_CONSTRAINTS; i += GROUP_WORKERS) {
        i64 load = 0;
        for (u32 j = 0; j < LEN; j++)
            load += f->bits[j] ? f->weights[(u64)i * LEN + j] : 0;
        f->loads[i] = load;
    }
    if (LOCAL_ID == 0) {
        i64 profit = 0;
        for (u32 j = 0; j < LEN; j++)
            profit += f->bits[j] ? f->profits[j] : 0;
        f->profit[0] = profit;
    }
    SYNC();
    score = flips_score(f, 0, 0);
    SYNC();
    return score;
}

DEVICE i64 flips_after(const flips *f, u32 j) { return flips_score(f, j, f->bits[j] ? -1 : 1); }

DEVICE void flips_make(flips *f, u32 j)
{
    i64 sign = f->bits[j] ? -1 : 1;
    SYNC();
    for (u32 i = LOCAL_ID; i < FLIPS_CONSTRAINTS; i += GROUP_WORKERS)
        f->loads[i] += sign * f->weights[(u64)i * LEN + j];
    if (LOCAL_ID == 0) {
        f->profit[0] += sign * f->profits[j];
        f->bits[j] ^= 1;
    }
    SYNC();
}
