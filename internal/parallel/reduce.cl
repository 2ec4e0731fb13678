// Reductions: each group folds a tile of GROUP_SIZE * ITEMS neighbors of one segment
// into one value, dst[group]. A work-item folds ITEMS neighbors and the group
// folds work-items, both as a binary tree, so that the tree over all elements
// depends neither on the group size nor on the tile.
//
//   launch: segments * tiles groups, a power of two each; Local: GROUP_SCRATCH
//   n: elements of a segment; tiles: groups of a segment
//
// Missing elements are the operation's identity; that of a float sum is -0.0, which
// leaves even -0.0 as it is.

#define TILE (GROUP_SIZE * ITEMS)
#define NEGATIVE_ZERO F64_FROM((u64)1 << 63)

#define REDUCE_TILE(NAME, T, IDENTITY, COMBINE, GROUP_COMBINE)                                   \
    DEVICE void NAME(GLOBAL const T *src, GLOBAL T *dst, u32 n, u32 tiles, LOCALPTR u64 *memory) \
    {                                                                                            \
        GLOBAL const T *segment = src + (u64)(GROUP_ID / tiles) * n;                             \
        u32 first = GROUP_ID % tiles * TILE + LOCAL_ID * ITEMS;                                  \
        T v[ITEMS];                                                                              \
        for (u32 k = 0; k < ITEMS; k++)                                                          \
            v[k] = first + k < n ? segment[first + k] : IDENTITY;                                \
        for (u32 w = 1; w < ITEMS; w *= 2)                                                       \
            for (u32 k = 0; k < ITEMS; k += 2 * w)                                               \
                v[k] = COMBINE(v[k], v[k + w]);                                                  \
        v[0] = GROUP_COMBINE(v[0], memory);                                                      \
        if (LOCAL_ID == 0)                                                                       \
            dst[GROUP_ID] = v[0];                                                                \
    }

REDUCE_TILE(sum_u64_tile, u64, (u64)0, GROUP_ADD, group_sum_u64)
REDUCE_TILE(sum_f64_tile, f64, NEGATIVE_ZERO, GROUP_ADD, group_sum_f64_tree)
REDUCE_TILE(min_i64_tile, i64, (i64)(~(u64)0 >> 1), MIN, group_min_i64)
REDUCE_TILE(max_i64_tile, i64, (i64)((u64)1 << 63), MAX, group_max_i64)

KERNEL void reduce_sum_u64(GLOBAL const u64 *src, GLOBAL u64 *dst, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    sum_u64_tile(src, dst, n, tiles, memory);
}

KERNEL void reduce_sum_f64(GLOBAL const f64 *src, GLOBAL f64 *dst, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    sum_f64_tile(src, dst, n, tiles, memory);
}

KERNEL void reduce_min_i64(GLOBAL const i64 *src, GLOBAL i64 *dst, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    min_i64_tile(src, dst, n, tiles, memory);
}

KERNEL void reduce_max_i64(GLOBAL const i64 *src, GLOBAL i64 *dst, u32 n, u32 tiles LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    max_i64_tile(src, dst, n, tiles, memory);
}

// The largest score and the lowest index that has it. On the first level
// (indexed 0) an element's index is its place; later it is read from places.
KERNEL void reduce_argmax(GLOBAL const i64 *src, GLOBAL const u32 *places, GLOBAL i64 *dst, GLOBAL u32 *at,
                          u32 n, u32 tiles, u32 indexed LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u64 base = (u64)(GROUP_ID / tiles) * n;
    u32 first = GROUP_ID % tiles * TILE + LOCAL_ID * ITEMS;
    group_best best, other;
    best.score = (i64)((u64)1 << 63);
    best.index = ~0u;
    for (u32 k = first; k < first + ITEMS; k++)
        if (k < n) {
            other.score = src[base + k];
            other.index = indexed ? places[base + k] : k;
            best = group_better(best, other);
        }
    best = group_argmax(best.score, best.index, memory);
    if (LOCAL_ID == 0) {
        dst[GROUP_ID] = best.score;
        at[GROUP_ID] = best.index;
    }
}
