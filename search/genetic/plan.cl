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
#define P_MEMBERS ((u32)par[PAR_DEME_SIZE]) // of a segment
#define P_CHILDREN ((u32)par[PAR_CHILDREN]) // of a segment
#define P_PAIRS ((u32)par[PAR_PAIRS])       // that make them
#define P_DEMES ((u32)par[PAR_DEMES])
#define P_MIGRANTS ((u32)par[PAR_MIGRANTS])
#define P_ROWS ((u32)par[PAR_ROWS])   // of a segment's members, with padding
#define P_BORN ((u32)par[PAR_BORN])   // of a segment's children, with padding
#define P_SLOTS (P_OVERLAPPING ? P_CHILDREN : P_MEMBERS) // that breeding fills

// The replica and the deme of a segment.
#if SINGLE
#define REPLICA_OF(s) 0
#define DEME_OF(s) (s)
#else
#define REPLICA_OF(s) ((s) / P_DEMES)
#define DEME_OF(s) ((s) % P_DEMES)
#endif

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

// The replica r in a kernel that breeds or measures. With overlapping generations
// the population is changed in place, and children are what is next.
#define POPULATION(h, r, back)    \
    replica h = REPLICA(r, back); \
    h.cache = mem;                \
    h.rare = mem + CACHE_END;     \
    h.pc = h.own[OWN_PC];         \
    h.pm = h.own[OWN_PM]

// Makes what a step has made what is now.
#define TAKE_MADE(h)                                                        \
    (h).genomes = P_OVERLAPPING ? (h).genomes : (h).next_genomes;           \
    (h).scores = P_OVERLAPPING ? (h).scores : (h).next_scores
