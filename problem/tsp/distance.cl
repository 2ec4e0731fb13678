// The distance of two cities whose coordinates differ by dx and dy: the twin of
// tour.Cities.Distance. TOUR_KIND is a tour.Weights; where distances are in a table,
// TOUR_TABLED is 1. Scores and moves both bring this file with them.
#if !TOUR_TABLED && !defined(TOUR_DISTANCE)
#define TOUR_DISTANCE
DEVICE i64 tour_distance(f64 dx, f64 dy)
{
    f64 squares = dx * dx + dy * dy;
#if TOUR_KIND == 1
    return (i64)-F64_FLOOR(-F64_SQRT(squares));
#elif TOUR_KIND == 3
    f64 root = F64_SQRT(squares / 10.0);
    i64 whole = (i64)(root + 0.5);
    return (f64)whole < root ? whole + 1 : whole;
#else
    return (i64)(F64_SQRT(squares) + 0.5);
#endif
}
#endif
