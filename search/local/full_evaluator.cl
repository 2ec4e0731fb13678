// A evaluator for problems that can only score whole genomes: every work-item has
// a copy of the genome, in which it makes a move to see what that is worth.
typedef struct {
    GLOBAL gene *row;
    GLOBAL const u64 *data;
    LOCALPTR const u64 *chip;
    GLOBAL const u32 *pairs;
} evaluator;

DEVICE evaluator evaluator_of(GLOBAL gene *copies, GLOBAL u64 *store, LOCALPTR u64 *chip, GLOBAL const u64 *data, GLOBAL const u32 *pairs)
{
    evaluator m;
    m.row = copies + ((u64)GROUP_ID * GROUP_WORKERS + LOCAL_ID) * STRIDE;
    m.data = data;
    m.chip = chip;
    m.pairs = pairs;
    return m;
}

DEVICE i64 evaluator_reset(evaluator *m, GLOBAL const gene *from)
{
    SYNC();
    for (u32 w = 0; w < GENES; w++)
        m->row[w] = from[w];
    SYNC();
    return problem_score(m->row, m->data, m->chip);
}

DEVICE u32 evaluator_value(const evaluator *m, u32 i)
{
#if KIND == 0
    return (u32)(m->row[i / 64] >> (i % 64)) & 1;
#else
    return m->row[i];
#endif
}

DEVICE i64 evaluator_gain_at(const evaluator *m, positions s, i64 score)
{
    u32 old = neighbor_apply(m->row, s);
    i64 after = problem_score(m->row, m->data, m->chip);
    neighbor_undo(m->row, s, old);
    return search_difference(after, score);
}

DEVICE i64 evaluator_gain(const evaluator *m, u32 t, i64 score) { return evaluator_gain_at(m, neighbor_at(t, m->pairs), score); }

// Makes a move and returns the score.
DEVICE i64 evaluator_do(evaluator *m, u32 t, i64 score)
{
    neighbor_apply(m->row, neighbor_at(t, m->pairs));
    SYNC();
    return problem_score(m->row, m->data, m->chip);
}

DEVICE void evaluator_store(const evaluator *m, GLOBAL gene *to)
{
    for (u32 w = LOCAL_ID; w < GENES; w += GROUP_WORKERS)
        to[w] = m->row[w];
}
