// Genomes and replicas. Rows of genomes lie in global memory; a work-item has
// one, or a word of one.

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

// All that a replica works with, at the start of a step (back 0) or, for the
// first population, at its end (back 1). The population after step s lies in
// row table s % 2.
typedef struct {
    GLOBAL gene *now;
    GLOBAL gene *next;
    GLOBAL i64 *score; // of now
    GLOBAL i64 *next_score; // of next
    GLOBAL u32 *passes; // of climbs
    GLOBAL u64 *state;
    GLOBAL u32 *used; // climbs of this step that improved in their last pass
    GLOBAL u32 *mate;
    GLOBAL u32 *last; // improving pass of each climb
    GLOBAL const u64 *own; // the replica's parameters
    GLOBAL const u64 *par;
    GLOBAL const u64 *data;
    u64 seed, step;
    f64 anchor;
} replica;

#define REPLICA_PARAMS                                                                       \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,            \
        GLOBAL u32 *passes, GLOBAL u64 *states, GLOBAL u32 *used,                            \
        GLOBAL u32 *mates, GLOBAL u32 *lasts,                                                \
        GLOBAL const u64 *RESTRICT replicas, GLOBAL const u64 *RESTRICT par, GLOBAL const u64 *RESTRICT data

#define REPLICA(r, back)                                                                     \
    replica_of(r, back, pop0, pop1, score0, score1, passes, states, used, mates, lasts, replicas, par, data)

DEVICE replica replica_of(u32 r, u32 back, GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,
                          GLOBAL u32 *passes, GLOBAL u64 *states, GLOBAL u32 *used, GLOBAL u32 *mates, GLOBAL u32 *lasts,
                          GLOBAL const u64 *replicas, GLOBAL const u64 *par, GLOBAL const u64 *data)
{
    replica h;
    u64 first = (u64)r * P_MEMBERS;
    u32 swap;
    h.state = states + (u64)r * STATE_WORDS;
    h.step = h.state[STATE_STEP] + 1 - back;
    swap = (u32)h.state[STATE_STEP] & 1;
    h.now = (swap ? pop1 : pop0) + first * STRIDE;
    h.next = (swap ? pop0 : pop1) + first * STRIDE;
    h.score = (swap ? score1 : score0) + first;
    h.next_score = (swap ? score0 : score1) + first;
    h.passes = passes + r;
    h.used = used + r;
    h.mate = mates + first;
    h.last = lasts + first;
    h.own = replicas + (u64)r * OWN_WORDS;
    h.par = par;
    h.data = data;
    h.seed = h.own[OWN_SEED];
    h.anchor = F64_FROM(h.state[STATE_ANCHOR]);
    return h;
}
