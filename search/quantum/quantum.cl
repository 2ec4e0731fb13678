// The quantum-inspired genetic algorithm: the twin of observe.go and cpu.go. A
// group of GROUP_WORKERS work-items, at most 32, evolves one population for many
// steps in a launch, on chip where it fits.
//
// TEAM      work-items that repair and score a genome together: the group, or 1
// ON_CHIP   1 when a population's words lie on chip
// CACHED    1 when the problem's tables do
// ROOM      bytes of a member's angles, a multiple of 64
// RING      the angle of a gene that is 1, EVEN that of one as likely 0 as 1
//
// A population: the angles of its members, the upper bytes of their chances,
// random bytes for two members, the genomes, the best one, and the scores.
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
#define GENOME_SPACE PLACE
#define GENOME PLACE const gene *
#define GENOME_RW PLACE gene *
#if TEAM == 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()
#else
#define LANE LOCAL_ID
#define TEAM_PARAM , LOCALPTR u64 *team
#define TEAM_ARG , team
#define team_sync() SYNC()

DEVICE i64 team_sum_i64(i64 x TEAM_PARAM) { return group_sum_i64(x, team); }

DEVICE u32 team_min_u32(u32 x TEAM_PARAM) { return (u32)group_min_i64((i64)x, team); }

DEVICE i64 team_scan_i64(i64 x TEAM_PARAM)
{
    u64 total;
    return (i64)group_scan_u64((u64)x, &total, team);
}
#endif
