// Reversals of a tour, after moves.cl: the twin of reversals.go.
DEVICE move_gain moves_reversal_gain(const moves *m, u32 i, u32 j)
{
    u32 a = TOUR_BEFORE(i), b = TOUR_NEXT(j);
    if (a == j)
        return 0;
    return m->legs[a] + m->legs[j] - moves_between(m, a, j) - moves_between(m, i, b);
}

DEVICE move_gain moves_segment_gain(const moves *m, u32 i, u32 j, u32 count, u32 turned)
{
    u32 end = i + count - 1, first = turned ? end : i, last = turned ? i : end;
    u32 a = TOUR_BEFORE(i), b = TOUR_NEXT(end), p = j < i ? TOUR_BEFORE(j) : j + count - 1, q = TOUR_NEXT(p);
    i64 gain = m->legs[a] + m->legs[end];
    if (q == i || p == end)
        return gain - moves_between(m, a, first) - moves_between(m, last, b);
    return gain - moves_between(m, a, b) + m->legs[p] - moves_between(m, p, first) - moves_between(m, last, q);
}

// Turns around the places from i on, the work-items each some of the pairs.
DEVICE void moves_reverse(moves *m, u32 i, u32 j)
{
    SYNC();
    if (i < j) {
        for (u32 e = LOCAL_ID; e < (j - i + 1) / 2; e += GROUP_WORKERS) {
            u32 city = m->order[i + e];
            m->order[i + e] = m->order[j - e];
            m->order[j - e] = city;
#if !TOUR_TABLED
            f64 x = m->x[i + e], y = m->y[i + e];
            m->x[i + e] = m->x[j - e];
            m->x[j - e] = x;
            m->y[i + e] = m->y[j - e];
            m->y[j - e] = y;
#endif
        }
        for (u32 e = LOCAL_ID; e < (j - i) / 2; e += GROUP_WORKERS) {
            i64 leg = m->legs[i + e];
            m->legs[i + e] = m->legs[j - 1 - e];
            m->legs[j - 1 - e] = leg;
        }
    }
    SYNC();
    if (i < j && LOCAL_ID == 0) {
        m->legs[TOUR_BEFORE(i)] = moves_between(m, TOUR_BEFORE(i), i);
        m->legs[j] = moves_between(m, j, TOUR_NEXT(j));
    }
    SYNC();
}
