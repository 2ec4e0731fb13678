// Genomes as problem.Kernel promises them to a problem's part: rows of STRIDE
// floats in global memory, a work-item each.

typedef f64 gene;
#define REAL(g, j) (g)[j]
#define GENOME GLOBAL const gene *
#define GENOME_RW GLOBAL gene *
#define TEAM 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()

// Copies the problem's tables on chip; scratch begins behind them.
#if CACHED
#define FILL_CACHE()                                         \
    for (u32 k = LOCAL_ID; k < CACHE_WORDS; k += GROUP_SIZE) \
        mem[k] = data[k];                                    \
    BARRIER()
#else
#define FILL_CACHE()
#endif
#define SCRATCH (mem + (CACHED ? CACHE_WORDS : 0))
