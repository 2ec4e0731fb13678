// An order of the jobs and what its moves are worth: the twin of moves.go. Kept of it:
// the heads and, for the makespan, the tails.
typedef i64 move_gain;
#define MOVE_BITS 64
#define MOVE_LEAST ((i64)((u64)1 << 63))
#define MOVE_MOST ((i64)(((u64)1 << 63) - 1))

typedef struct {
    KEPT flow_t *heads, *tails;
    KEPT u32 *order;
    GLOBAL const flow_t *times;
} moves;

DEVICE moves moves_of(KEPT u64 *words, ASIDE u64 *aside, KEPT u32 *order, GLOBAL const u64 *data)
{
    moves m;
    m.heads = (KEPT flow_t *)words;
    m.tails = m.heads + (LEN + 1) * FLOW_MACHINES;
    m.order = order;
    m.times = (GLOBAL const flow_t *)data;
    return m;
}

#define FLOW_HEAD(k, u) m->heads[(k) * FLOW_MACHINES + (u)] // of the first k jobs
#define FLOW_TAIL(k, u) m->tails[(k) * FLOW_MACHINES + (u)]
#define FLOW_AT(k, u) m->times[m->order[k] * FLOW_MACHINES + (u)]

// Finds heads and tails: machine u does job k when machine u - 1 does job k + 1, so that
// all machines work side by side.
DEVICE i64 moves_reset(moves *m)
{
    i64 score = 0;
    SYNC();
    for (u32 u = LOCAL_ID; u < FLOW_MACHINES; u += GROUP_WORKERS) {
        FLOW_HEAD(0, u) = 0;
#if !FLOW_TIME
        FLOW_TAIL(LEN, u) = 0;
#endif
    }
    SYNC();
    for (u32 d = 0; d < LEN + FLOW_MACHINES - 1; d++) {
        for (u32 u = LOCAL_ID; u < FLOW_MACHINES; u += GROUP_WORKERS)
            if (u <= d && d - u < LEN) {
                u32 k = d - u;
                flow_t before = u > 0 ? FLOW_HEAD(k + 1, u - 1) : 0;
                FLOW_HEAD(k + 1, u) = MAX(before, FLOW_HEAD(k, u)) + FLOW_AT(k, u);
#if !FLOW_TIME
                u32 l = LEN - 1 - k, v = FLOW_MACHINES - 1 - u;
                flow_t after = u > 0 ? FLOW_TAIL(l, v + 1) : 0;
                FLOW_TAIL(l, v) = MAX(after, FLOW_TAIL(l + 1, v)) + FLOW_AT(l, v);
#endif
            }
        SYNC();
    }
#if FLOW_TIME
    for (u32 k = 1; k <= LEN; k++)
        score -= FLOW_HEAD(k, FLOW_MACHINES - 1);
#else
    score = -(i64)FLOW_HEAD(LEN, FLOW_MACHINES - 1);
#endif
    SYNC();
    return score;
}

// What a rotation of i, j and k, which change places a to b, would gain. An exchange is
// one where k is i.
DEVICE move_gain moves_gain(const moves *m, u32 a, u32 b, u32 i, u32 j, u32 k)
{
    flow_t ends[FLOW_MACHINES], now = 0;
    i64 gain = 0;
    for (u32 u = 0; u < FLOW_MACHINES; u++)
        ends[u] = FLOW_HEAD(a, u);
    for (u32 p = a; p < (FLOW_TIME ? LEN : b + 1); p++) {
        u32 job = m->order[p == i ? j : p == j ? k : p == k ? i : p];
        FLOW_ADVANCE(now, ends, m->times, job);
#if FLOW_TIME
        gain += FLOW_HEAD(p + 1, FLOW_MACHINES - 1) - now;
#endif
    }
#if !FLOW_TIME
    now = 0;
    for (u32 u = 0; u < FLOW_MACHINES; u++)
        now = MAX(now, ends[u] + FLOW_TAIL(b + 1, u));
    gain = FLOW_HEAD(LEN, FLOW_MACHINES - 1) - now;
#endif
    return gain;
}

DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j) { return moves_gain(m, MIN(i, j), MAX(i, j), i, j, i); }

DEVICE move_gain moves_rotation_gain(const moves *m, u32 i, u32 j, u32 k)
{
    return moves_gain(m, MIN(i, MIN(j, k)), MAX(i, MAX(j, k)), i, j, k);
}

// An exchange has ended when it has begun.
DEVICE move_gain moves_finish(const moves *m, u32 t, u32 i, u32 j) { return moves_exchange_gain(m, i, j); }

DEVICE void moves_exchange(moves *m, u32 i, u32 j)
{
    SYNC();
    if (LOCAL_ID == 0) {
        u32 job = m->order[i];
        m->order[i] = m->order[j];
        m->order[j] = job;
    }
    moves_reset(m);
}

DEVICE void moves_begin(moves *m, u32 i, u32 j) { moves_exchange(m, i, j); }
