// What scores and moves have in common.
//
// FLOW_MACHINES  the number of machines
// FLOW_NARROW    1: all sums fit 32 bits
// FLOW_TIME      1: the objective is the flow time; 0: the makespan
//
// The data: the times of each job, machine by machine, in 32 or 64 bits.
#if FLOW_NARROW
typedef i32 flow_t;
#else
typedef i64 flow_t;
#endif

// Lets all machines do a job after what they have done by ends; now is when the last of
// them is done.
#define FLOW_ADVANCE(now, ends, times, job)                             \
    do {                                                                \
        now = 0;                                                        \
        for (u32 u = 0; u < FLOW_MACHINES; u++) {                       \
            now = MAX(now, ends[u]) + times[(job) * FLOW_MACHINES + u]; \
            ends[u] = now;                                              \
        }                                                               \
    } while (0)
