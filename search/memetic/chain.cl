// What a problem's part of moves needs before it: see problem.ExchangeKernel.
#if ON_CHIP
#define CHAIN LOCALPTR
#else
#define CHAIN GLOBAL
#endif

#if GROUP_WORKERS == 1
#define SYNC()
#else
#define SYNC() BARRIER()
#endif
