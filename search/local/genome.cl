// What stands before a problem's part in the searches that go from neighbor to
// neighbor, the twin of local_search.go. A group of GROUP_WORKERS work-items has a
// replica.
//
// KIND     of genomes: 0 binary, 1 discrete, 2 permutations
// ON_CHIP  1: what is kept of a genome lies on chip
#if KIND == 0
typedef u64 gene;
#define GENES WORDS
#define WORD(g, w) (g)[w]
#elif KIND == 1
typedef u8 gene;
#define GENES LEN
#define SYMBOL(g, j) (g)[j]
#else
typedef u16 gene;
#define GENES LEN
#define PLACE(g, j) (g)[j]
#endif
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

#if ON_CHIP
#define KEPT LOCALPTR
#else
#define KEPT GLOBAL
#endif
#define ASIDE KEPT

#if GROUP_WORKERS == 1
#define SYNC()
#else
#define SYNC() BARRIER()
#endif

#define LEAST ((i64)((u64)1 << 63))
#define MOST ((i64)(~(u64)0 >> 1))
#define NOBODY 0xFFFFFFFFu

// problem.Difference.
DEVICE i64 search_difference(i64 a, i64 b)
{
    i64 d = (i64)((u64)a - (u64)b);
    if (a >= b && d < 0)
        return MOST;
    if (a < b && (d >= 0 || d == LEAST))
        return -MOST;
    return d;
}
