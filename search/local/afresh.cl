// A terrain for problems that can only score whole genomes: every work-item has
// a copy of the genome, in which it makes a move to see what that is worth.
typedef struct {
    GLOBAL gene *row;
    GLOBAL const u64 *data;
    LOCALPTR const u64 *chip;
    GLOBAL const u32 *pairs;
} terrain;

DEVICE terrain terrain_of(GLOBAL gene *copies, GLOBAL u64 *store, LOCALPTR u64 *chip, GLOBAL const u64 *data, GLOBAL const u32 *pairs)
{
    terrain m;
    m.row = copies + ((u64)GROUP_ID * GROUP_WORKERS + LOCAL_ID) * STRIDE;
    m.data = data;
    m.chip = chip;
    m.pairs = pairs;
    return m;
}

DEVICE i64 terrain_reset(terrain *m, GLOBAL const gene *from)
{
    SYNC();
    for (u32 w = 0; w < GENES; w++)
        m->row[w] = from[w];
    SYNC();
    return problem_score(m->row, m->data, m->chip);
}

DEVICE u32 terrain_value(const terrain *m, u32 i)
{
#if KIND == 0
    return (u32)(m->row[i / 64] >> (i % 64)) & 1;
#else
    return m->row[i];
#endif
}

DEVICE i64 terrain_gain_at(const terrain *m, spots s, i64 score)
{
    u32 old = hood_apply(m->row, s);
    i64 after = problem_score(m->row, m->data, m->chip);
    hood_undo(m->row, s, old);
    return hike_difference(after, score);
}

DEVICE i64 terrain_gain(const terrain *m, u32 t, i64 score) { return terrain_gain_at(m, hood_spots(t, m->pairs), score); }

// Makes a move and returns the score.
DEVICE i64 terrain_do(terrain *m, u32 t, i64 score)
{
    hood_apply(m->row, hood_spots(t, m->pairs));
    SYNC();
    return problem_score(m->row, m->data, m->chip);
}

DEVICE void terrain_store(const terrain *m, GLOBAL gene *to)
{
    for (u32 w = LOCAL_ID; w < GENES; w += GROUP_WORKERS)
        to[w] = m->row[w];
}
