// What a search calls: the fragment's functions as problem.Kernel wants them.
DEVICE i64 custom_value(custom_score s)
{
#if CUSTOM_REAL
    return score_from_f64(CUSTOM_MINIMIZE ? -s : s);
#else
    return CUSTOM_MINIMIZE ? (i64)(0 - (u64)s) : s;
#endif
}

#if CUSTOM_OBJECTIVES
// The violation as problem.Constrained has it; what is not a number is the most.
DEVICE i64 custom_violation(GENOME g, GLOBAL const u64 *data)
{
#if CUSTOM_VIOLATION
    f64 v = (f64)USER(violation)(g, custom_data_of(data));
    return v != v ? (i64)0x7FF << 52 : v > 0.0 ? score_from_f64(v) : 0;
#else
    return 0;
#endif
}

DEVICE void custom_scores(GENOME g, GLOBAL const u64 *data, i64 *scores)
{
    custom_score to[CUSTOM_OBJECTIVES];
    for (u32 m = 0; m < CUSTOM_OBJECTIVES; m++)
        to[m] = 0;
    USER(scores)(g, custom_data_of(data), to);
    for (u32 m = 0; m < CUSTOM_OBJECTIVES; m++) {
#if CUSTOM_REAL
        scores[m] = score_from_f64(CUSTOM_MINIMIZE >> m & 1 ? -to[m] : to[m]);
#else
        scores[m] = CUSTOM_MINIMIZE >> m & 1 ? (i64)(0 - (u64)to[m]) : to[m];
#endif
    }
}

DEVICE i64 problem_scores(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, i64 *scores TEAM_PARAM)
{
    custom_scores(g, data, scores);
    return custom_violation(g, data);
}
#elif CUSTOM_VIOLATION
// The twin of problem.Objective's WithViolation, but for feasible scores.
DEVICE i64 custom_violated(f64 v)
{
    if (v != v)
        return (i64)((u64)1 << 63);
#if CUSTOM_REAL
    return (i64)(((u64)1 << 63) + ((u64)1 << 52) - 1 - (F64_BITS(v) >> 12));
#else
    return -((i64)1 << 62) - 1 - (i64)(F64_BITS(v) >> 2);
#endif
}
#endif

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
#if CUSTOM_OBJECTIVES // problem.FirstScore
    i64 scores[CUSTOM_OBJECTIVES];
    if (custom_violation(g, data) != 0)
        return (i64)((u64)1 << 63);
    custom_scores(g, data, scores);
    return scores[0];
#elif CUSTOM_VIOLATION
    f64 v = (f64)USER(violation)(g, custom_data_of(data));
    i64 s;
#if !CUSTOM_GROUP
    if (!(v <= 0.0))
        return custom_violated(v);
    s = custom_value(USER(fitness)(g, custom_data_of(data)));
#elif TEAM == 1
    s = custom_value(USER(fitness_group)(g, custom_data_of(data), 0));
#else
    s = custom_value(USER(fitness_group)(g, custom_data_of(data), team));
#endif
#if CUSTOM_REAL
    return v <= 0.0 ? s : custom_violated(v);
#else
    return v <= 0.0 ? MAX(s, -((i64)1 << 62)) : custom_violated(v);
#endif
#elif !CUSTOM_GROUP
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
