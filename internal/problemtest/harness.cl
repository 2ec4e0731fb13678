// The smallest searcher: what problem.Kernel promises to a part, and after it
// (launch.cl) a kernel that repairs and scores rows.
//
// KIND 0 binary, 1 discrete, 2 permutation, 3 real; TEAM work-items a genome.
#if KIND == 0
typedef u64 gene;
#define WORD(g, w) (g)[w]
#elif KIND == 1
typedef u8 gene;
#define SYMBOL(g, j) (g)[j]
#elif KIND == 2
typedef u16 gene;
#define PLACE(g, j) (g)[j]
#else
typedef f64 gene;
#define REAL(g, j) (g)[j]
#endif

#if TEAM == 1
#define GENOME const gene *
#define GENOME_RW gene *
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()
#else
#define GENOME_SPACE GLOBAL
#define GENOME GLOBAL const gene *
#define GENOME_RW GLOBAL gene *
#define LANE LOCAL_ID
#define TEAM_PARAM , LOCALPTR u64 *team
#define TEAM_ARG , team
#define team_sync() BARRIER()

DEVICE i64 team_sum_i64(i64 x TEAM_PARAM)
{
    u64 sum = 0;
    team[LANE] = (u64)x;
    BARRIER();
    for (u32 l = 0; l < TEAM; l++)
        sum += team[l];
    BARRIER();
    return (i64)sum;
}

DEVICE i64 team_scan_i64(i64 x TEAM_PARAM)
{
    i64 sum = 0;
    team[LOCAL_ID] = (u64)x;
    BARRIER();
    for (u32 k = 0; k < LOCAL_ID; k++)
        sum += (i64)team[k];
    BARRIER();
    return sum;
}

DEVICE u32 team_min_u32(u32 x TEAM_PARAM)
{
    u32 least = x;
    team[LANE] = x;
    BARRIER();
    for (u32 l = 0; l < TEAM; l++)
        least = MIN(least, (u32)team[l]);
    BARRIER();
    return least;
}
#endif
