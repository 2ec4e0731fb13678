// Genomes and teams, as problem.Kernel promises them to a problem's part.
//
// Needs KIND, LEN, WORDS, STRIDE (elements between rows) and TEAM. A team of one
// work-item keeps a binary genome in registers, unless ROWS_ONLY is 1; everything
// else works on rows in GENOME_SPACE, global memory unless it is defined, where lane
// l of a team owns the words w with w % TEAM == l.

#if KIND == KIND_BINARY
typedef u64 gene;
#define WORD(g, w) (g)[w]
#elif KIND == KIND_DISCRETE
typedef u8 gene;
#define SYMBOL(g, j) (g)[j]
#elif KIND == KIND_PERMUTATION
typedef u16 gene;
#define PLACE(g, j) (g)[j]
#else
typedef f64 gene;
#endif
#ifndef REAL
#define REAL(g, j) (g)[j]
#endif

// With CLASSED, genes stand for variables: classes.go.
#ifndef CLASSED
#define CLASSED 0
#endif
#define CLASS_WHOLE 1
#define CLASS_CHOICE 2
#define CLASS_KEY 3
#define GENE_CLASS(j) ((u32)bounds[2 * LEN + (j)])

// A gene within its range.
DEVICE f64 clamp_gene(f64 x, f64 lower, f64 upper)
{
    if (!(x > lower))
        return lower;
    return x > upper ? upper : x;
}

#if KIND == KIND_BINARY && TEAM == 1 && !ROWS_ONLY
#define IN_REGISTERS 1
#define GENOME const gene *
#define GENOME_RW gene *
#else
#define IN_REGISTERS 0
#ifndef GENOME_SPACE
#define GENOME_SPACE GLOBAL
#endif
#define GENOME GENOME_SPACE const gene *
#define GENOME_RW GENOME_SPACE gene *
#endif

#if TEAM == 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sum_i64(x) (x)
#define team_min_u32(x) (x)
#define team_sync()
#define TEAM_WHEN(c) if (c) // the body may have a team_sync()
#define TEAM_DEVICE DEVICE_ONCE
#else
// The group is the team; team points to its scratch.
#define LANE LOCAL_ID
#define TEAM_PARAM , LOCALPTR u64 *team
#define TEAM_ARG , team
#define team_sync() BARRIER()
#define TEAM_WHEN(c) WHEN (c)
#define TEAM_DEVICE DEVICE

DEVICE i64 team_sum_i64(i64 x TEAM_PARAM)
{
    i64 sum;
    team[LOCAL_ID] = (u64)x;
    BARRIER();
    for (u32 d = TEAM / 2; d > 0; d /= 2) {
        if (LOCAL_ID < d)
            team[LOCAL_ID] += team[LOCAL_ID + d];
        BARRIER();
    }
    sum = (i64)team[0];
    BARRIER();
    return sum;
}

// The sum over the lower lanes.
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
    u32 least;
    team[LOCAL_ID] = x;
    BARRIER();
    for (u32 d = TEAM / 2; d > 0; d /= 2) {
        if (LOCAL_ID < d)
            team[LOCAL_ID] = MIN(team[LOCAL_ID], team[LOCAL_ID + d]);
        BARRIER();
    }
    least = (u32)team[0];
    BARRIER();
    return least;
}
#endif

// The part of a mask of the first k bits that lies in word w.
DEVICE u64 below(u32 k, u32 w)
{
    u32 first = w * 64;
    if (k <= first)
        return 0;
    if (k >= first + 64)
        return ~(u64)0;
    return ((u64)1 << (k - first)) - 1;
}

#if KIND == KIND_BINARY
// Every word is visited so that a genome in registers stays there.
DEVICE u32 bit_get(GENOME g, u32 i)
{
#if IN_REGISTERS
    u64 x = 0;
#pragma unroll
    for (u32 w = 0; w < WORDS; w++)
        x = w == i / 64 ? g[w] : x;
    return (u32)(x >> (i % 64)) & 1;
#else
    return (u32)(g[i / 64] >> (i % 64)) & 1;
#endif
}

DEVICE void bit_xor(GENOME_RW g, u32 i, u32 bit)
{
#if IN_REGISTERS
#pragma unroll
    for (u32 w = 0; w < WORDS; w++)
        g[w] ^= w == i / 64 ? (u64)bit << (i % 64) : 0;
#else
    g[i / 64] ^= (u64)bit << (i % 64);
#endif
}
#endif

// Exchanges two genes.
DEVICE void gene_swap(GENOME_RW g, u32 i, u32 j)
{
#if KIND == KIND_BINARY
    u32 x = bit_get(g, i) ^ bit_get(g, j);
    if (i != j) {
        bit_xor(g, i, x);
        bit_xor(g, j, x);
    }
#else
    gene x = g[i];
    g[i] = g[j];
    g[j] = x;
#endif
}

// How far two genomes lie apart, as mutate.go's distance; the lanes of a team
// see the sum of what they own.
DEVICE f64 genome_distance(GENOME g, GENOME h, GLOBAL const f64 *bounds)
{
#if KIND == KIND_BINARY
    u32 d = 0;
#pragma unroll
    for (u32 w = LANE; w < WORDS; w += TEAM)
        d += POPCOUNT64(g[w] ^ h[w]);
    return (f64)d;
#elif KIND == KIND_REAL
    f64 sum = 0;
    for (u32 j = 0; j < LEN; j++) {
        f64 span = bounds[LEN + j] - bounds[j];
        if (span > 0)
            sum += F64_ABS(g[j] - h[j]) / span;
    }
    return sum;
#else
    u32 d = 0;
    for (u32 j = 0; j < LEN; j++)
        d += g[j] != h[j];
    return (f64)d;
#endif
}

// A genome of the first population; at has purpose Init.
DEVICE void initialize(GENOME_RW g, address at, GLOBAL const f64 *bounds)
{
#if KIND == KIND_BINARY
#pragma unroll
    for (u32 w = LANE; w < WORDS; w += TEAM)
        g[w] = random_mask(at, w, (u64)1 << 31, below(LEN, w));
#elif KIND == KIND_DISCRETE
    for (u32 j = 0; j < LEN; j++)
        g[j] = (u8)random_bounded(at, random_word(at, j), j, ALPHABET);
#elif KIND == KIND_PERMUTATION
    for (u32 j = 0; j < LEN; j++)
        g[j] = (u16)j;
    for (u32 i = LEN - 1; i > 0; i--)
        gene_swap(g, i, random_bounded(at, random_word(at, i), i, i + 1));
#else
    for (u32 j = 0; j < LEN; j++) {
        words4 v = random_block(at, j);
        g[j] = bounds[j] + random_unit(v.x[0], v.x[1]) * (bounds[LEN + j] - bounds[j]);
    }
#endif
}
