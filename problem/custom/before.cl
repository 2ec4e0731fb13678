// What a fragment can use.
//
// CUSTOM_KIND      0 binary, 1 discrete, 2 permutation, 3 real
// CUSTOM_REAL      1 when scores are f64
// CUSTOM_MINIMIZE  1 when the least score is the best
// CUSTOM_WALK      1 for local searches that ask delta
#if CUSTOM_REAL
typedef f64 custom_score;
#else
typedef i64 custom_score;
#endif

#if !defined(TEAM) || TEAM == 1
typedef int custom_team;
#define CUSTOM_SUM(t, x) ((i64)(x))
#define CUSTOM_LEAST(t, x) ((u32)(x))
#define CUSTOM_WAIT(t) ((void)0)
#else
typedef LOCALPTR u64 *custom_team;
#define CUSTOM_SUM(t, x) team_sum_i64((i64)(x), t)
#define CUSTOM_LEAST(t, x) team_min_u32((u32)(x), t)
#define CUSTOM_WAIT(t) BARRIER()
#endif

// A gene and how it is set. With CUSTOM_WALK a genome is what a local search
// keeps, 32 bits a gene, seen as if genes a and b were exchanged; a C compiler has
// its own way (native.h).
#if CUSTOM_WALK
typedef struct {
    KEPT const u32 *cells;
    u32 a, b;
} custom_view;
DEVICE int custom_look(custom_view g, u32 i)
{
#if CUSTOM_KIND == 2
    i = i == g.a ? g.b : i == g.b ? g.a : i;
#endif
    return (int)g.cells[i];
}
#elif !defined(CUSTOM_GENE)
#if CUSTOM_KIND == 0 && WORDS == 1 // it stays in its register
DEVICE int custom_gene(GENOME g, u32 i) { return (int)(WORD(g, 0) >> i) & 1; }
DEVICE void custom_set(GENOME_RW g, u32 i, int v) { WORD(g, 0) = (WORD(g, 0) & ~((u64)1 << i)) | (u64)(v != 0) << i; }
#elif CUSTOM_KIND == 0
DEVICE int custom_gene(GENOME g, u32 i) { return (int)(WORD(g, i / 64) >> (i % 64)) & 1; }
DEVICE void custom_set(GENOME_RW g, u32 i, int v)
{
    WORD(g, i / 64) = (WORD(g, i / 64) & ~((u64)1 << (i % 64))) | (u64)(v != 0) << (i % 64);
}
#elif CUSTOM_KIND == 1
DEVICE int custom_gene(GENOME g, u32 i) { return SYMBOL(g, i); }
DEVICE void custom_set(GENOME_RW g, u32 i, int v) { SYMBOL(g, i) = (u8)v; }
#elif CUSTOM_KIND == 2
DEVICE int custom_gene(GENOME g, u32 i) { return PLACE(g, i); }
DEVICE void custom_set(GENOME_RW g, u32 i, int v) { PLACE(g, i) = (u16)v; }
#else
DEVICE f64 custom_gene(GENOME g, u32 i) { return REAL(g, i); }
DEVICE void custom_set(GENOME_RW g, u32 i, f64 v) { REAL(g, i) = v; }
#endif
#define CUSTOM_GENE(g, i) custom_gene(g, (u32)(i))
#define CUSTOM_SET(g, i, v) custom_set(g, (u32)(i), v)
#endif

DEVICE f64 custom_sqrt(f64 x) { return F64_SQRT(x); }
DEVICE f64 custom_fabs(f64 x) { return F64_ABS(x); }
DEVICE f64 custom_floor(f64 x) { return F64_FLOOR(x); }
DEVICE f64 custom_ceil(f64 x) { return -F64_FLOOR(-x); }
