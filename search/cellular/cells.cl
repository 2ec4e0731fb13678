// Genomes, replicas and the making of children: the twin of plan.go and
// breed.go. Rows of genomes lie in global memory; a work-item has one, or a
// word of one.

typedef u64 gene;
#define WORD(g, w) (g)[w]
#ifndef REAL
#define REAL(g, j) (g)[j]
#endif
#define GENOME GLOBAL const gene *
#define GENOME_RW GLOBAL gene *
#define TEAM 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()

#define P_MEMBERS ((u32)par[PAR_MEMBERS])
#define P_CELLS ((u32)par[PAR_CELLS]) // of an island
#define P_WIDTH ((u32)par[PAR_WIDTH])
#define P_HEIGHT ((u32)par[PAR_HEIGHT])
#define P_ACROSS ((u32)par[PAR_ACROSS])
#define P_DOWN ((u32)par[PAR_DOWN])

// The population after step s lies in row table s % 2. control has the passes
// of each replica's climbs and how many of them were used up.
#define GRID_PARAMS                                                                          \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,            \
        GLOBAL u64 *states, GLOBAL u32 *control, GLOBAL u32 *mates, GLOBAL u32 *lasts,       \
        GLOBAL const u64 *RESTRICT replicas, GLOBAL const u64 *RESTRICT par, GLOBAL const u64 *RESTRICT data

#define GRID(r, back)                                                                        \
    grid_of(r, back, pop0, pop1, score0, score1, states, control, mates, lasts, replicas, par, data)

#define CONTROL_PASSES 0
#define CONTROL_USED 1
#define CONTROL_WORDS 2

// All that a replica works with, at the start of a step (back 0) or, for the
// first population, at its end (back 1).
typedef struct {
    GLOBAL gene *now;
    GLOBAL gene *next;
    GLOBAL i64 *score; // of now
    GLOBAL i64 *fresh; // of next
    GLOBAL u64 *state;
    GLOBAL u32 *control;
    GLOBAL u32 *mate;
    GLOBAL u32 *last; // improving pass of each climb
    GLOBAL const u64 *own;
    GLOBAL const u64 *par;
    GLOBAL const u64 *data;
    u64 seed, step;
    f64 anchor;
} grid;

DEVICE grid grid_of(u32 r, u32 back, GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,
                    GLOBAL u64 *states, GLOBAL u32 *control, GLOBAL u32 *mates, GLOBAL u32 *lasts,
                    GLOBAL const u64 *replicas, GLOBAL const u64 *par, GLOBAL const u64 *data)
{
    grid g;
    u64 first = (u64)r * P_MEMBERS;
    u32 swap;
    g.state = states + (u64)r * STATE_WORDS;
    g.step = g.state[STATE_STEP] + 1 - back;
    swap = (u32)g.state[STATE_STEP] & 1;
    g.now = (swap ? pop1 : pop0) + first * STRIDE;
    g.next = (swap ? pop0 : pop1) + first * STRIDE;
    g.score = (swap ? score1 : score0) + first;
    g.fresh = (swap ? score0 : score1) + first;
    g.control = control + r * CONTROL_WORDS;
    g.mate = mates + first;
    g.last = lasts + first;
    g.own = replicas + (u64)r * OWN_WORDS;
    g.par = par;
    g.data = data;
    g.seed = g.own[OWN_SEED];
    g.anchor = F64_FROM(g.state[STATE_ANCHOR]);
    return g;
}

// The part of a mask of the first k bits that lies in word w.
DEVICE u64 below(u32 k, u32 w)
{
    u32 first = w * 64;
    if (k <= first)
        return 0;
    if (k >= first + 64)
        return ~(u64)0;
    return ((u64)1 << (k - first)) - 1;
}

// Word w of a mask with probability threshold / 2^32; the table is for rare ones.
DEVICE u64 gene_mask(address at, u32 w, u64 threshold, LOCALPTR const u64 *table)
{
    if (threshold > 0 && threshold <= RARE_THRESHOLD)
        return random_rare(at, w, table) & below(LEN, w);
    return random_mask(at, w, threshold, below(LEN, w));
}

// plan.event.
DEVICE u32 grid_event(grid *g)
{
    GLOBAL const u64 *par = g->par;
    address at = address_of(g->seed, PURPOSE_DIFFUSE, g->step, 0);
    return par[PAR_MIGRATION] != MIGRATE_NONE && (u64)random_word(at, 0) < g->own[OWN_PD];
}

// plan.neighbor.
DEVICE u32 grid_neighbor(grid *g, u32 i, u32 side, u32 wide)
{
    GLOBAL const u64 *par = g->par;
    u32 x = i % P_WIDTH, y = i / P_WIDTH % P_HEIGHT, island = i / P_CELLS, w = P_WIDTH, h = P_HEIGHT;
    if (wide) {
        x += island % P_ACROSS * P_WIDTH;
        y += island / P_ACROSS * P_HEIGHT;
        w *= P_ACROSS;
        h *= P_DOWN;
    }
    if (side == 0)
        y = (y + h - 1) % h;
    else if (side == 1)
        x = (x + 1) % w;
    else if (side == 2)
        y = (y + 1) % h;
    else
        x = (x + w - 1) % w;
    if (wide) {
        island = y / P_HEIGHT * P_ACROSS + x / P_WIDTH;
        x %= P_WIDTH;
        y %= P_HEIGHT;
    }
    return island * P_CELLS + y * P_WIDTH + x;
}

// plan.mate.
DEVICE u32 grid_mate(grid *g, u32 i, u32 wide)
{
    GLOBAL const u64 *par = g->par;
    address at = address_of(g->seed, PURPOSE_MATE, g->step, i);
    words4 v = random_block(at, 0);
    u32 a, b;
    if (par[PAR_SELECTION] == SELECT_NEIGHBORS) {
        a = grid_neighbor(g, i, v.x[0] >> 30, wide);
        b = grid_neighbor(g, i, v.x[1] >> 30, wide);
    } else {
        u32 island = i / P_CELLS * P_CELLS;
        a = island + random_bounded(at, v.x[0], 0, P_CELLS);
        b = island + random_bounded(at, v.x[1], 1, P_CELLS);
    }
    return g->score[b] > g->score[a] ? b : a;
}

// The genes of word w that member i's child has from the mate: plan.cross.
DEVICE u64 grid_cross(grid *g, u32 i, u32 w, LOCALPTR const u64 *table)
{
    GLOBAL const u64 *par = g->par;
    address at = address_of(g->seed, PURPOSE_CROSS, g->step, i);
    if (par[PAR_CROSSOVER] == CROSS_MASK) {
        return gene_mask(at, w, g->own[OWN_PC], table);
    } else {
        words4 v = random_block(at, 0);
        u32 a = random_bounded(at, v.x[1], 1, LEN + 1), b = random_bounded(at, v.x[2], 2, LEN);
        b += b >= a;
        return (u64)v.x[0] < g->own[OWN_PC] ? below(MAX(a, b), w) & ~below(MIN(a, b), w) : 0;
    }
}

// The genes of word w that flip in member i's child: plan.mutate.
DEVICE u64 grid_mutate(grid *g, u32 i, u32 w, LOCALPTR const u64 *table)
{
    GLOBAL const u64 *par = g->par;
    address at = address_of(g->seed, PURPOSE_MUTATE, g->step, i);
    if (par[PAR_MUTATION] == MUTATE_MASK) {
        return gene_mask(at, w, g->own[OWN_PM], table);
    } else {
        words4 v = random_block(at, 0);
        u32 j = random_bounded(at, v.x[1], 1, LEN);
        return (u64)v.x[0] < g->own[OWN_PM] && j / 64 == w ? (u64)1 << (j % 64) : 0;
    }
}
