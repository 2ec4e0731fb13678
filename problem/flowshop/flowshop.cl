// The objective of an order of the jobs, by one work-item. All data is the cache.
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
#if CACHED
    LOCALPTR const flow_t *times = (LOCALPTR const flow_t *)cache;
#else
    GLOBAL const flow_t *times = (GLOBAL const flow_t *)data;
#endif
    flow_t ends[FLOW_MACHINES], now = 0;
    i64 sum = 0;
    for (u32 u = 0; u < FLOW_MACHINES; u++)
        ends[u] = 0;
    for (u32 k = 0; k < LEN; k++) {
        FLOW_ADVANCE(now, ends, times, PLACE(g, k));
        sum += now;
    }
    return FLOW_TIME ? -sum : -(i64)now;
}
