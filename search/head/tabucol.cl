// TabuCol searches, a group of work-items each: the twin of tabucol.go. Nothing depends
// on the order in which work-items add vertices to a list: among moves that are equally
// good the highest tie decides.
//
// A search has cells, a row of stride of them for each vertex; the color of each vertex;
// a bit for each vertex in conflict, and the list of these; and a ring of moves that
// are tabu: heads, next and tabu, each ring long.

#define TABU_BIT 0x8000u
#define COUNT_MASK 0x7FFFu
#define NO_COLOR 0xFFFFu
#define WRITER (GROUP_WORKERS - 1) // PoCL 3.1 leaves out what work-item 0 alone does before a loop of all
#define LEAST ((i64)((u64)1 << 63))

#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define SYNC()
#define JOIN(best) (best)
#define SCAN(x, total, scratch) (*(total) = (x), 0)
#define SUM(x, scratch) (x)
#else
#define SYNC() BARRIER()
#define JOIN(best) group_argmax((best).score, (best).index, scratch)
#define SCAN(x, total, scratch) group_scan_u32(x, total, scratch)
#define SUM(x, scratch) group_sum_u64(x, scratch)
#endif

typedef struct {
    u32 vertices, colors, stride, ring;
    GLOBAL const u32 *start;
    GLOBAL const u32 *near;
    GLOBAL u16 *cells;
    GLOBAL u8 *color;
    GLOBAL u32 *marks, *list, *heads, *next, *tabu;
} coloring;

DEVICE u32 tie(u32 cell, u32 x) { return (cell ^ x) * 0x9E3779B1u; }

// The score of a move for the join: first what it gains, then its tie.
DEVICE i64 move_score(i32 gain, u32 key) { return (i64)((u64)(i64)-gain << 32 | key); }

// Lists the vertices in conflict, and returns how many there are.
DEVICE u32 list_conflicts(const coloring *g, LOCALPTR u64 *scratch)
{
    u32 words = (g->vertices + 31) / 32, each = (words + GROUP_WORKERS - 1) / GROUP_WORKERS, total;
    u32 first = MIN(LOCAL_ID * each, words), end = MIN(first + each, words), mine = 0;
    for (u32 w = first; w < end; w++)
        mine += POPCOUNT32(g->marks[w]);
    u32 at = SCAN(mine, &total, scratch);
    for (u32 w = first; w < end; w++)
        for (u32 set = g->marks[w]; set; set &= set - 1)
            g->list[at++] = w * 32 + CTZ32(set);
    SYNC();
    return total;
}

// Finds all that follows from the colors, and returns the conflicts.
DEVICE u32 reset(const coloring *g, LOCALPTR u64 *scratch)
{
    u64 twice = 0;
    for (u32 i = LOCAL_ID; i < g->vertices * g->stride; i += GROUP_WORKERS)
        g->cells[i] = i % g->stride < g->colors ? 0 : NO_COLOR;
    for (u32 i = LOCAL_ID; i < g->ring; i += GROUP_WORKERS)
        g->heads[i] = g->tabu[i] = 0;
    SYNC();
    for (u32 w = LOCAL_ID; w < (g->vertices + 31) / 32; w += GROUP_WORKERS) {
        u32 mark = 0;
        for (u32 v = w * 32; v < MIN(w * 32 + 32, g->vertices); v++) {
            GLOBAL u16 *row = g->cells + v * g->stride;
            for (u32 e = g->start[v]; e < g->start[v + 1]; e++)
                row[g->color[g->near[e]]]++;
            u32 own = row[g->color[v]];
            twice += own;
            mark |= (own ? 1u : 0u) << (v & 31);
            row[g->color[v]] = (u16)(own | TABU_BIT);
        }
        g->marks[w] = mark;
    }
    SYNC();
    return (u32)(SUM(twice, scratch) / 2);
}

// Frees the moves that are tabu until iteration it. One work-item does it.
DEVICE void release(const coloring *g, u32 it)
{
    for (u32 e = g->heads[it & (g->ring - 1)]; e; e = g->next[e - 1]) {
        u32 cell = g->tabu[e - 1];
        if (cell) {
            g->cells[cell - 1] &= COUNT_MASK;
            g->tabu[e - 1] = 0;
        }
    }
    g->heads[it & (g->ring - 1)] = 0;
}

// The best of all moves of the listed vertices that are not tabu or whose gain is below
// enough; with all of those it is any but the color that a vertex has. Score LEAST: none.
DEVICE group_best best_move(const coloring *g, u32 listed, i32 enough, u32 all, u32 x, LOCALPTR u64 *scratch)
{
    u32 blocks = g->stride / BLOCK;
    group_best b;
    b.score = LEAST;
    b.index = 0xFFFFFFFFu;
    for (u32 t = LOCAL_ID; t < listed * blocks; t += GROUP_WORKERS) {
        u32 v = g->list[t / blocks], row = v * g->stride, first = row + t % blocks * BLOCK, now = row + g->color[v];
        i32 own = (i32)(g->cells[now] & COUNT_MASK);
        for (u32 i = first; i < first + BLOCK; i++) {
            u32 cell = g->cells[i];
            i32 gain = all ? 0 : (i32)(cell & COUNT_MASK) - own;
            u32 may = all ? i != now && i - row < g->colors : !(cell & TABU_BIT) || gain < enough;
            if (may) {
                i64 score = move_score(gain, tie(i, x));
                b.index = score > b.score ? i : b.index;
                b.score = MAX(score, b.score);
            }
        }
    }
    return JOIN(b);
}

// Gives vertex v another color, and keeps up what follows from that. All work-items have
// read what they need of v.
DEVICE void recolor(const coloring *g, u32 v, u32 from, u32 to)
{
    u32 row = v * g->stride;
    if (LOCAL_ID == WRITER) {
        u32 cell = g->cells[row + to];
        g->cells[row + to] = (u16)(cell | TABU_BIT);
        g->color[v] = (u8)to;
        if (!(cell & COUNT_MASK))
            ATOMIC_AND32(&g->marks[v >> 5], ~(1u << (v & 31)));
    }
    for (u32 e = g->start[v] + LOCAL_ID; e < g->start[v + 1]; e += GROUP_WORKERS) {
        u32 u = g->near[e], at = u * g->stride, c = g->color[u];
        u32 less = (u32)g->cells[at + from] - 1, more = (u32)g->cells[at + to] + 1;
        g->cells[at + from] = (u16)less;
        g->cells[at + to] = (u16)more;
        if (c == from && !(less & COUNT_MASK))
            ATOMIC_AND32(&g->marks[u >> 5], ~(1u << (u & 31)));
        if (c == to && (more & COUNT_MASK) == 1)
            ATOMIC_OR32(&g->marks[u >> 5], 1u << (u & 31));
    }
}

// Makes the iterations from + 1 to until of the searches from first on, those that have
// not reached the goal, a number of conflicts, or their length. With fresh they begin.
KERNEL_FOR(GROUP_WORKERS, 1)
void tabucol_run(GLOBAL u64 *searches, GLOBAL u8 *colors, GLOBAL u8 *bests, GLOBAL u16 *cells, GLOBAL u32 *marks, GLOBAL u32 *lists, GLOBAL u32 *rings,
                 GLOBAL const u32 *start, GLOBAL const u32 *near, u32 vertices, u32 color_count, u32 stride, u32 ring, u32 row,
                 i64 goal, u32 first, u32 fresh, u32 from, u32 until LOCAL_PARAM(scratch))
{
    LOCAL_BLOCK(scratch)
    u64 place = (u64)first + GROUP_ID;
    GLOBAL u64 *own = searches + place * SEARCH_WORDS;
    GLOBAL u8 *best_color = bests + place * row;
    coloring g;
    g.vertices = vertices;
    g.colors = color_count;
    g.stride = stride;
    g.ring = ring;
    g.start = start;
    g.near = near;
    g.cells = cells + place * vertices * stride;
    g.color = colors + place * row;
    g.marks = marks + place * ((vertices + 31) / 32);
    g.list = lists + place * vertices;
    g.heads = rings + place * 3 * ring;
    g.next = g.heads + ring;
    g.tabu = g.next + ring;
    u64 seed = own[SEARCH_SEED], before = own[SEARCH_BEFORE];
    u32 individual = (u32)own[SEARCH_INDIVIDUAL], end = MIN(until, (u32)own[SEARCH_LENGTH]), it = from;
    u32 conflicts = (u32)own[SEARCH_CONFLICTS], best = (u32)own[SEARCH_BEST], hit = (u32)own[SEARCH_HIT];
    u32 runs = own[SEARCH_LENGTH] != 0 && !hit;
    SYNC();
    WHEN (runs) {
        WHEN (fresh) {
            conflicts = best = reset(&g, scratch);
            hit = (i64)best <= goal;
            for (u32 v = LOCAL_ID; v < vertices; v += GROUP_WORKERS)
                best_color[v] = g.color[v];
        }
        u32 listed = list_conflicts(&g, scratch);
        u32 more = it < end && !hit;
        WHEN (more) {
            do {
                it++;
                words4 x = random_block(address_of(seed, PURPOSE_WALK, before + it, individual), 0);
                if (LOCAL_ID == WRITER)
                    release(&g, it);
                SYNC();
                group_best b = best_move(&g, listed, (i32)best - (i32)conflicts, 0, x.x[0], scratch);
                u32 none = b.score == LEAST;
                WHEN (none)
                    b = best_move(&g, listed, 0, 1, x.x[0], scratch);
                u32 v = b.index / stride, to = b.index % stride, was = g.color[v], left = v * stride + was;
                u32 cell = g.cells[b.index];
                conflicts += (cell & COUNT_MASK) - (g.cells[left] & COUNT_MASK);
                if (cell & TABU_BIT) // its vertex returns, so it is not to be freed
                    for (u32 e = LOCAL_ID; e < ring; e += GROUP_WORKERS)
                        if (g.tabu[e] == b.index + 1)
                            g.tabu[e] = 0;
                SYNC();
                recolor(&g, v, was, to);
                SYNC();
                listed = list_conflicts(&g, scratch);
                if (LOCAL_ID == WRITER) {
                    u32 slot = it & (ring - 1), freed = (it + 1 + listed * TENURE_TENTHS / 10 + MUL_HI32(x.x[1], TENURE_RANGE)) & (ring - 1);
                    g.tabu[slot] = left + 1;
                    g.next[slot] = g.heads[freed];
                    g.heads[freed] = slot + 1;
                }
                if (conflicts < best) {
                    best = conflicts;
                    hit = (i64)best <= goal ? it + 1 : 0;
                    for (u32 i = LOCAL_ID; i < vertices; i += GROUP_WORKERS)
                        best_color[i] = g.color[i];
                }
                SYNC();
                more = it < end && !hit;
            } while (more);
        }
        if (LOCAL_ID == 0) {
            own[SEARCH_CONFLICTS] = conflicts;
            own[SEARCH_BEST] = best;
            own[SEARCH_HIT] = hit;
        }
    }
}
