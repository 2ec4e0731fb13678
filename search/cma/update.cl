// The end of a generation, a group a replica: the twin of update.go and
// restart.go. The members' deviates are drawn again from their addresses, a
// tile at a time, in the order of the ranks.

// Gene j of y = B (d z).
DEVICE f64 direction(replica *h, GLOBAL const f64 *z, u32 j)
{
#if SEPARABLE
    return h->d[j] * z[j];
#else
    f64 y = 0;
    for (u32 k = 0; k < LEN; k++)
        y += h->b[k * LEN + j] * (h->d[k] * z[k]);
    return y;
#endif
}

// The weight of a member in the rank-mu update.
DEVICE f64 coefficient(GLOBAL const f64 *z, f64 weight, u32 parent)
{
    f64 square = 0;
    if (parent)
        return weight;
    for (u32 k = 0; k < LEN; k++)
        square += z[k] * z[k];
    return square == 0 ? 0.0 : weight * ((f64)LEN / square);
}

// Element j, k of the rank-mu update, j <= k, with the members of a tile added.
DEVICE f64 outer(f64 sum, GLOBAL const f64 *w, GLOBAL const f64 *y, u32 count, u32 j, u32 k)
{
    u32 m = 0;
    do { // PoCL stumbles over a loop that may have no round here
        sum += w[m] * y[m * LEN + j] * y[m * LEN + k];
        m++;
    } while (m < count);
    return sum;
}

// The row and column of element t of C, the lower one first.
#if SEPARABLE
#define ROW(t) (t)
#define COLUMN(t) (t)
#else
#define ROW(t) MIN((t) / LEN, (t) % LEN)
#define COLUMN(t) MAX((t) / LEN, (t) % LEN)
#endif

// Words of on-chip memory that work-item 0 shares with the others.
#define SHARED_KEEP 0
#define SHARED_PUSH 1
#define SHARED_LENGTH 2
#define SHARED_ENDED 3
#define SHARED_WORDS 4

// plan.ended, for one work-item.
DEVICE u32 run_ended(replica *h, i64 best, i64 worst)
{
    GLOBAL u64 *m = h->model;
    u64 generation = m[MODEL_GENERATION], n = LEN;
    f64 tolfun = F64_FROM(h->own[OWN_TOLFUN]), sigma = F64_FROM(m[MODEL_SIGMA]);
    f64 limit = TOL_X * F64_FROM(m[MODEL_FIRST]), longest = h->d[0], shortest = h->d[0], reach;
    i64 low = (i64)m[MODEL_LOW], high = (i64)m[MODEL_HIGH];
    u32 k = (u32)(generation % n), small = 1, stuck = 1;
    if (m[MODEL_SMALL] && 2 * generation * h->level[LEVEL_CHUNKS] >= m[MODEL_LAST_LARGE])
        return 1;
    low = MIN(low, best);
    high = MAX(high, best);
    if (m[MODEL_CALM] > 0 && number_of_score(high) - number_of_score(low) <= tolfun) {
        m[MODEL_CALM]++;
    } else {
        low = best;
        high = best;
        m[MODEL_CALM] = 1;
    }
    m[MODEL_LOW] = (u64)low;
    m[MODEL_HIGH] = (u64)high;
    if (m[MODEL_CALM] >= h->level[LEVEL_WINDOW] && number_of_score(best) - number_of_score(worst) <= tolfun)
        return 1;
    if (best > (i64)m[MODEL_RECORD]) {
        m[MODEL_RECORD] = (u64)best;
        m[MODEL_RECORD_AT] = generation;
    }
    if (generation - m[MODEL_RECORD_AT] >= h->level[LEVEL_PATIENCE])
        return 1;
    for (u32 j = 0; j < LEN; j++) {
        f64 d = h->d[j];
        longest = d > longest ? d : longest;
        shortest = d < shortest ? d : shortest;
    }
    if (!(sigma * longest <= TOL_X_UP) || !(longest * longest <= MOST_CONDITION * (shortest * shortest)))
        return 1;
    reach = 0.1 * sigma * h->d[k];
    for (u32 j = 0; j < LEN; j++) {
        f64 x = h->mean[j], deviation = sigma * F64_SQRT(h->c[DIAGONAL(j)]);
        small = small && deviation < limit && F64_ABS(sigma * h->pc[j]) < limit;
        stuck = stuck && x == x + reach * AXIS(h, k, j);
        if (x == x + 0.2 * deviation)
            return 1;
    }
    return small || stuck;
}

// plan.beginRun, all work-items together; the level and the run are work-item 0's.
DEVICE void run_begin(replica *h, GLOBAL const u64 *par, u64 run)
{
    address at = address_of(h->seed, PURPOSE_INIT, 0, (u32)run);
    for (u32 j = LOCAL_ID; j < GENES; j += GROUP_SIZE) {
        words4 v = random_block(at, j);
        h->mean[j] = random_unit(v.x[0], v.x[1]);
        h->ps[j] = 0;
        h->pc[j] = 0;
        h->d[j] = 1;
    }
    for (u32 t = LOCAL_ID; t < CELLS; t += GROUP_SIZE) {
#if SEPARABLE
        h->c[t] = 1;
#else
        f64 x = t / LEN == t % LEN ? 1.0 : 0.0;
        h->c[t] = x;
        h->b[t] = x;
#endif
    }
}

// plan.restart and the rest of plan.beginRun, for work-item 0.
DEVICE void run_reset(replica *h, GLOBAL const u64 *par)
{
    GLOBAL u64 *m = h->model;
    u64 spent = m[MODEL_GENERATION] * h->level[LEVEL_CHUNKS], large = m[MODEL_LARGE];
    if (m[MODEL_SMALL]) {
        m[MODEL_SPENT_SMALL] += spent;
    } else if (m[MODEL_RUN] > 0) {
        m[MODEL_SPENT_LARGE] += spent;
        m[MODEL_LAST_LARGE] = spent;
    }
    m[MODEL_RUN]++;
    m[MODEL_SMALL] = par[PAR_BIPOP] && m[MODEL_SPENT_SMALL] < m[MODEL_SPENT_LARGE];
    if (m[MODEL_SMALL]) {
        words4 v = random_block(address_of(h->seed, PURPOSE_INIT, 0, (u32)m[MODEL_RUN]), LEN);
        f64 u = random_unit(v.x[0], v.x[1]);
        m[MODEL_LEVEL] = (u64)F64_FLOOR(u * u * (f64)(large > 0 ? large - 1 : 0) + 0.5);
        m[MODEL_FIRST] = F64_BITS(F64_FROM(h->own[OWN_SIGMA]) * elementary_exp(-SHRINK * random_unit(v.x[2], v.x[3])));
    } else {
        m[MODEL_LARGE] = MIN(large + 1, par[PAR_LEVELS] - 1);
        m[MODEL_LEVEL] = m[MODEL_LARGE];
        m[MODEL_FIRST] = h->own[OWN_SIGMA];
    }
    m[MODEL_GENERATION] = 0;
    m[MODEL_AGE] = 0;
    m[MODEL_DUE] = 0;
    m[MODEL_CALM] = 0;
    m[MODEL_LOW] = 0;
    m[MODEL_HIGH] = 0;
    m[MODEL_RECORD] = (u64)1 << 63;
    m[MODEL_RECORD_AT] = 0;
    m[MODEL_SIGMA] = m[MODEL_FIRST];
    m[MODEL_DECAY] = F64_BITS(1.0);
}

// Whether the generation of a running replica ends with this step.
#define GENERATION_ENDS(h) ((h).state[STATE_STATUS] == 0 && (h).model[MODEL_FILLED] + 1 == (h).level[LEVEL_CHUNKS])

// Ranks the members of generations that end.
KERNEL void rank(REPLICA_PARAMS, u32 back)
{
    replica h = MODEL(GROUP_ID, back);
    u32 lambda = (u32)h.level[LEVEL_LAMBDA];
    WHEN (GENERATION_ENDS(h)) {
        // All work-items make the same rounds: PoCL's optimizer writes behind the end
        // of arrays that are shorter than a group where each ends its own.
        for (u32 first = 0; first < lambda; first += GROUP_SIZE) {
            u32 i = first + LOCAL_ID;
            if (i < lambda) {
                h.keys[i] = h.all_scores[i];
                h.orders[i] = i;
            }
        }
        group_sort_desc(h.keys, h.orders, lambda);
    }
}

// plan.gather.
KERNEL void gather(REPLICA_PARAMS, u32 back)
{
    replica h = MODEL(GROUP_ID, back);
    GLOBAL f64 *sum = h.room, *z = h.room + ROOM_Z, *y = h.room + ROOM_Y, *w = h.room + ROOM_W, *zw = h.room + ROOM_ZW;
    GLOBAL const f64 *weight = weights + h.level[LEVEL_OFFSET];
    u32 mu = (u32)h.level[LEVEL_MU], last = h.own[OWN_ACTIVE] ? (u32)h.level[LEVEL_LAMBDA] : mu, first = 0;
    u64 begin = h.step + 1 - h.level[LEVEL_CHUNKS]; // the step of the first chunk
    WHEN (GENERATION_ENDS(h)) {
        for (u32 t = LOCAL_ID; t < CELLS; t += GROUP_SIZE)
            sum[t] = 0;
        for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE)
            zw[k] = 0;
        do {
            u32 count = MIN(TILE, last - first);
            for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE) {
                u32 i = h.orders[first + t / LEN];
                z[t] = deviate(&h, par, begin + i / P_MEMBERS, i % P_MEMBERS, t % LEN);
            }
            BARRIER();
            for (u32 m = LOCAL_ID; m < count; m += GROUP_SIZE)
                w[m] = LEVEL_F64(&h, CMU) * coefficient(z + m * LEN, weight[first + m], first + m < mu);
            for (u32 k = LOCAL_ID; k < GENES; k += GROUP_SIZE)
                for (u32 m = 0; m < count && first + m < mu; m++)
                    zw[k] += weight[first + m] * z[m * LEN + k];
            for (u32 t = LOCAL_ID; t < count * GENES; t += GROUP_SIZE)
                y[t] = direction(&h, z + t / LEN * LEN, t % LEN);
            BARRIER();
            for (u32 t = LOCAL_ID; t < CELLS; t += GROUP_SIZE)
                sum[t] = outer(sum[t], w, y, count, ROW(t), COLUMN(t));
            BARRIER();
            first += count;
        } while (first < last);
    }
}

// Moves the distributions whose generations end; others have one more chunk.
KERNEL void move(REPLICA_PARAMS, u32 back LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    replica h = MODEL(GROUP_ID, back);
    GLOBAL f64 *sum = h.room, *zw = h.room + ROOM_ZW, *yw = h.room + ROOM_YW;
    u64 filled = h.model[MODEL_FILLED] + 1, run = h.model[MODEL_RUN];
    u32 running = h.state[STATE_STATUS] == 0, ends = GENERATION_ENDS(h);
    f64 sigma = F64_FROM(h.model[MODEL_SIGMA]);
    BARRIER();
    if (LOCAL_ID == 0 && running)
        h.model[MODEL_FILLED] = ends ? 0 : filled;
    WHEN (ends) {
        for (u32 j = LOCAL_ID; j < GENES; j += GROUP_SIZE) {
#if SEPARABLE
            f64 turned = zw[j];
#else
            f64 turned = 0;
            for (u32 k = 0; k < LEN; k++)
                turned += h.b[k * LEN + j] * zw[k];
#endif
            yw[j] = direction(&h, zw, j);
            h.ps[j] = (1.0 - LEVEL_F64(&h, CS)) * h.ps[j] + LEVEL_F64(&h, CSN) * turned;
        }
        BARRIER();
        if (LOCAL_ID == 0) {
            f64 length = 0, decay = F64_FROM(h.model[MODEL_DECAY]) * LEVEL_F64(&h, FADE);
            f64 c1 = LEVEL_F64(&h, C1), cc = LEVEL_F64(&h, CC), keep = 1.0 - c1, push = 0;
            for (u32 j = 0; j < LEN; j++)
                length += h.ps[j] * h.ps[j];
            length = F64_SQRT(length);
            if (length / F64_SQRT(1.0 - decay) < LEVEL_F64(&h, STALL))
                push = LEVEL_F64(&h, CCN);
            else
                keep += c1 * (cc * (2.0 - cc));
            keep -= LEVEL_F64(&h, CMU) * (h.own[OWN_ACTIVE] ? LEVEL_F64(&h, SUM) : 1.0);
            h.model[MODEL_DECAY] = F64_BITS(decay);
            mem[SHARED_KEEP] = F64_BITS(keep);
            mem[SHARED_PUSH] = F64_BITS(push);
            mem[SHARED_LENGTH] = F64_BITS(length);
        }
        BARRIER();
        for (u32 j = LOCAL_ID; j < GENES; j += GROUP_SIZE) {
            h.pc[j] = (1.0 - LEVEL_F64(&h, CC)) * h.pc[j] + F64_FROM(mem[SHARED_PUSH]) * yw[j];
            h.mean[j] += sigma * yw[j];
        }
        BARRIER();
        for (u32 t = LOCAL_ID; t < CELLS; t += GROUP_SIZE) {
            f64 x = (F64_FROM(mem[SHARED_KEEP]) * h.c[t] + LEVEL_F64(&h, C1) * (h.pc[ROW(t)] * h.pc[COLUMN(t)])) + sum[t];
            h.c[t] = x;
#if SEPARABLE
            h.d[t] = x > 0 ? F64_SQRT(x) : 0.0;
#endif
        }
        BARRIER();
        if (LOCAL_ID == 0) {
            f64 grow = LEVEL_F64(&h, DAMP) * (F64_FROM(mem[SHARED_LENGTH]) / LEVEL_F64(&h, CHI) - 1.0);
            u32 ended;
            if (grow > 1)
                grow = 1;
            h.model[MODEL_SIGMA] = F64_BITS(sigma * elementary_exp(grow));
            h.model[MODEL_GENERATION]++;
            h.model[MODEL_AGE]++;
            h.model[MODEL_DUE] = !SEPARABLE && h.model[MODEL_AGE] >= h.level[LEVEL_GAP];
            ended = run_ended(&h, h.keys[0], h.keys[h.level[LEVEL_LAMBDA] - 1]);
            mem[SHARED_ENDED] = ended;
            if (ended)
                run_reset(&h, par);
        }
        BARRIER();
        if (mem[SHARED_ENDED])
            run_begin(&h, par, run + 1);
    }
}
