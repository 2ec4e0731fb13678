// The kernels around scatter_u32 and scatter_u64, of sort_count.cl or sort_warp.cl.

KERNEL void sort_scatter_u32(GLOBAL const u32 *keys, GLOBAL const u32 *values, GLOBAL u32 *keys_out,
                             GLOBAL u32 *values_out, GLOBAL const u32 *starts, u32 n, u32 tiles,
                             u32 shift, u32 mask LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    scatter_u32(keys, values, keys_out, values_out, starts, n, tiles, shift, mask, memory);
}

KERNEL void sort_scatter_u64(GLOBAL const u64 *keys, GLOBAL const u32 *values, GLOBAL u64 *keys_out,
                             GLOBAL u32 *values_out, GLOBAL const u32 *starts, u32 n, u32 tiles,
                             u32 shift, u32 mask LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    scatter_u64(keys, values, keys_out, values_out, starts, n, tiles, shift, mask, memory);
}
