// Steps to the best neighbour: the twin of trail.go. A group of GROUP_WORKERS
// work-items has a replica, and each of them a copy of its genome, in which it
// flips one gene after the other to see what that is worth.
//
// TRAIL_TABU  1 for tabu search, 0 for hill climbing
typedef u64 gene;
#define WORD(g, w) (g)[w]
#ifndef REAL
#define REAL(g, j) (g)[j]
#endif
#define GENOME_SPACE GLOBAL
#define GENOME GLOBAL const gene *
#define GENOME_RW GLOBAL gene *
#define TEAM 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_scan_i64(x) ((i64)0)
#define team_sync()
