// What a problem's part of moves needs before it: see problem.Exchanger.
//
// ON_CHIP  1: what is kept of a permutation lies on chip, 2: but not what may lie aside
#if ON_CHIP
#define KEPT LOCALPTR
#else
#define KEPT GLOBAL
#endif
#if ON_CHIP == 1
#define ASIDE LOCALPTR
#else
#define ASIDE GLOBAL
#endif

#if GROUP_WORKERS == 1
#define SYNC()
#else
#define SYNC() BARRIER()
#endif
