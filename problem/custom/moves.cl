// A genome and what its moves are worth, by delta: the kernel of a
// problem.Mover, Changer or Exchanger. Kept of a genome: its score.
typedef struct {
    KEPT u32 *cells;
    KEPT i64 *score;
    GLOBAL const u64 *data;
} custom_walk;

#if CUSTOM_MINIMIZE
#define CUSTOM_SIGNED(x) ((i64)(0 - (u64)(x)))
#else
#define CUSTOM_SIGNED(x) ((i64)(x))
#endif

DEVICE custom_walk custom_walk_of(KEPT u64 *words, KEPT u32 *cells, GLOBAL const u64 *data)
{
    custom_walk w;
    w.cells = cells;
    w.score = (KEPT i64 *)words;
    w.data = data;
    return w;
}

// The genome as if i and j were exchanged.
DEVICE custom_view custom_view_of(const custom_walk *w, u32 i, u32 j)
{
    custom_view g;
    g.cells = w->cells;
    g.a = i;
    g.b = j;
    return g;
}

// Finds the score; the whole group calls it.
DEVICE i64 custom_reset(custom_walk *w)
{
    i64 score;
    SYNC();
    if (LOCAL_ID == 0)
#if CUSTOM_GROUP
        w->score[0] = CUSTOM_SIGNED(USER(fitness_group)(custom_view_of(w, 0, 0), custom_data_of(w->data), 0));
#else
        w->score[0] = CUSTOM_SIGNED(USER(fitness)(custom_view_of(w, 0, 0), custom_data_of(w->data)));
#endif
    SYNC();
    score = w->score[0];
    SYNC();
    return score;
}

#if CUSTOM_KIND == 0
typedef custom_walk flips;
DEVICE flips flips_of(KEPT u64 *words, KEPT u32 *bits, GLOBAL const u64 *data) { return custom_walk_of(words, bits, data); }
DEVICE i64 flips_reset(flips *f) { return custom_reset(f); }

DEVICE i64 flips_after(const flips *f, u32 j)
{
    return f->score[0] + CUSTOM_SIGNED(USER(delta)(custom_view_of(f, 0, 0), custom_data_of(f->data), (int)j));
}

DEVICE void flips_make(flips *f, u32 j)
{
    SYNC();
    if (LOCAL_ID == 0) {
        f->score[0] = flips_after(f, j);
        f->cells[j] ^= 1;
    }
    SYNC();
}

#elif CUSTOM_KIND == 1
typedef custom_walk changes;
DEVICE changes changes_of(KEPT u64 *words, KEPT u32 *symbols, GLOBAL const u64 *data) { return custom_walk_of(words, symbols, data); }
DEVICE i64 changes_reset(changes *c) { return custom_reset(c); }

DEVICE i64 changes_gain(const changes *c, u32 i, u32 symbol)
{
    return CUSTOM_SIGNED(USER(delta)(custom_view_of(c, 0, 0), custom_data_of(c->data), (int)i, (int)symbol));
}

DEVICE void changes_make(changes *c, u32 i, u32 symbol)
{
    SYNC();
    if (LOCAL_ID == 0)
        c->cells[i] = symbol;
    SYNC();
}

#else
typedef i64 move_gain;
#define MOVE_BITS 64
#define MOVE_LEAST ((i64)((u64)1 << 63))
#define MOVE_MOST ((i64)(((u64)1 << 63) - 1))
typedef custom_walk moves;
DEVICE moves moves_of(KEPT u64 *words, ASIDE u64 *aside, KEPT u32 *order, GLOBAL const u64 *data) { return custom_walk_of(words, order, data); }
DEVICE i64 moves_reset(moves *m) { return custom_reset(m); }

DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j)
{
    return CUSTOM_SIGNED(USER(delta)(custom_view_of(m, 0, 0), custom_data_of(m->data), (int)i, (int)j));
}

// A rotation is two exchanges; the second is valued as if the first were made.
// delta is only ever asked for i < j.
#if ROTATIONS == 2
#define CUSTOM_PAIR(i, j) (int)MIN(i, j), (int)MAX(i, j)
#else
#define CUSTOM_PAIR(i, j) (int)i, (int)j
#endif
DEVICE move_gain moves_rotation_gain(const moves *m, u32 i, u32 j, u32 k)
{
    return moves_exchange_gain(m, i, j) + CUSTOM_SIGNED(USER(delta)(custom_view_of(m, i, j), custom_data_of(m->data), CUSTOM_PAIR(j, k)));
}

DEVICE void moves_exchange(moves *m, u32 i, u32 j)
{
    SYNC();
    if (LOCAL_ID == 0) {
        u32 place = m->cells[i];
        m->cells[i] = m->cells[j];
        m->cells[j] = place;
    }
    SYNC();
}

// An exchange changes so little that it has ended when it has begun.
DEVICE void moves_begin(moves *m, u32 i, u32 j) { moves_exchange(m, i, j); }
DEVICE move_gain moves_finish(const moves *m, u32 t, u32 i, u32 j) { return moves_exchange_gain(m, i, j); }
#endif
