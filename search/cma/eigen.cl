// A covariance matrix taken apart by a group: the twin of eigen.go. The matrices
// are on chip where they fit.

#if ONCHIP
#define MATRIX LOCALPTR f64 *
#else
#define MATRIX GLOBAL f64 *
#endif

#define WORK_OPEN 0 // whether the matrix is not yet diagonal
#define WORK_AT 1 // the eigenvalue that is looked for
#define WORK_COUNT 2 // sweeps for it so far
#define WORK_WORDS 3

// eigen.load; all work-items look at the diagonal.
DEVICE u64 largest_exponent(GLOBAL const f64 *c)
{
    f64 largest = 0;
    u32 odd = 0;
    for (u32 k = 0; k < LEN; k++) {
        f64 x = c[k * LEN + k];
        odd = odd || !(x >= 0);
        largest = x > largest ? x : largest;
    }
    return odd ? 2047 : F64_BITS(largest) >> 52;
}

// Makes the matrices that are due tridiagonal and sets out from the product of
// the reflections: eigen.reduce and eigen.accumulate.
KERNEL void reflect(REPLICA_PARAMS, GLOBAL u32 *works LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = MODEL(GROUP_ID, 0);
    GLOBAL u32 *work = works + GROUP_ID * WORK_WORDS;
    LOCALPTR f64 *d = (LOCALPTR f64 *)mem, *e = d + LEN, *halves = e + LEN, *p = halves + LEN;
#if ONCHIP
    MATRIX a = p + LEN;
#else
    MATRIX a = h.room;
#endif
    MATRIX q = a + LEN * LEN;
    u32 due = h.state[STATE_STATUS] == 0 && h.model[MODEL_DUE];
    if (LOCAL_ID == 0) {
        work[WORK_OPEN] = due;
        work[WORK_AT] = 0;
        work[WORK_COUNT] = 0;
    }
    WHEN (due) {
        u64 exponent = largest_exponent(h.c);
        u32 none = exponent == 0 || exponent >= 2046;
        f64 scale = F64_FROM((2046 - exponent) << 52);
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE) {
            a[t] = none ? 0.0 : h.c[t] * scale;
            q[t] = t / LEN == t % LEN ? 1.0 : 0.0;
        }
        BARRIER();
#if LEN > 1
        u32 i = LEN - 1;
        do {
            MATRIX u = a + i * LEN;
            f64 f = u[i - 1], square = 0, g, k = 0, own;
            u32 turned;
            for (u32 j = 0; j < i - 1; j++)
                square += u[j] * u[j];
            turned = !(square <= TINY * TINY);
            square += f * f;
            g = F64_SQRT(square);
            if (f > 0)
                g = -g;
            own = square - f * g;
            BARRIER();
            if (LOCAL_ID == 0) {
                d[i] = u[i];
                e[i - 1] = turned ? g : f;
                halves[i] = turned ? own : 0.0;
                if (turned)
                    u[i - 1] = f - g;
            }
            BARRIER();
            for (u32 j = LOCAL_ID; j < i; j += GROUP_SIZE) {
                f64 sum = 0;
                for (u32 m = 0; m < i; m++)
                    sum += a[m * LEN + j] * u[m];
                p[j] = sum / own;
            }
            BARRIER();
            for (u32 j = 0; j < i; j++)
                k += u[j] * p[j];
            k /= 2.0 * own;
            BARRIER();
            for (u32 j = LOCAL_ID; j < i; j += GROUP_SIZE)
                p[j] -= k * u[j];
            BARRIER();
            for (u32 t = LOCAL_ID; t < i * GENES; t += GROUP_SIZE)
                if (turned && t % LEN < i)
                    a[t] = a[t] - (u[t / LEN] * p[t % LEN] + p[t / LEN] * u[t % LEN]);
            BARRIER();
            i--;
        } while (i > 0);
#endif
        if (LOCAL_ID == 0)
            d[0] = a[0];
        for (u32 r = LOCAL_ID; r < GENES; r += GROUP_SIZE)
            for (u32 m = r + 1; m < LEN; m++) {
                MATRIX u = a + m * LEN;
                f64 g = 0;
                if (halves[m] == 0)
                    continue;
                for (u32 k = 0; k < m; k++)
                    g += q[k * LEN + r] * u[k];
                g = -g / halves[m];
                for (u32 k = 0; k < m; k++)
                    q[k * LEN + r] += g * u[k];
            }
        BARRIER();
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE) // from now on the rows are axes
            h.room[t] = q[t % LEN * LEN + t / LEN];
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE) {
            h.room[ROOM_D + k] = d[k];
            h.room[ROOM_E + k] = e[k];
        }
    }
}

// eigen.sweep, for one work-item, from eigenvalue k on: it makes the turns of the
// axes from the one it returns down to k.
DEVICE u32 ql_sweep(LOCALPTR f64 *d, LOCALPTR f64 *e, LOCALPTR f64 *cosine, LOCALPTR f64 *sine, u32 k)
{
    u32 m = k, i;
    f64 c = 1, s = 1, p = 0, g, r;
    while (m + 1 < LEN && !(F64_ABS(e[m]) <= NEGLIGIBLE * (F64_ABS(d[m]) + F64_ABS(d[m + 1])) + TINY))
        m++;
    if (m == k)
        return m;
    g = (d[k + 1] - d[k]) / (2.0 * e[k]);
    r = F64_SQRT(g * g + 1.0);
    if (g < 0)
        r = -r;
    g = d[m] - d[k] + e[k] / (g + r);
    for (i = m; i > k; i--) {
        f64 f = s * e[i - 1], x = c * e[i - 1];
        r = F64_SQRT(f * f + g * g);
        e[i] = r;
        c = 1;
        s = 0;
        if (r > 0) {
            f64 t = 1.0 / r;
            c = g * t;
            s = f * t;
        }
        g = d[i] - p;
        r = (d[i - 1] - g) * s + 2.0 * c * x;
        p = s * r;
        d[i] = g + p;
        g = c * r - x;
        cosine[i] = c;
        sine[i] = s;
    }
    d[k] -= p;
    e[k] = g;
    if (m + 1 < LEN)
        e[m] = 0;
    return m;
}

// Makes at most so many sweeps for matrices that are not diagonal yet. Work-item 0
// finds the turns, all together turn the axes, a coordinate each.
KERNEL void turn(REPLICA_PARAMS, GLOBAL u32 *works, u32 sweeps LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = MODEL(GROUP_ID, 0);
    GLOBAL u32 *work = works + GROUP_ID * WORK_WORDS;
    LOCALPTR f64 *d = (LOCALPTR f64 *)(mem + 2), *e = d + LEN, *cosine = e + LEN, *sine = cosine + LEN;
    u32 open = work[WORK_OPEN], at = work[WORK_AT], count = work[WORK_COUNT], made = 0;
#if ONCHIP
    MATRIX v = sine + LEN;
#else
    MATRIX v = h.room;
#endif
    BARRIER();
    WHEN (open) {
#if ONCHIP
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE)
            v[t] = h.room[t];
#endif
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE) {
            d[k] = h.room[ROOM_D + k];
            e[k] = h.room[ROOM_E + k];
        }
        BARRIER();
        do {
            u32 high, low;
            if (LOCAL_ID == 0) {
                high = at;
                while (at < LEN) {
                    high = count < MOST_SWEEPS ? ql_sweep(d, e, cosine, sine, at) : at;
                    count++;
                    if (high > at)
                        break;
                    at++;
                    count = 0;
                    high = at;
                }
                mem[0] = at;
                mem[1] = high;
            }
            BARRIER();
            low = (u32)mem[0];
            high = (u32)mem[1];
            for (u32 j = LOCAL_ID; j < GENES; j += GROUP_SIZE)
                if (high > low) {
                    f64 carried = v[high * LEN + j];
                    for (u32 i = high; i > low; i--) {
                        f64 x = v[(i - 1) * LEN + j];
                        v[i * LEN + j] = sine[i] * x + cosine[i] * carried;
                        carried = cosine[i] * x - sine[i] * carried;
                    }
                    v[low * LEN + j] = carried;
                }
            BARRIER();
            open = low < LEN;
            made++;
        } while (open && made < sweeps);
#if ONCHIP
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE)
            h.room[t] = v[t];
#endif
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE) {
            h.room[ROOM_D + k] = d[k];
            h.room[ROOM_E + k] = e[k];
        }
        if (LOCAL_ID == 0) {
            work[WORK_OPEN] = open;
            work[WORK_AT] = at;
            work[WORK_COUNT] = count;
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
        f64 back = F64_FROM(largest_exponent(h.c) << 52);
        for (u32 t = LOCAL_ID; t < GENES * GENES; t += GROUP_SIZE)
            h.b[t] = h.room[t];
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE) {
            f64 x = h.room[ROOM_D + k] * back;
            h.d[k] = x > 0 ? F64_SQRT(x) : 0.0;
        }
        if (LOCAL_ID == 0) {
            h.model[MODEL_AGE] = 0;
            h.model[MODEL_DUE] = 0;
        }
    }
}
