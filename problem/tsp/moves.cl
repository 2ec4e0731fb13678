// A tour and what its moves are worth: the twin of moves.go.
//
// The data: x and y of every city, as the bits of a f64, or the distances of all pairs,
// of 32 bits each. Kept of a tour: x, y and the leg to the next place, by place; without
// coordinates the legs alone.
typedef i64 move_gain;
#define MOVE_BITS 64
#define MOVE_LEAST ((i64)((u64)1 << 63))
#define MOVE_MOST ((i64)(((u64)1 << 63) - 1))

typedef struct {
    KEPT f64 *x, *y;
    KEPT i64 *legs;
    KEPT u32 *order;
    GLOBAL const u64 *cities;
} moves;

DEVICE moves moves_of(KEPT u64 *words, ASIDE u64 *aside, KEPT u32 *order, GLOBAL const u64 *data)
{
    moves m;
#if TOUR_TABLED
    m.x = m.y = 0;
    m.legs = (KEPT i64 *)words;
#else
    m.x = (KEPT f64 *)words;
    m.y = m.x + LEN;
    m.legs = (KEPT i64 *)(m.y + LEN);
#endif
    m.order = order;
    m.cities = data;
    return m;
}

#define TOUR_NEXT(i) ((i) + 1 < LEN ? (i) + 1 : 0)
#define TOUR_BEFORE(i) ((i) > 0 ? (i) - 1 : LEN - 1)

DEVICE i64 moves_between(const moves *m, u32 i, u32 j)
{
#if TOUR_TABLED
    return ((GLOBAL const i32 *)m->cities)[m->order[i] * LEN + m->order[j]];
#else
    return tour_distance(m->x[i] - m->x[j], m->y[i] - m->y[j]);
#endif
}

DEVICE i64 moves_reset(moves *m)
{
    i64 length = 0;
    SYNC();
#if !TOUR_TABLED
    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS) {
        u32 city = m->order[i];
        m->x[i] = F64_FROM(m->cities[2 * city]);
        m->y[i] = F64_FROM(m->cities[2 * city + 1]);
    }
    SYNC();
#endif
    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
        m->legs[i] = moves_between(m, i, TOUR_NEXT(i));
    SYNC();
    for (u32 i = 0; i < LEN; i++)
        length += m->legs[i];
    SYNC();
    return -length;
}

DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j)
{
    u32 a = TOUR_BEFORE(i), b = TOUR_NEXT(i), c = TOUR_BEFORE(j), d = TOUR_NEXT(j);
    i64 gain = 0;
    if (a != j)
        gain += m->legs[a] - moves_between(m, a, j);
    if (b != j)
        gain += m->legs[i] - moves_between(m, j, b);
    if (c != i)
        gain += m->legs[c] - moves_between(m, c, i);
    if (d != i)
        gain += m->legs[j] - moves_between(m, i, d);
    return gain;
}

// An exchange changes so little that it has ended when it has begun.
DEVICE move_gain moves_finish(const moves *m, u32 t, u32 i, u32 j) { return moves_exchange_gain(m, i, j); }

#define TOUR_FROM(p) ((p) == i ? j : (p) == j ? k : (p) == k ? i : (p))
DEVICE move_gain moves_rotation_gain(const moves *m, u32 i, u32 j, u32 k)
{
    i64 gain = 0;
    for (u32 e = 0; e < 3; e++) {
        u32 p = e == 0 ? i : e == 1 ? j : k, q = TOUR_NEXT(p), b = TOUR_BEFORE(p);
        gain += m->legs[p] - moves_between(m, TOUR_FROM(p), TOUR_FROM(q));
        if (b != i && b != j && b != k)
            gain += m->legs[b] - moves_between(m, b, TOUR_FROM(p));
    }
    return gain;
}

DEVICE void moves_exchange(moves *m, u32 i, u32 j)
{
    SYNC();
    if (LOCAL_ID == 0) {
        u32 city = m->order[i], a = TOUR_BEFORE(i), b = TOUR_BEFORE(j);
        m->order[i] = m->order[j];
        m->order[j] = city;
#if !TOUR_TABLED
        f64 x = m->x[i], y = m->y[i];
        m->x[i] = m->x[j];
        m->x[j] = x;
        m->y[i] = m->y[j];
        m->y[j] = y;
#endif
        m->legs[a] = moves_between(m, a, i);
        m->legs[i] = moves_between(m, i, TOUR_NEXT(i));
        m->legs[b] = moves_between(m, b, j);
        m->legs[j] = moves_between(m, j, TOUR_NEXT(j));
    }
    SYNC();
}

DEVICE void moves_begin(moves *m, u32 i, u32 j) { moves_exchange(m, i, j); }
