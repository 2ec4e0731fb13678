// What a search calls: the fragment's functions as problem.Kernel wants them.
DEVICE i64 custom_value(custom_score s)
{
#if CUSTOM_REAL
    return score_from_f64(CUSTOM_MINIMIZE ? -s : s);
#else
    return CUSTOM_MINIMIZE ? (i64)(0 - (u64)s) : s;
#endif
}

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
#if !CUSTOM_GROUP
    return custom_value(USER(fitness)(g, custom_data_of(data)));
#elif TEAM == 1
    return custom_value(USER(fitness_group)(g, custom_data_of(data), 0));
#else
    return custom_value(USER(fitness_group)(g, custom_data_of(data), team));
#endif
}

#if CUSTOM_REPAIR
DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
{
    team_sync();
    if (LANE == 0)
        USER(repair)(g, custom_data_of(data));
    team_sync();
}
#endif

#if CUSTOM_DELTA
// i and j: a bit; a gene and its other symbol; two places that are exchanged.
DEVICE i64 problem_delta(GENOME g, GLOBAL const u64 *data, u32 i, u32 j)
{
#if CUSTOM_KIND == 0
    return custom_value(USER(delta)(g, custom_data_of(data), (int)i));
#else
    return custom_value(USER(delta)(g, custom_data_of(data), (int)i, (int)j));
#endif
}
#endif
