// The plan on a device: words of the buffer par. Operators may instead be
// compiled in, which the host does by defining P_SELECTION and so on itself.
#ifndef P_SELECTION
#define P_SELECTION ((u32)par[PAR_SELECTION])
#define P_SCALING ((u32)par[PAR_SCALING])
#define P_CROSSOVER ((u32)par[PAR_CROSSOVER])
#define P_MUTATION ((u32)par[PAR_MUTATION])
#define P_PER_GENOME ((u32)par[PAR_PER_GENOME])
#define P_TOURNAMENT ((u32)par[PAR_TOURNAMENT])
#define P_OVERLAPPING ((u32)par[PAR_OVERLAPPING])
#define P_ELITES ((u32)par[PAR_ELITES])
#define P_UNIQUE ((u32)par[PAR_UNIQUE])
#endif
// Whether mutations are rare enough to be counted first: RARE_ALL and RARE_NONE
// are known of all replicas.
#if RARE_ALL
#define P_RARE(pm) 1
#elif RARE_NONE
#define P_RARE(pm) 0
#else
#define P_RARE(pm) ((pm) > 0 && (pm) <= RARE_THRESHOLD)
#endif
#define P_MEMBERS ((u32)par[PAR_MEMBERS])   // of a segment
#define P_CHILDREN ((u32)par[PAR_CHILDREN]) // of a segment
#define P_PAIRS ((u32)par[PAR_PAIRS])       // that make them
#define P_DEMES ((u32)par[PAR_DEMES])
#define P_MIGRANTS ((u32)par[PAR_MIGRANTS])
#define P_ROWS ((u32)par[PAR_ROWS])   // of a segment's members, with padding
#define P_BORN ((u32)par[PAR_BORN])   // of a segment's children, with padding
#define P_SLOTS (P_OVERLAPPING ? P_CHILDREN : P_MEMBERS) // that breeding fills

// Entries of a segment's guide to the wheel.
#define GUIDE_ROOM (((u32)1 << par[PAR_GUIDE]) + 2)

// Where the prefix sums of a deme's wheel are. A group that does all of a
// replica's work keeps them on chip, one deme's after the other's, if they fit.
#if WHEEL_ON_CHIP
#define PREFIX_SPACE LOCALPTR
#define PREFIX_OF(h, deme) ((h)->prefix)
#else
#define PREFIX_SPACE GLOBAL
#define PREFIX_OF(h, deme) ((h)->prefix + (u64)(deme) * P_ROWS)
#endif

// All that a replica works with, at the start of a step (back 0) or, for the
// first population, at its end (back 1). The population after step s lies in row
// table s % 2; with overlapping generations always in table 0, children in 1.
typedef struct {
    GLOBAL gene *now;
    GLOBAL gene *next;
    GLOBAL i64 *score;      // of now
    GLOBAL i64 *next_score; // of next
    GLOBAL u64 *state;
    GLOBAL u64 *segment; // of the replica's first deme
    PREFIX_SPACE u64 *prefix;
    GLOBAL u32 *guide; // or 0
    GLOBAL u32 *order;
    GLOBAL const u64 *par;
    GLOBAL const u64 *data;
    LOCALPTR const u64 *cache;
    GLOBAL const f64 *bounds;
    GLOBAL u16 *inverse;
    LOCALPTR const u64 *rare; // what rare masks are drawn with
    u64 seed, pc, pm, step;
    f64 anchor;
} replica;

DEVICE replica replica_of(u32 r, u32 back, GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,
                          GLOBAL u64 *segments, GLOBAL u64 *states, GLOBAL u64 *prefix, GLOBAL u32 *order,
                          GLOBAL const u64 *replicas, GLOBAL const u64 *par, GLOBAL const u64 *data, LOCALPTR const u64 *cache,
                          GLOBAL const f64 *bounds, GLOBAL u16 *inverse, u64 seed)
{
    replica h;
    u64 rows = (u64)P_ROWS * P_DEMES * r, born = (u64)P_BORN * P_DEMES * r;
    u32 swap;
    h.state = states + (u64)r * STATE_WORDS;
    h.step = h.state[STATE_STEP] + 1 - back;
    swap = !P_OVERLAPPING && (h.state[STATE_STEP] & 1);
    h.now = swap ? pop1 : pop0;
    h.next = swap ? pop0 : pop1;
    h.score = swap ? score1 : score0;
    h.next_score = swap ? score0 : score1;
    h.now += rows * STRIDE;
    h.score += rows;
    h.next += born * STRIDE;
    h.next_score += born;
    h.segment = segments + (u64)r * P_DEMES * SEGMENT_WORDS;
#if WHEEL_ON_CHIP
    h.prefix = 0; // the kernel knows
#else
    h.prefix = prefix + rows;
#endif
    h.guide = 0;
    h.order = order + (u64)P_MEMBERS * P_DEMES * r;
    h.par = par;
    h.data = data;
    h.cache = cache;
    h.bounds = bounds;
    h.inverse = inverse + (u64)r * P_DEMES * P_PAIRS * STRIDE;
    // As an argument the seed is known to be the same for all work-items, and the
    // keys of the generator's rounds are computed once.
#if SINGLE
    h.seed = seed;
#else
    h.seed = replicas[r * OWN_WORDS + OWN_SEED];
#endif
    h.pc = replicas[r * OWN_WORDS + OWN_PC];
    h.pm = replicas[r * OWN_WORDS + OWN_PM];
    h.rare = cache + (CACHED ? CACHE_WORDS : 0);
    h.anchor = F64_FROM(h.state[STATE_ANCHOR]);
    return h;
}
