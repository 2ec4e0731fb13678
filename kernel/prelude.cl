// The dialect: the one place that knows which language this is.
//
//   KERNEL        a function the host launches
//   KERNEL_FOR(n, k)
//                 the same for groups of n work-items, of which k should fit on a
//                 multiprocessor at once: a cap on registers
//   DEVICE        a function kernels call
//   DEVICE_ONCE   a large one without barriers and ids. PoCL compiles a kernel with
//                 all that it inlines three times; on a CPU this one stays a call
//   GLOBAL        the address space of buffers
//   LOCAL         declares an array in on-chip memory (in a kernel's own scope)
//   LOCALPTR      the address space of a pointer to such an array
//   CONSTANT      declares a const array with an initializer, outside of functions
//   CONSTANTPTR   the address space of a pointer to such an array
//   LOCAL_PARAM(m), LOCAL_BLOCK(m)
//                 a block of on-chip memory sized at launch, as u64 *m: the first
//                 stands last in the parameter list without a comma before it, the
//                 second is the first line of the body
//   BARRIER()     all work-items of the group, local and global memory
//   WHEN(c)       an if whose body has a barrier; c is the same in the whole group.
//                 PoCL copies all that follows such an if into both branches, so
//                 there it is a loop of one or no round. The barrier in its
//                 condition keeps the compiler from testing it first with an if,
//                 and PoCL from copying what comes before. Other loops with a
//                 barrier are do-while for the same reason, where they can be
//   UNROLL        before a loop: a GPU's compiler unrolls it whole
//   FENCE()       what a work-item wrote before it, all groups see before what it
//                 writes after it; and it sees what was written before what it has
//                 read. For kernels whose groups talk while they run
//   DOZE()        a moment of doing nothing, in a loop that waits for another group
//   CLOCK_NS()    the time in nanoseconds, for measuring only; 0 where there is none
//   WARP_SIZE     work-items that run in step and can shuffle; 1 where there are
//                 none, and then the WARP_ functions do not exist
#ifdef __OPENCL_VERSION__

#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef float f32;
typedef double f64;

#define KERNEL __kernel
#define KERNEL_FOR(n, k) __kernel __attribute__((reqd_work_group_size(n, 1, 1)))
#define DEVICE static inline
#ifdef ON_CPU
#define DEVICE_ONCE static __attribute__((noinline))
#else
#define DEVICE_ONCE DEVICE
#endif
#define GLOBAL __global
#define LOCAL __local
#define LOCALPTR __local
#define CONSTANT __constant
#define CONSTANTPTR __constant
#define LOCAL_PARAM(m) , __local u64 *m
#define LOCAL_BLOCK(m)
#define RESTRICT restrict
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

#ifdef ON_CPU
#define UNROLL
#define WHEN(c) for (volatile u32 when = (c) ? 1 : 0; BARRIER(), when; when = 0)
#else
#define UNROLL _Pragma("unroll")
#define WHEN(c) if (c)
#endif

#define LOCAL_ID ((u32)get_local_id(0))
#define GROUP_ID ((u32)get_group_id(0))
#define GROUP_SIZE ((u32)get_local_size(0))
#define GROUP_COUNT ((u32)get_num_groups(0))
#define GLOBAL_ID ((u32)get_global_id(0))

#define MUL_WIDE32(a, b) ((u64)(u32)(a) * (u32)(b))
#define MUL_HI32(a, b) mul_hi((u32)(a), (u32)(b))
#define MUL_HI64(a, b) mul_hi((u64)(a), (u64)(b))
#define POPCOUNT32(x) ((u32)popcount((u32)(x)))
#define POPCOUNT64(x) ((u32)popcount((u64)(x)))
#define CLZ32(x) ((u32)clz((u32)(x)))
#define CLZ64(x) ((u32)clz((u64)(x)))
#define F64_BITS(x) as_ulong((f64)(x))
#define F64_FROM(b) as_double((u64)(b))
#define F64_SQRT(x) sqrt((f64)(x))
#define F64_FLOOR(x) floor((f64)(x))
#define F64_ABS(x) fabs((f64)(x))
#define WARP_SIZE 1
#define CLOCK_NS() ((u64)0)
#define ATOMIC_ADD32(p, v) atomic_add((p), (u32)(v))
#define ATOMIC_AND32(p, v) atomic_and((p), (u32)(v))
#define ATOMIC_OR32(p, v) atomic_or((p), (u32)(v))
#define ATOMIC_XOR32(p, v) atomic_xor((p), (u32)(v))
#define ATOMIC_MIN32(p, v) atomic_min((p), (u32)(v))
#define ATOMIC_MAX32(p, v) atomic_max((p), (u32)(v))
#define ATOMIC_SWAP32(p, v) atomic_xchg((p), (u32)(v))
#define ATOMIC_CAS32(p, old, v) atomic_cmpxchg((p), (u32)(old), (u32)(v))
#ifdef __NV_CL_C_VERSION // whose mem_fence is for the group alone
#define FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
#define DOZE()

#else

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

#define KERNEL extern "C" __global__
#define KERNEL_FOR(n, k) extern "C" __global__ __launch_bounds__(n, k)
#define DEVICE static __device__ __forceinline__
#define DEVICE_ONCE DEVICE
#define GLOBAL
#define LOCAL __shared__
#define LOCALPTR
#define CONSTANT static __constant__
#define CONSTANTPTR
#define LOCAL_PARAM(m)
#define LOCAL_BLOCK(m) extern __shared__ u64 m[];
#define RESTRICT __restrict__
#define BARRIER() __syncthreads()

#define UNROLL _Pragma("unroll")
#define WHEN(c) if (c)

#define LOCAL_ID (threadIdx.x)
#define GROUP_ID (blockIdx.x)
#define GROUP_SIZE (blockDim.x)
#define GROUP_COUNT (gridDim.x)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)

// NVRTC adds the zero upper halves of plain 64-bit products, one by one.
static __device__ __forceinline__ u64 mul_wide32(u32 a, u32 b)
{
    u64 p;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(p) : "r"(a), "r"(b));
    return p;
}
#define MUL_WIDE32(a, b) mul_wide32((u32)(a), (u32)(b))
#define MUL_HI32(a, b) __umulhi((u32)(a), (u32)(b))
#define MUL_HI64(a, b) __umul64hi((u64)(a), (u64)(b))
#define POPCOUNT32(x) ((u32)__popc((u32)(x)))
#define POPCOUNT64(x) ((u32)__popcll((u64)(x)))
#define CLZ32(x) ((u32)__clz((int)(x)))
#define CLZ64(x) ((u32)__clzll((long long)(x)))
#define F64_BITS(x) ((u64)__double_as_longlong((f64)(x)))
#define F64_FROM(b) __longlong_as_double((long long)(b))
#define F64_SQRT(x) __dsqrt_rn((f64)(x))
#define F64_FLOOR(x) floor((f64)(x))
#define F64_ABS(x) fabs((f64)(x))
#define WARP_SIZE 32
#define WARP_DOWN32(x, d) __shfl_down_sync(0xFFFFFFFFu, (u32)(x), (d))
#define WARP_DOWN64(x, d) __shfl_down_sync(0xFFFFFFFFu, (u64)(x), (d))
#define WARP_UP64(x, d) __shfl_up_sync(0xFFFFFFFFu, (u64)(x), (d))
#if __CUDA_ARCH__ >= 800
#define WARP_MAX_I32(x) __reduce_max_sync(0xFFFFFFFFu, (i32)(x))
#define WARP_MIN_U32(x) __reduce_min_sync(0xFFFFFFFFu, (u32)(x))
#else
static __device__ __forceinline__ i32 WARP_MAX_I32(i32 x)
{
    for (u32 w = 1; w < 32; w *= 2)
        x = max(x, __shfl_xor_sync(0xFFFFFFFFu, x, w));
    return x;
}
static __device__ __forceinline__ u32 WARP_MIN_U32(u32 x)
{
    for (u32 w = 1; w < 32; w *= 2)
        x = min(x, __shfl_xor_sync(0xFFFFFFFFu, x, w));
    return x;
}
#endif
static __device__ __forceinline__ u64 clock_ns()
{
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
#define CLOCK_NS() clock_ns()
#define ATOMIC_ADD32(p, v) atomicAdd((u32 *)(p), (u32)(v))
#define ATOMIC_AND32(p, v) atomicAnd((u32 *)(p), (u32)(v))
#define ATOMIC_OR32(p, v) atomicOr((u32 *)(p), (u32)(v))
#define ATOMIC_XOR32(p, v) atomicXor((u32 *)(p), (u32)(v))
#define ATOMIC_MIN32(p, v) atomicMin((u32 *)(p), (u32)(v))
#define ATOMIC_MAX32(p, v) atomicMax((u32 *)(p), (u32)(v))
#define ATOMIC_SWAP32(p, v) atomicExch((u32 *)(p), (u32)(v))
#define ATOMIC_CAS32(p, old, v) atomicCAS((u32 *)(p), (u32)(old), (u32)(v))
#define FENCE() __threadfence()
#if __CUDA_ARCH__ >= 700
#define DOZE() __nanosleep(500)
#else
#define DOZE()
#endif

#endif

// The number of trailing zeros; x must not be 0.
#define CTZ32(x) (31 - CLZ32((x) & (0 - (x))))
#define CTZ64(x) (63 - CLZ64((x) & (0 - (x))))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
