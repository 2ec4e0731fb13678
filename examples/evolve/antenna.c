/* warbler
# Where should five antennas stand? Genes 2k and 2k + 1 are the place of antenna k
# on a map of 100 km by 100 km.
genome = "real"
length = 10
lower = 0
upper = 100
objective = "maximize"
score = "real"
[data]
x = { file = "towns.csv", column = "x" }
y = { file = "towns.csv", column = "y" }
people = { file = "towns.csv", column = "people" }
range = 12.5       # km
*/

/* A town hears the nearest antenna: well within range, and less and less beyond. */
score fitness(genome g, data d)
{
    score reached = 0;
    for (int t = 0; t < x_count; t++) {
        double nearest = 1e30;
        for (int k = 0; k < LENGTH; k += 2) {
            double dx = gene(g, k) - d.x[t], dy = gene(g, k + 1) - d.y[t];
            nearest = min(nearest, dx * dx + dy * dy);
        }
        nearest = sqrt(nearest) / d.range;
        reached += (double)d.people[t] * (nearest <= 1 ? 1.0 : exp(1.0 - nearest * nearest));
    }
    return reached;
}
