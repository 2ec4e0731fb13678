// The quantum-inspired genetic algorithm: the twin of observe.go and quantum.go.
// A group of GROUP_WORKERS work-items evolves TOGETHER populations for many steps
// in a launch, on chip where they fit. Observation and rotation are shared out by
// columns of eight genes; a genome is repaired and scored by one work-item, as
// many as there are members at the same time.
//
// MEMBERS   of a population
// ON_CHIP   1 when populations lie on chip
// ROOM      bytes of a member's angles, a multiple of 64
// RING      the angle of a gene that is 1
//
// Populations: the angles of all members, random bytes for NOISE_ROWS of them,
// the genomes, the best ones, and the scores.
#if ON_CHIP
#define PLACE LOCALPTR
#else
#define PLACE GLOBAL
#endif

// Before memory that others wrote is read, or that they read is written.
#if GROUP_WORKERS == 1
#undef WHEN
#define WHEN(c) if (c)
#define SYNC()
#else
#define SYNC() GROUP_FENCE(1)
#endif

typedef u64 gene;
#define WORD(g, w) (g)[w]
#define TEAM 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()
// A short genome is scored in registers.
#if WORDS <= 16
#define GENOME const gene *
#define GENOME_RW gene *
#else
#define GENOME PLACE const gene *
#define GENOME_RW PLACE gene *
#endif
