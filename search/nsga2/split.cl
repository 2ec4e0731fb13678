// Rows that are compared with all others: SPLIT work-items next to each other share a
// row, each compares it with every SPLIT-th other one, and they put together what they
// found. SPLIT is a power of two, at most 32, and a divisor of the group's size. mem has
// a word for each work-item.

#define ROW (ELEMENT / SPLIT)
#define PART (LOCAL_ID % SPLIT)

#define SPLIT_ADD(a, b) ((a) + (b))

#if SPLIT == 1
#define SPLIT_REDUCTION(NAME, T, COMBINE) \
    DEVICE T NAME(T x, LOCALPTR u64 *mem) { return x; }
#elif defined(__OPENCL_VERSION__)
#define SPLIT_REDUCTION(NAME, T, COMBINE)                                     \
    DEVICE T NAME(T x, LOCALPTR u64 *mem)                                     \
    {                                                                         \
        LOCALPTR T *s = (LOCALPTR T *)mem;                                    \
        s[LOCAL_ID] = x;                                                      \
        BARRIER();                                                            \
        for (u32 d = SPLIT / 2; d > 0; d /= 2) {                              \
            if (PART < d)                                                     \
                s[LOCAL_ID] = COMBINE(s[LOCAL_ID], s[LOCAL_ID + d]);          \
            BARRIER();                                                        \
        }                                                                     \
        x = s[LOCAL_ID - PART];                                               \
        BARRIER();                                                            \
        return x;                                                             \
    }
#else
#define SPLIT_REDUCTION(NAME, T, COMBINE)                    \
    DEVICE T NAME(T x, u64 *mem)                             \
    {                                                        \
        for (u32 d = SPLIT / 2; d > 0; d /= 2) {             \
            T y = __shfl_xor_sync(0xFFFFFFFFu, x, d);        \
            x = COMBINE(x, y);                               \
        }                                                    \
        return x;                                            \
    }
#endif

SPLIT_REDUCTION(split_sum, u64, SPLIT_ADD)
SPLIT_REDUCTION(split_min, i64, MIN)
SPLIT_REDUCTION(split_max, i64, MAX)
