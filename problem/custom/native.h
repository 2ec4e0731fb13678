// The dialect for a C compiler: what kernel/prelude.cl and a searcher give to a
// fragment on a device, for one genome at a time.
//
// CUSTOM_KIND   0 binary, 1 discrete, 2 permutation, 3 real
// CUSTOM_CELLS  defined where binary genomes are unpacked, a number for each gene:
//               compilers then make vector instructions of loops over genes
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef float f32;
typedef double f64;

#define DEVICE static inline
#define GLOBAL
#define LOCALPTR
#define CONSTANT static
#define CONSTANTPTR
#define EXPORT __attribute__((visibility("default")))
#define POPCOUNT64(x) ((u32)__builtin_popcountll(x))
#define POPCOUNT32(x) ((u32)__builtin_popcount(x))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef union {
    u64 bits;
    f64 number;
} native_f64;

DEVICE u64 F64_BITS(f64 x)
{
    native_f64 u;
    u.number = x;
    return u.bits;
}

DEVICE f64 F64_FROM(u64 b)
{
    native_f64 u;
    u.bits = b;
    return u.number;
}

#ifdef __TINYC__
double sqrt(double);
double floor(double);
double fabs(double);
DEVICE f64 F64_SQRT(f64 x) { return sqrt(x); }
DEVICE f64 F64_FLOOR(f64 x) { return floor(x); }
DEVICE f64 F64_ABS(f64 x) { return fabs(x); }
#else
#define F64_SQRT(x) __builtin_sqrt(x)
#define F64_FLOOR(x) __builtin_floor(x)
#define F64_ABS(x) __builtin_fabs(x)
#endif

#if CUSTOM_KIND == 0
typedef u64 gene;
#define WORD(g, w) (g)[w]
#elif CUSTOM_KIND == 1
typedef u8 gene;
#define SYMBOL(g, j) (g)[j]
#elif CUSTOM_KIND == 2
typedef u16 gene;
#define PLACE(g, j) (g)[j]
#else
typedef f64 gene;
#define REAL(g, j) (g)[j]
#endif
#ifdef CUSTOM_CELLS
typedef int cell;
#else
typedef gene cell;
#endif
#define GENOME const cell *
#define GENOME_RW cell *

// A gene that does not exist is a trap, at the line that asks for it: these are no
// functions, whose lines are their own. In loops over all genes the test goes. The
// signal is another than that of a division by zero, which is __builtin_trap's.
#ifdef CUSTOM_TRIAL // it says where
extern int dprintf(int, const char *, ...);
extern void _exit(int);
#define NATIVE_TRAP() (dprintf(2, "%s:%d: runtime error: gene %d\n", __FILE__, __LINE__, (int)native_at), _exit(1))
#elif defined(__TINYC__)
#define NATIVE_TRAP() (*(volatile char *)0 = 0)
#elif defined(__x86_64__)
#define NATIVE_TRAP() ({ __asm__ volatile("int3"); __builtin_unreachable(); })
#elif defined(__aarch64__)
#define NATIVE_TRAP() ({ __asm__ volatile(".inst 0"); __builtin_unreachable(); })
#else
#define NATIVE_TRAP() __builtin_trap()
#endif
#define NATIVE_PLACE(i)       \
    u32 native_at = (u32)(i); \
    if (native_at >= LEN)     \
        NATIVE_TRAP();
#if CUSTOM_KIND == 3
#define CUSTOM_GENE(g, i) ({ NATIVE_PLACE(i) (g)[native_at]; })
#define CUSTOM_SET(g, i, v) ({ NATIVE_PLACE(i) (g)[native_at] = (v); (void)0; })
#elif CUSTOM_KIND == 0 && !defined(CUSTOM_CELLS)
#define CUSTOM_GENE(g, i) ({ NATIVE_PLACE(i) (int)((g)[native_at / 64] >> (native_at % 64)) & 1; })
#define CUSTOM_SET(g, i, v)                                                                                                         \
    ({                                                                                                                              \
        NATIVE_PLACE(i)                                                                                                             \
        (g)[native_at / 64] = ((g)[native_at / 64] & ~((u64)1 << (native_at % 64))) | (u64)((v) != 0) << (native_at % 64); (void)0; \
    })
#elif CUSTOM_KIND == 0
#define CUSTOM_GENE(g, i) ({ NATIVE_PLACE(i) (g)[native_at]; })
#define CUSTOM_SET(g, i, v) ({ NATIVE_PLACE(i) (g)[native_at] = (v) != 0; (void)0; })
#else
#define CUSTOM_GENE(g, i) ({ NATIVE_PLACE(i) (int)(g)[native_at]; })
#define CUSTOM_SET(g, i, v) ({ NATIVE_PLACE(i) (g)[native_at] = (cell)(v); (void)0; })
#endif
#define TEAM 1
#define LANE 0
#define TEAM_PARAM
#define TEAM_ARG
#define team_sync()
typedef int address; // of random numbers, which fragments do not have
