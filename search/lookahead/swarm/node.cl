// The nodes of a depth-first search, worked on by a group of GROUP_WORKERS
// work-items: node.go's twin.
//
// VARS, WORDS     of the formula, as formula.go pads it; WORDS of 32 literals
// PENDS           words of 32 variables
// ONE, LEAST_WEIGHT, MOST_WEIGHT, ALPHA, CANDIDATES, MAX_VARS,
// MOST_TWO, MOST_THREE, MOST_GAIN
//                 as in node.go
//
// A search keeps its true literals in the order in which they became true, and of
// every decision how many there were before it, and the literal; with GIVEN when
// its other side is done, or being done, or somebody else's, and with SECOND when
// the search is on that other side. SIDES words of a search say so of the decisions
// before its own, a bit each, which gives every node a place in the order of one
// depth-first search: bound is the place of a model, its length first, and what
// comes after it is left alone.

#define LANES (2 * CANDIDATES)
#define NOTHING 0xFFFFFFFFu
#define GIVEN 0x8000u
#define SECOND 0x4000u

#if GROUP_WORKERS == 1
#define SYNC()
#undef WHEN
#define WHEN(c) if (c)
#else
#define SYNC() BARRIER()
#endif

enum { CLOSED, OPENED, MODEL };

// What a group has on chip.
typedef struct {
    LOCALPTR u32 *truth;   // WORDS: which literals are true at the node
    LOCALPTR u32 *own;     // WORDS of every lane, lane by lane
    LOCALPTR u32 *pending; // PENDS of every lane: variables whose clauses are to be followed
    LOCALPTR u32 *gain, *failed;
    LOCALPTR u32 *chosen;
    LOCALPTR u32 *sums; // two of every work-item
    LOCALPTR u32 *state;
    LOCALPTR u16 *rough, *sharp; // rough lies where own does, which a lookahead fills later
    LOCALPTR u16 *trail;
    GLOBAL u16 *before, *decided; // few are looked at
    GLOBAL const u32 *first, *pairs;
} search;

// Of state.
#define HEAD 0 // true literals whose clauses have been followed
#define TAIL 1
#define FAILED 2
#define ENOUGH 3 // reasons to stop
#define BEYOND 2 // one of them
#define TAKER 4  // who is given something
#define GIVES 5  // the decision whose other side it is
#define WORK 6   // whether there is any
#define STATES 7

DEVICE search search_of(LOCALPTR u64 *mem, GLOBAL u16 *path, GLOBAL const u32 *first, GLOBAL const u32 *pairs)
{
    search s;
    s.truth = (LOCALPTR u32 *)mem;
    s.own = s.truth + WORDS;
    s.pending = s.own + WORDS * LANES;
    s.gain = s.pending + PENDS * LANES;
    s.failed = s.gain + LANES;
    s.chosen = s.failed + LANES;
    s.sums = s.chosen + CANDIDATES;
    s.state = s.sums + 2 * GROUP_WORKERS;
    s.rough = (LOCALPTR u16 *)s.own;
    s.sharp = (LOCALPTR u16 *)(s.state + STATES);
    s.trail = s.sharp + 2 * VARS + 2;
    s.before = path + VARS;
    s.decided = path + 2 * VARS;
    s.first = first;
    s.pairs = pairs;
    return s;
}

// 0 where a literal is open, 1 where it is true, 2 where it is false.
DEVICE u32 truth_of(LOCALPTR const u32 *t, u32 stride, u32 l)
{
    u32 x = t[(l >> 5) * stride] >> (l & 30);
    return (x >> (l & 1) & 1) | (x >> (~l & 1) & 1) << 1;
}

// Weighs all open literals.
DEVICE void search_weigh(const search *s)
{
    u32 sum = 0, open = 0;
    for (u32 x = LOCAL_ID; x < 2 * VARS; x += GROUP_WORKERS)
        if (truth_of(s->truth, 1, x) == 0) {
            u32 two = 0, three = 0, end = s->first[(x ^ 1) + 1];
            for (u32 i = s->first[x ^ 1]; i < end; i++) {
                u32 p = s->pairs[i], a = truth_of(s->truth, 1, p & 0xFFFF), b = truth_of(s->truth, 1, p >> 16), left = !((a | b) & 1);
                three += left && !(a | b);
                two += left && (a | b) && !(a && b);
            }
            two = MIN(LEAST_WEIGHT + ONE * (ALPHA * two + three), MOST_WEIGHT);
            s->rough[x] = (u16)two;
            sum += two;
            open++;
        }
    s->sums[2 * LOCAL_ID] = sum;
    s->sums[2 * LOCAL_ID + 1] = open;
    SYNC();
    sum = 0;
    open = 0;
    for (u32 i = 0; i < GROUP_WORKERS; i++) {
        sum += s->sums[2 * i];
        open += s->sums[2 * i + 1];
    }
    u32 mean = sum / MAX(open, 1);
    mean = MAX(mean, 2);
    u32 by_mean = 0xFFFFFFFFu / mean, by_square = 0xFFFFFFFFu / (mean * mean);
    for (u32 x = LOCAL_ID; x < 2 * VARS; x += GROUP_WORKERS)
        if (truth_of(s->truth, 1, x) == 0) {
            u32 two = 0, three = 0, end = s->first[(x ^ 1) + 1];
            for (u32 i = s->first[x ^ 1]; i < end; i++) {
                u32 p = s->pairs[i], u = p & 0xFFFF, v = p >> 16, a = truth_of(s->truth, 1, u), b = truth_of(s->truth, 1, v);
                if (!((a | b) & 1) && !(a && b)) {
                    if (!(a | b)) {
                        three += (u32)s->rough[u] * s->rough[v];
                        three = MIN(three, MOST_THREE);
                    } else {
                        two += s->rough[a ? v : u];
                    }
                }
            }
            two = MUL_HI32(MIN(two, MOST_TWO) * (ALPHA * ONE), by_mean);
            three = MUL_HI32(three * ONE, by_square);
            s->sharp[x] = (u16)MIN(LEAST_WEIGHT + two + three, MOST_WEIGHT);
        }
    SYNC();
}

// Chooses the variables to look at.
DEVICE void search_choose(const search *s)
{
    for (u32 c = LOCAL_ID; c < CANDIDATES; c += GROUP_WORKERS) {
        u32 best = 0;
        for (u32 v = c; v < VARS; v += CANDIDATES) {
            u32 a = s->sharp[2 * v], b = s->sharp[2 * v + 1], key = (4 * a * b + a + b) << 10 | (MAX_VARS - v);
            if (truth_of(s->truth, 1, 2 * v) == 0 && (s->rough[2 * v] > LEAST_WEIGHT || s->rough[2 * v + 1] > LEAST_WEIGHT))
                best = MAX(best, key);
        }
        s->chosen[c] = best ? MAX_VARS - (best & MAX_VARS) : NOTHING;
    }
    SYNC();
}

// Every lane makes a literal true by itself and follows the clauses, the lowest
// variable first.
DEVICE void search_look(const search *s)
{
    for (u32 lane = LOCAL_ID; lane < LANES; lane += GROUP_WORKERS) {
        u32 v = s->chosen[lane / 2], gain = 0, failed = 0, some = 0;
        LOCALPTR u32 *own = s->own + lane, *pending = s->pending + lane;
        if (v != NOTHING) {
            u32 l = 2 * v + (lane & 1);
            for (u32 w = 0; w < WORDS; w++)
                own[w * LANES] = s->truth[w];
            for (u32 w = 0; w < PENDS; w++)
                pending[w * LANES] = 0;
            own[(l >> 5) * LANES] |= 1u << (l & 31);
            pending[(v >> 5) * LANES] = 1u << (v & 31);
            some = 1u << (v >> 5);
        }
        while (some) {
            u32 w = CTZ32(some), bits = pending[w * LANES], x = 2 * (32 * w + CTZ32(bits));
            bits &= bits - 1;
            pending[w * LANES] = bits;
            some = bits ? some : some & (some - 1);
            x += truth_of(own, LANES, x) == 2; // now the true one
            u32 end = s->first[(x ^ 1) + 1];
            for (u32 i = s->first[x ^ 1]; i < end; i++) {
                u32 p = s->pairs[i], u = p & 0xFFFF, y = p >> 16, a = truth_of(own, LANES, u), b = truth_of(own, LANES, y);
                if (!((a | b) & 1)) {
                    if (!(a | b)) {
                        gain += (u32)s->sharp[u] * s->sharp[y];
                        gain = MIN(gain, MOST_GAIN);
                    } else if (a && b) {
                        failed = 1;
                        some = 0;
                        break;
                    } else {
                        u = a ? y : u;
                        own[(u >> 5) * LANES] |= 1u << (u & 31);
                        pending[(u >> 6) * LANES] |= 1u << (u >> 1 & 31);
                        some |= 1u << (u >> 6);
                    }
                }
            }
        }
        s->gain[lane] = gain;
        s->failed[lane] = failed;
    }
    SYNC();
}

// Follows the clauses of the literals that are true at the node. The work-items
// share them in any order: what comes of it does not depend on it.
DEVICE void search_follow(const search *s)
{
    u32 more;
    do {
        SYNC();
        u32 head = s->state[HEAD], tail = s->state[TAIL];
        SYNC();
        for (u32 t = head + LOCAL_ID; t < tail; t += GROUP_WORKERS) {
            u32 x = s->trail[t], end = s->first[(x ^ 1) + 1];
            for (u32 i = s->first[x ^ 1]; i < end; i++) {
                u32 p = s->pairs[i], u = p & 0xFFFF, y = p >> 16, a = truth_of(s->truth, 1, u), b = truth_of(s->truth, 1, y);
                if (!((a | b) & 1) && (a | b)) {
                    if (a && b) {
                        s->state[FAILED] = 1;
                    } else {
                        u = a ? y : u;
                        u32 old = ATOMIC_OR32(s->truth + (u >> 5), 1u << (u & 31));
                        if (old >> ((u ^ 1) & 31) & 1)
                            s->state[FAILED] = 1;
                        else if (!(old >> (u & 31) & 1))
                            s->trail[ATOMIC_ADD32(s->state + TAIL, 1)] = (u16)u;
                    }
                }
            }
        }
        SYNC();
        if (LOCAL_ID == 0)
            s->state[HEAD] = tail;
        more = s->state[TAIL] > tail && !s->state[FAILED];
    } while (more);
    SYNC();
}

// Makes a literal true at the node; one work-item calls it.
DEVICE void search_force(const search *s, u32 l)
{
    s->truth[l >> 5] |= 1u << (l & 31);
    s->trail[s->state[TAIL]++] = (u16)l;
}

// Looks ahead until nothing more is forced. lane is that of the literal to decide
// on.
DEVICE u32 search_expand(const search *s, u32 *lane)
{
    u32 verdict = OPENED, more;
    do {
        u32 some = 0, spare = NOTHING, none_left = 0, forced = 0, pick = 0;
        u64 best = 0;
        search_weigh(s);
        search_choose(s);
        search_look(s);
        for (u32 i = 0; i < CANDIDATES; i++) {
            u32 v = s->chosen[i];
            if (v != NOTHING) {
                u32 a = s->gain[2 * i], b = s->gain[2 * i + 1], fa = s->failed[2 * i], fb = s->failed[2 * i + 1];
                some = 1;
                none_left |= fa && fb;
                forced |= fa || fb;
                if (!fa && !fb) {
                    u64 c = a >> 6, d = b >> 6, both = c * d + c + d + 1;
                    if (a == 0)
                        spare = MIN(spare, 2 * v);
                    else if (b == 0)
                        spare = MIN(spare, 2 * v + 1);
                    else if (both > best) {
                        best = both;
                        pick = 2 * i + (d < c);
                    }
                }
            }
        }
        more = some && !none_left && (forced || spare != NOTHING);
        if (more && LOCAL_ID == 0) {
            if (forced) {
                for (u32 i = 0; i < CANDIDATES; i++)
                    if (s->chosen[i] != NOTHING && (s->failed[2 * i] || s->failed[2 * i + 1]))
                        search_force(s, 2 * s->chosen[i] + s->failed[2 * i]);
            } else {
                search_force(s, spare);
            }
        }
        verdict = none_left ? CLOSED : some ? OPENED : MODEL;
        *lane = pick;
        WHEN (more) {
            search_follow(s);
            if (s->state[FAILED]) {
                verdict = CLOSED;
                more = 0;
            }
        }
        SYNC();
    } while (more);
    return verdict;
}

// Decides on the literal of a lane, and takes over what came of it.
DEVICE void search_decide(const search *s, u32 lane, u32 depth)
{
    if (LOCAL_ID == 0) {
        s->before[depth] = (u16)s->state[TAIL];
        s->decided[depth] = (u16)(2 * s->chosen[lane / 2] + (lane & 1));
    }
    SYNC();
    for (u32 w = LOCAL_ID; w < WORDS; w += GROUP_WORKERS) {
        u32 new_ones = s->own[w * LANES + lane] & ~s->truth[w];
        s->truth[w] |= new_ones;
        while (new_ones) {
            s->trail[ATOMIC_ADD32(s->state + TAIL, 1)] = (u16)(32 * w + CTZ32(new_ones));
            new_ones &= new_ones - 1;
        }
    }
    SYNC();
    if (LOCAL_ID == 0)
        s->state[HEAD] = s->state[TAIL];
    SYNC();
}

// Goes back to the last decision whose other side is left, and takes that. Returns
// the depth, or NOTHING when there is none.
DEVICE u32 search_back(const search *s, u32 depth, u32 base, u64 *closed)
{
    u32 more;
    do {
        while (depth > 0 && (s->decided[depth - 1] & GIVEN))
            depth--;
        more = 0;
        WHEN (depth > 0) {
            u32 at = s->before[depth - 1], l = s->decided[depth - 1] ^ 1, tail = s->state[TAIL];
            SYNC();
            // A contradiction may have made both literals of a variable true.
            for (u32 i = at + LOCAL_ID; i < tail; i += GROUP_WORKERS)
                ATOMIC_AND32(s->truth + (s->trail[i] >> 5), ~(3u << (s->trail[i] & 30)));
            SYNC();
            if (LOCAL_ID == 0) {
                s->state[HEAD] = s->state[TAIL] = at;
                s->state[FAILED] = 0;
                s->decided[depth - 1] = (u16)(l | GIVEN | SECOND);
                search_force(s, l);
            }
            search_follow(s);
            more = s->state[FAILED];
            if (more && base + depth < 62)
                *closed += (u64)1 << (62 - base - depth);
        }
        SYNC();
    } while (more);
    return depth > 0 ? depth : NOTHING;
}

// Whether a node comes after the bound; one work-item calls it.
DEVICE u32 search_beyond(const search *s, GLOBAL const u32 *sides, u32 base, u32 depth, GLOBAL const u32 *bound)
{
    u32 n = MIN(bound[0], base + depth), beyond = 0;
    for (u32 i = 0; i < n; i++) {
        u32 side = i < base ? sides[i >> 5] >> (i & 31) & 1 : (u32)((s->decided[i - base] & SECOND) != 0), at = bound[1 + (i >> 5)] >> (i & 31) & 1;
        if (side != at) {
            beyond = side;
            break;
        }
    }
    return beyond;
}
