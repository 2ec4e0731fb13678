// Statistics of a population and the judge: the twin of node.go and judge.go.
//
// Needs FLOAT_SCORES (1 when scores are mapped floats) and the layout of a
// state and of the rules, which population.Part defines.

typedef struct {
    i64 best;
    i64 worst;
    f64 sum;
    f64 square;
    f64 distance;
    u32 at;
} node;

DEVICE node node_empty(void)
{
    node e;
    e.best = (i64)((u64)1 << 63);
    e.worst = (i64)(((u64)1 << 63) - 1);
    e.at = 0xFFFFFFFFu;
    e.sum = 0;
    e.square = 0;
    e.distance = 0;
    return e;
}

DEVICE node node_join(node a, node b)
{
    if (b.best > a.best || (b.best == a.best && b.at < a.at)) {
        a.best = b.best;
        a.at = b.at;
    }
    a.worst = MIN(a.worst, b.worst);
    a.sum += b.sum;
    a.square += b.square;
    a.distance += b.distance;
    return a;
}

// problem.ToFloat.
DEVICE f64 float_of_score(i64 s)
{
    if (s == (i64)((u64)1 << 63))
        return F64_FROM((u64)0x7FF8 << 48);
    return F64_FROM(s < 0 ? (u64)1 << 63 | (u64)(-s) : (u64)s);
}

DEVICE f64 number_of_score(i64 s)
{
#if FLOAT_SCORES
    return float_of_score(s);
#else
    return (f64)s;
#endif
}

#define F64_MAX 1.7976931348623157e308
#define IS_FINITE(x) (F64_ABS(x) <= F64_MAX)

// The least score that is a value: the twin of leastScore.
#if FLOAT_SCORES
#define LEAST_SCORE ((i64)(((u64)1 << 63) + ((u64)1 << 52)))
#else
#define LEAST_SCORE (-(i64)((u64)1 << 62))
#endif

DEVICE node node_leaf(i64 s, u32 at, f64 anchor)
{
    node l;
    f64 d = number_of_score(s) - anchor;
    if (s < LEAST_SCORE || !IS_FINITE(d))
        d = 0;
    d += 0.0;
    l.best = s;
    l.worst = s;
    l.at = at;
    l.sum = d;
    l.square = d * d;
    l.distance = 0;
    return l;
}

// Words of on-chip scratch that group_node needs, per work-item.
#define NODE_WORDS 6

DEVICE void node_store(LOCALPTR u64 *to, u32 k, u32 count, node v)
{
    to[k] = (u64)v.best;
    to[count + k] = (u64)v.worst;
    to[2 * count + k] = F64_BITS(v.sum);
    to[3 * count + k] = F64_BITS(v.square);
    to[4 * count + k] = F64_BITS(v.distance);
    to[5 * count + k] = v.at;
}

DEVICE node node_load(LOCALPTR const u64 *from, u32 k, u32 count)
{
    node v;
    v.best = (i64)from[k];
    v.worst = (i64)from[count + k];
    v.sum = F64_FROM(from[2 * count + k]);
    v.square = F64_FROM(from[3 * count + k]);
    v.distance = F64_FROM(from[4 * count + k]);
    v.at = (u32)from[5 * count + k];
    return v;
}

#if WARP_SIZE > 1
DEVICE node node_down(node v, u32 d)
{
    node w;
    w.best = (i64)WARP_DOWN64(v.best, d);
    w.worst = (i64)WARP_DOWN64(v.worst, d);
    w.sum = F64_FROM(WARP_DOWN64(F64_BITS(v.sum), d));
    w.square = F64_FROM(WARP_DOWN64(F64_BITS(v.square), d));
    w.distance = F64_FROM(WARP_DOWN64(F64_BITS(v.distance), d));
    w.at = WARP_DOWN32(v.at, d);
    return w;
}
#endif

// Joins the nodes of all work-items in the tree over their ids; the result is
// valid on work-item 0. The group's size is a power of two. Scratch may be
// reused after the next barrier.
DEVICE node group_node(node v, LOCALPTR u64 *scratch)
{
#if WARP_SIZE > 1
    u32 lane = LOCAL_ID % WARP_SIZE, warps = (GROUP_SIZE + WARP_SIZE - 1) / WARP_SIZE;
#pragma unroll
    for (u32 d = 1; d < WARP_SIZE; d *= 2)
        v = node_join(v, node_down(v, d));
    if (warps > 1) {
        if (lane == 0)
            node_store(scratch, LOCAL_ID / WARP_SIZE, warps, v);
        BARRIER();
        if (LOCAL_ID < WARP_SIZE) {
            v = LOCAL_ID < warps ? node_load(scratch, LOCAL_ID, warps) : node_empty();
#pragma unroll 1
            for (u32 d = 1; d < warps; d *= 2)
                v = node_join(v, node_down(v, d));
        }
        BARRIER();
    }
#else
    u32 n = GROUP_SIZE, d = 1;
    do {
        node_store(scratch, LOCAL_ID, n, v);
        BARRIER();
        if (LOCAL_ID % (2 * d) == 0 && LOCAL_ID + d < n)
            v = node_join(v, node_load(scratch, LOCAL_ID + d, n));
        BARRIER();
        d *= 2;
    } while (d < n);
#endif
    return v;
}

// Node.Moments.
typedef struct {
    f64 mean, deviation;
} moments;

DEVICE moments node_moments(node v, u32 n, f64 anchor)
{
    moments o;
    f64 m = v.sum / (f64)n, w = v.square / (f64)n - m * m;
    o.mean = anchor + m;
    o.deviation = w > 0 ? F64_SQRT(w) : 0.0;
    return o;
}

// A replica's state, as State.
typedef struct {
    u64 status, step, found;
    i64 best;
    f64 anchor, online, offline, spread;
} verdict;

DEVICE verdict state_get(GLOBAL const u64 *state)
{
    verdict s;
    s.status = state[STATE_STATUS];
    s.step = state[STATE_STEP];
    s.best = (i64)state[STATE_BEST];
    s.found = state[STATE_FOUND];
    s.anchor = F64_FROM(state[STATE_ANCHOR]);
    s.online = F64_FROM(state[STATE_ONLINE]);
    s.offline = F64_FROM(state[STATE_OFFLINE]);
    s.spread = F64_FROM(state[STATE_SPREAD]);
    return s;
}

DEVICE void state_put(GLOBAL u64 *state, verdict s)
{
    state[STATE_STATUS] = s.status;
    state[STATE_STEP] = s.step;
    state[STATE_BEST] = (u64)s.best;
    state[STATE_FOUND] = s.found;
    state[STATE_ANCHOR] = F64_BITS(s.anchor);
    state[STATE_ONLINE] = F64_BITS(s.online);
    state[STATE_OFFLINE] = F64_BITS(s.offline);
    state[STATE_SPREAD] = F64_BITS(s.spread);
}

// State.Judge. Returns whether the step's best is the best so far.
DEVICE u32 judge(verdict *s, u64 step, i64 best, f64 mean, f64 spread, GLOBAL const u64 *rules)
{
    u32 improved = step == 0 || best > s->best;
    s->step = step;
    if (improved) {
        s->best = best;
        s->found = step;
    }
    s->anchor = IS_FINITE(mean) ? mean : 0.0;
    s->spread = spread;
    s->online += mean;
    if (s->best >= LEAST_SCORE) // less is no number
        s->offline += number_of_score(s->best);
    if (s->best >= (i64)rules[RULE_BOUND])
        s->status = STATUS_OPTIMAL;
    else if (s->best >= (i64)rules[RULE_TARGET])
        s->status = STATUS_REACHED;
    else if ((i64)step >= (i64)rules[RULE_STEPS])
        s->status = STATUS_EXHAUSTED;
    else if ((i64)(step - s->found) >= (i64)rules[RULE_STAGNATION] && step - s->found >= rules[RULE_PATIENCE] * s->found)
        s->status = STATUS_STAGNATED;
    else if (spread <= F64_FROM(rules[RULE_CONVERGENCE]))
        s->status = STATUS_UNIFORM;
    return improved;
}

// Writes a step's statistics for the host.
DEVICE void record(GLOBAL u64 *to, verdict s, node all, moments m, f64 spread)
{
    to[RECORD_STEP] = s.step;
    to[RECORD_BEST] = (u64)all.best;
    to[RECORD_WORST] = (u64)all.worst;
    to[RECORD_MEAN] = F64_BITS(m.mean);
    to[RECORD_DEVIATION] = F64_BITS(m.deviation);
    to[RECORD_SPREAD] = F64_BITS(spread);
    to[RECORD_SO_FAR] = (u64)s.best;
    to[RECORD_ONLINE] = F64_BITS(s.online);
    to[RECORD_OFFLINE] = F64_BITS(s.offline);
    to[RECORD_FRONT] = 0; // an engine with several objectives knows
    to[RECORD_VOLUME] = 0;
}

// Nodes in global memory: lists of count nodes, field after field, so that
// neighbors read neighboring words.
DEVICE void node_put(GLOBAL u64 *to, u32 k, u32 count, node v)
{
    to[k] = (u64)v.best;
    to[(u64)count + k] = (u64)v.worst;
    to[2 * (u64)count + k] = F64_BITS(v.sum);
    to[3 * (u64)count + k] = F64_BITS(v.square);
    to[4 * (u64)count + k] = F64_BITS(v.distance);
    to[5 * (u64)count + k] = v.at;
}

DEVICE node node_get(GLOBAL const u64 *from, u32 k, u32 count)
{
    node v;
    v.best = (i64)from[k];
    v.worst = (i64)from[(u64)count + k];
    v.sum = F64_FROM(from[2 * (u64)count + k]);
    v.square = F64_FROM(from[3 * (u64)count + k]);
    v.distance = F64_FROM(from[4 * (u64)count + k]);
    v.at = (u32)from[5 * (u64)count + k];
    return v;
}

// The nodes [first, first + 8) below end, of a list of n, joined in the shape
// of the tree.
DEVICE node tree_of_8(GLOBAL const u64 *nodes, u32 first, u32 end, u32 n)
{
    node v[8];
#pragma unroll
    for (u32 j = 0; j < 8; j++)
        v[j] = first + j < end ? node_get(nodes, first + j, n) : node_empty();
#pragma unroll
    for (u32 d = 1; d < 8; d *= 2)
#pragma unroll
        for (u32 j = 0; j < 8; j += 2 * d)
            v[j] = node_join(v[j], v[j + d]);
    return v[0];
}

// The nodes [first, first + count), count a power of two, of a list of n,
// joined in the shape of the tree.
DEVICE node tree_of(GLOBAL const u64 *nodes, u32 first, u32 count, u32 n)
{
    if (count <= 8) {
        return tree_of_8(nodes, first, MIN(first + count, n), n);
    } else {
        node open[28];
        u32 depth = 0;
        for (u32 j = 0; j < count / 8; j++) {
            node v = tree_of_8(nodes, first + 8 * j, n, n);
            for (u32 k = j; k & 1; k >>= 1)
                v = node_join(open[--depth], v);
            open[depth++] = v;
        }
        return open[0];
    }
}
