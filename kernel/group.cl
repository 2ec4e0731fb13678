// Collective functions of one work-group. All work-items call them in uniform
// control flow, the group size is a power of two, and scratch has
// GROUP_SCRATCH(group size) words of local memory. Scratch must be free on entry (a
// barrier since its last use) and is free again on return; results are the same
// in every work-item.
//
//   group_sum_u64, group_sum_i64, group_min_i64, group_max_i64 (x, scratch)
//   group_sum_f64_tree(x, scratch)     node(k, j) = node(k-1, 2 j) + node(k-1, 2 j + 1)
//                                      over work-items; a missing one counts as -0.0
//   group_argmax(score, index, scratch)    ties go to the lowest index
//   group_scan_u32, group_scan_u64 (x, &total, scratch)    the sum over lower work-items
//   group_sort_desc(keys, index, n)    pairs in global memory, descending by key, ties
//                                      to the lower index; _local: in local memory
//
// A program whose group size is fixed may define GROUP_WORKERS to it; the loops then
// unroll. CUDA shuffles inside warps and takes two barriers, none for groups of up to 32;
// elsewhere sixteen work-items fold a chunk each, for three barriers.

#define GROUP_SCRATCH(size) (2 * (size) + 32)

#ifndef GROUP_WORKERS
#define GROUP_WORKERS GROUP_SIZE
#endif

typedef struct {
    i64 score;
    u32 index;
} group_best;

#define GROUP_ADD(a, b) ((a) + (b))

DEVICE group_best group_better(group_best a, group_best b)
{
    return a.score > b.score || (a.score == b.score && a.index < b.index) ? a : b;
}

#ifdef __OPENCL_VERSION__

// s[0] … s[GROUP_WORKERS - 1] folded, in the order of the tree, by every work-item.
#define GROUP_FOLD(T, COMBINE)                                                                    \
    u32 parts = MIN(GROUP_WORKERS, 16u), chunk = GROUP_WORKERS / parts, first = LOCAL_ID * chunk; \
    T v[16], folded;                                                                              \
    BARRIER();                                                                                    \
    if (LOCAL_ID < parts)                                                                         \
        for (u32 w = 1; w < chunk; w *= 2)                                                        \
            for (u32 j = first; j < first + chunk; j += 2 * w)                                    \
                s[j] = COMBINE(s[j], s[j + w]);                                                   \
    BARRIER();                                                                                    \
    for (u32 i = 0; i < 16; i++)                                                                  \
        v[i] = s[i % parts * chunk];                                                              \
    for (u32 w = 1; w < 16; w *= 2)                                                               \
        for (u32 j = 0; j < 16; j += 2 * w)                                                       \
            v[j] = w < parts ? COMBINE(v[j], v[j + w]) : v[j];                                    \
    folded = v[0];                                                                                \
    BARRIER();                                                                                    \
    return folded;

#define GROUP_REDUCTION(NAME, T, COMBINE)      \
    DEVICE T NAME(T x, LOCALPTR u64 *scratch)  \
    {                                          \
        LOCALPTR T *s = (LOCALPTR T *)scratch; \
        s[LOCAL_ID] = x;                       \
        GROUP_FOLD(T, COMBINE)                 \
    }

DEVICE group_best group_best_of(i64 score, u32 index)
{
    group_best r;
    r.score = score;
    r.index = index;
    return r;
}

#define GROUP_BETTER(a, b) group_better(a, b)

DEVICE group_best group_argmax(i64 score, u32 index, LOCALPTR u64 *scratch)
{
    LOCALPTR group_best *s = (LOCALPTR group_best *)scratch;
    s[LOCAL_ID] = group_best_of(score, index);
    GROUP_FOLD(group_best, GROUP_BETTER)
}

#define GROUP_SCAN(NAME, T)                                                   \
    DEVICE T NAME(T x, T *total, LOCALPTR u64 *scratch)                       \
    {                                                                         \
        LOCALPTR T *s = (LOCALPTR T *)scratch;                                \
        u32 parts = MIN(GROUP_WORKERS, 16u), chunk = GROUP_WORKERS / parts;   \
        T before = 0, all = 0;                                                \
        s[LOCAL_ID] = x;                                                      \
        BARRIER();                                                            \
        if (LOCAL_ID < parts) {                                               \
            T sum = 0;                                                        \
            for (u32 j = LOCAL_ID * chunk; j < (LOCAL_ID + 1) * chunk; j++) { \
                T y = s[j];                                                   \
                s[j] = sum;                                                   \
                sum += y;                                                     \
            }                                                                 \
            s[GROUP_WORKERS + LOCAL_ID] = sum;                                \
        }                                                                     \
        BARRIER();                                                            \
        for (u32 i = 0; i < parts; i++) {                                     \
            T y = s[GROUP_WORKERS + i];                                       \
            before += i < LOCAL_ID / chunk ? y : 0;                           \
            all += y;                                                         \
        }                                                                     \
        before += s[LOCAL_ID];                                                \
        BARRIER();                                                            \
        *total = all;                                                         \
        return before;                                                        \
    }

#define GROUP_FENCE(span) BARRIER()

#else

// The lanes of this warp, and how many a warp and the group have.
#define GROUP_LANES (GROUP_WORKERS < 32 ? (1u << (GROUP_WORKERS & 31)) - 1 : 0xFFFFFFFFu)
#define GROUP_WIDTH MIN(GROUP_WORKERS, 32u)

#define GROUP_REDUCTION(NAME, T, COMBINE)                 \
    DEVICE T NAME(T x, u64 *scratch)                      \
    {                                                     \
        T *s = (T *)scratch;                              \
        u32 warps = GROUP_WORKERS / 32;                   \
        for (u32 w = 1; w < GROUP_WIDTH; w *= 2) {        \
            T y = __shfl_xor_sync(GROUP_LANES, x, w);     \
            x = COMBINE(x, y);                            \
        }                                                 \
        if (warps > 1) {                                  \
            if (LOCAL_ID % 32 == 0)                       \
                s[LOCAL_ID / 32] = x;                     \
            BARRIER();                                    \
            x = s[LOCAL_ID & (warps - 1)];                \
            for (u32 w = 1; w < warps; w *= 2) {          \
                T y = __shfl_xor_sync(GROUP_LANES, x, w); \
                x = COMBINE(x, y);                        \
            }                                             \
            BARRIER();                                    \
        }                                                 \
        return x;                                         \
    }

DEVICE group_best group_better_lane(group_best a, u32 w)
{
    group_best b;
    b.score = __shfl_xor_sync(GROUP_LANES, a.score, w);
    b.index = __shfl_xor_sync(GROUP_LANES, a.index, w);
    return group_better(a, b);
}

DEVICE group_best group_argmax(i64 score, u32 index, u64 *scratch)
{
    group_best *s = (group_best *)scratch, r;
    u32 warps = GROUP_WORKERS / 32;
    r.score = score;
    r.index = index;
    for (u32 w = 1; w < GROUP_WIDTH; w *= 2)
        r = group_better_lane(r, w);
    if (warps > 1) {
        if (LOCAL_ID % 32 == 0)
            s[LOCAL_ID / 32] = r;
        BARRIER();
        r = s[LOCAL_ID & (warps - 1)];
        for (u32 w = 1; w < warps; w *= 2)
            r = group_better_lane(r, w);
        BARRIER();
    }
    return r;
}

// The sum over this lane and those below it.
template <typename T> DEVICE T group_warp_scan(T x, u32 lane, u32 width)
{
    for (u32 d = 1; d < width; d *= 2) {
        T y = __shfl_up_sync(GROUP_LANES, x, d);
        x += lane >= d ? y : 0;
    }
    return x;
}

#define GROUP_SCAN(NAME, T)                                                         \
    DEVICE T NAME(T x, T *total, u64 *scratch)                                      \
    {                                                                               \
        T *s = (T *)scratch;                                                        \
        u32 lane = LOCAL_ID % 32, warp = LOCAL_ID / 32, warps = GROUP_WORKERS / 32; \
        T sum = group_warp_scan(x, lane, GROUP_WIDTH), before = sum - x;            \
        if (warps > 1) {                                                            \
            T t, below;                                                             \
            if (lane == 31)                                                         \
                s[warp] = sum;                                                      \
            BARRIER();                                                              \
            t = group_warp_scan(s[lane & (warps - 1)], lane, warps);                \
            below = __shfl_sync(GROUP_LANES, t, warp - 1);                          \
            before += warp > 0 ? below : 0;                                         \
            *total = __shfl_sync(GROUP_LANES, t, warps - 1);                        \
            BARRIER();                                                              \
        } else {                                                                    \
            *total = __shfl_sync(GROUP_LANES, sum, GROUP_WIDTH - 1);                \
        }                                                                           \
        return before;                                                              \
    }

// A warp compares 64 neighboring places, so steps within them need no more
// than the warp's own barrier.
#define GROUP_FENCE(span)            \
    do {                             \
        if ((span) > 64)             \
            BARRIER();               \
        else                         \
            __syncwarp(GROUP_LANES); \
    } while (0)

#endif

GROUP_REDUCTION(group_sum_u64, u64, GROUP_ADD)
GROUP_REDUCTION(group_sum_i64, i64, GROUP_ADD)
GROUP_REDUCTION(group_min_i64, i64, MIN)
GROUP_REDUCTION(group_max_i64, i64, MAX)
GROUP_REDUCTION(group_sum_f64_tree, f64, GROUP_ADD)
GROUP_SCAN(group_scan_u32, u32)
GROUP_SCAN(group_scan_u64, u64)

// A bitonic sort whose comparisons all point the same way (the first step of each
// merge mirrors a block), so that places from n on need not exist. It ends with a
// barrier and begins with one.
#define GROUP_SORT(NAME, SPACE)                                                     \
    DEVICE void NAME(SPACE i64 *keys, SPACE u32 *index, u32 n)                      \
    {                                                                               \
        u32 size = 1;                                                               \
        while (size < n)                                                            \
            size *= 2;                                                              \
        BARRIER();                                                                  \
        u32 block = 2;                                                              \
        do {                                                                        \
            u32 span = block;                                                       \
            do {                                                                    \
                u32 flip = span == block ? span - 1 : span / 2;                     \
                for (u32 t = LOCAL_ID; t < size / 2; t += GROUP_WORKERS) {          \
                    u32 i = (t / (span / 2)) * span + t % (span / 2), j = i ^ flip; \
                    if (j < n) {                                                    \
                        i64 a = keys[i], b = keys[j];                               \
                        u32 p = index[i], q = index[j];                             \
                        if (a < b || (a == b && p > q)) {                           \
                            keys[i] = b;                                            \
                            keys[j] = a;                                            \
                            index[i] = q;                                           \
                            index[j] = p;                                           \
                        }                                                           \
                    }                                                               \
                }                                                                   \
                GROUP_FENCE(span > 2 ? span : 2 * block);                           \
                span /= 2;                                                          \
            } while (span > 1);                                                     \
            block *= 2;                                                             \
        } while (block <= size);                                                    \
        BARRIER();                                                                  \
    }

GROUP_SORT(group_sort_desc, GLOBAL)
GROUP_SORT(group_sort_desc_local, LOCALPTR)
