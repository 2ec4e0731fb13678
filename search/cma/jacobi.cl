// A covariance matrix taken apart by a group: the twin of jacobi.go. The matrix
// and its axes are on chip where they fit.

#if ONCHIP
#define MATRIX LOCALPTR f64 *
#else
#define MATRIX GLOBAL f64 *
#endif

#define SLOTS (SIDE / 2)

// Words of on-chip memory: the turns of a round, and whether its sweep needs
// another.
#define TURN_C 0
#define TURN_S SLOTS
#define TURN_T (2 * SLOTS)
#define TURN_IDLE (3 * SLOTS)
#define TURN_ANY (4 * SLOTS)
#define TURN_WORDS (4 * SLOTS + 1)

typedef struct {
    u32 p, q;
} axes;

DEVICE axes axes_of(u32 round, u32 k)
{
    axes x;
    u32 p = (round + k) % (SIDE - 1), q = k ? (round + SIDE - 1 - k) % (SIDE - 1) : SIDE - 1;
    x.p = MIN(p, q);
    x.q = MAX(p, q);
    return x;
}

DEVICE void angle(MATRIX a, LOCALPTR u64 *turns, u32 round, u32 k)
{
    axes x = axes_of(round, k);
    f64 app = a[x.p * SIDE + x.p], aqq = a[x.q * SIDE + x.q], apq = a[x.p * SIDE + x.q], c = 1, s = 0, t = 0;
    f64 square = apq * apq, scale = F64_ABS(app * aqq);
    u32 idle = square <= NEGLIGIBLE * scale;
    if (!idle) {
        f64 theta = (aqq - app) / (2.0 * apq);
        t = 1.0 / (F64_ABS(theta) + F64_SQRT(theta * theta + 1.0));
        if (theta < 0)
            t = -t;
        c = 1.0 / F64_SQRT(t * t + 1.0);
        s = t * c;
        if (!(square <= SMALL * scale))
            ATOMIC_OR32((LOCALPTR u32 *)(turns + TURN_ANY), 1);
    }
    turns[TURN_C + k] = F64_BITS(c);
    turns[TURN_S + k] = F64_BITS(s);
    turns[TURN_T + k] = F64_BITS(t);
    turns[TURN_IDLE + k] = idle;
}

// Turns the elements where the pairs k <= m meet.
DEVICE void turn_block(MATRIX a, LOCALPTR const u64 *turns, u32 round, u32 k, u32 m)
{
    axes g = axes_of(round, k), h = axes_of(round, m);
    u32 p = g.p * SIDE, q = g.q * SIDE, u = h.p * SIDE, v = h.q * SIDE;
    if (k == m) {
        if (!turns[TURN_IDLE + k]) {
            f64 x = F64_FROM(turns[TURN_T + k]) * a[p + g.q];
            a[p + g.p] -= x;
            a[q + g.q] += x;
            a[p + g.q] = 0;
            a[q + g.p] = 0;
        }
    } else if (!turns[TURN_IDLE + k] || !turns[TURN_IDLE + m]) {
        f64 gc = F64_FROM(turns[TURN_C + k]), gs = F64_FROM(turns[TURN_S + k]);
        f64 hc = F64_FROM(turns[TURN_C + m]), hs = F64_FROM(turns[TURN_S + m]);
        f64 pu = a[p + h.p], pv = a[p + h.q], qu = a[q + h.p], qv = a[q + h.q];
        f64 x1 = gc * pu - gs * qu, x2 = gc * pv - gs * qv;
        f64 y1 = gs * pu + gc * qu, y2 = gs * pv + gc * qv;
        pu = hc * x1 - hs * x2;
        pv = hs * x1 + hc * x2;
        qu = hc * y1 - hs * y2;
        qv = hs * y1 + hc * y2;
        a[p + h.p] = pu;
        a[u + g.p] = pu;
        a[p + h.q] = pv;
        a[v + g.p] = pv;
        a[q + h.p] = qu;
        a[u + g.q] = qu;
        a[q + h.q] = qv;
        a[v + g.q] = qv;
    }
}

DEVICE void turn_axes(MATRIX v, LOCALPTR const u64 *turns, u32 round, u32 k, u32 j)
{
    if (!turns[TURN_IDLE + k]) {
        axes g = axes_of(round, k);
        f64 c = F64_FROM(turns[TURN_C + k]), s = F64_FROM(turns[TURN_S + k]);
        f64 x = v[g.p * LEN + j], y = v[g.q * LEN + j];
        v[g.p * LEN + j] = c * x - s * y;
        v[g.q * LEN + j] = s * x + c * y;
    }
}

#define WORK_OPEN 0 // whether the matrix is not yet diagonal
#define WORK_AT 1 // rounds so far
#define WORK_ANY 2 // TURN_ANY
#define WORK_WORDS 3

// Sets out from the axes of before: jacobi.load.
KERNEL void prepare(REPLICA_PARAMS, GLOBAL u32 *works)
{
    replica h = MODEL(GROUP_ID, 0);
    GLOBAL u32 *work = works + GROUP_ID * WORK_WORDS;
    GLOBAL f64 *a = h.room, *v = h.room + ROOM_SECOND;
    u32 due = h.state[STATE_STATUS] == 0 && h.model[MODEL_DUE];
    if (LOCAL_ID == 0) {
        work[WORK_OPEN] = due;
        work[WORK_AT] = 0;
        work[WORK_ANY] = 0;
    }
    WHEN (due) {
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE) { // v = c b for now
            u32 k = t / LEN, i = t % LEN;
            f64 sum = 0;
            for (u32 j = 0; j < LEN; j++)
                sum += h.c[j * LEN + i] * h.b[k * LEN + j];
            v[t] = sum;
        }
        BARRIER();
        for (u32 t = LOCAL_ID; t < SIDE * SIDE; t += GROUP_SIZE) {
            u32 p = MIN(t / SIDE, t % SIDE), q = MAX(t / SIDE, t % SIDE);
            f64 sum = 0;
            if (q < LEN)
                for (u32 i = 0; i < LEN; i++)
                    sum += h.b[p * LEN + i] * v[q * LEN + i];
            a[t] = sum;
        }
        BARRIER();
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE)
            v[t] = h.b[t];
    }
}

// Makes at most so many rounds for matrices that are not diagonal yet.
KERNEL void turn(REPLICA_PARAMS, GLOBAL u32 *works, u32 rounds LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = MODEL(GROUP_ID, 0);
    GLOBAL u32 *work = works + GROUP_ID * WORK_WORDS;
    u32 open = work[WORK_OPEN], at = work[WORK_AT], any = work[WORK_ANY], count = 0;
#if ONCHIP
    MATRIX a = (MATRIX)(mem + TURN_WORDS);
    MATRIX v = a + SIDE * SIDE;
#else
    MATRIX a = h.room;
    MATRIX v = h.room + ROOM_SECOND;
#endif
    WHEN (open) {
#if ONCHIP
        for (u32 t = LOCAL_ID; t < SIDE * SIDE + GENES * GENES; t += GROUP_SIZE)
            a[t] = h.room[t];
#endif
        if (LOCAL_ID == 0)
            mem[TURN_ANY] = any;
        BARRIER();
        do {
            u32 round = at % (SIDE - 1);
            for (u32 k = LOCAL_ID; k < SLOTS; k += GROUP_SIZE)
                angle(a, mem, round, k);
            BARRIER();
            any = (u32)mem[TURN_ANY];
            for (u32 t = LOCAL_ID; t < SLOTS * SLOTS; t += GROUP_SIZE)
                if (t / SLOTS <= t % SLOTS)
                    turn_block(a, mem, round, t / SLOTS, t % SLOTS);
            for (u32 t = LOCAL_ID; t < SLOTS * GENES; t += GROUP_SIZE)
                turn_axes(v, mem, round, t / LEN, t % LEN);
            BARRIER();
            at++;
            count++;
            if (at % (SIDE - 1) == 0) { // a sweep is complete
                open = any && at < MOST_SWEEPS * (SIDE - 1);
                any = 0;
                if (LOCAL_ID == 0)
                    mem[TURN_ANY] = 0;
            }
            BARRIER();
        } while (open && count < rounds);
#if ONCHIP
        for (u32 t = LOCAL_ID; t < SIDE * SIDE + GENES * GENES; t += GROUP_SIZE)
            h.room[t] = a[t];
#endif
        if (LOCAL_ID == 0) {
            work[WORK_OPEN] = open;
            work[WORK_AT] = at;
            work[WORK_ANY] = any;
        }
    }
}

// The axes and their lengths become the model's.
KERNEL void take(REPLICA_PARAMS)
{
    replica h = MODEL(GROUP_ID, 0);
    u32 due = h.state[STATE_STATUS] == 0 && h.model[MODEL_DUE];
    BARRIER();
    if (due) {
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE)
            h.b[t] = h.room[ROOM_SECOND + t];
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE) {
            f64 x = h.room[k * SIDE + k];
            h.d[k] = x > 0 ? F64_SQRT(x) : 0.0;
        }
        if (LOCAL_ID == 0) {
            h.model[MODEL_AGE] = 0;
            h.model[MODEL_DUE] = 0;
        }
    }
}
