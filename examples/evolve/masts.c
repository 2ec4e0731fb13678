/* warbler
# The towns of antenna.c once more: where should four masts stand that reach many people, with little cable
# from the exchange in the middle? Genes 2k and 2k + 1 are the place of mast k.
genome = "real"
length = 8
lower = 0
upper = 100
score = "real"
objectives = ["people", "cable"]
objective = ["maximize", "minimize"]
reference = [0, 300]   # what the front is measured from: nobody is reached, with 300 km of cable
[data]
x = { file = "towns.csv", column = "x" }
y = { file = "towns.csv", column = "y" }
people = { file = "towns.csv", column = "people" }
range = 12.5
*/
double distance(double dx, double dy) { return sqrt(dx * dx + dy * dy); }

void scores(genome g, data d, score *to)
{
    double reached = 0, cable = 0;
    for (int t = 0; t < x_count; t++) {
        double nearest = 1e30;
        for (int k = 0; k < LENGTH; k += 2)
            nearest = min(nearest, distance(gene(g, k) - d.x[t], gene(g, k + 1) - d.y[t]));
        if (nearest <= d.range)
            reached += (double)d.people[t];
    }
    for (int k = 0; k < LENGTH; k += 2)
        cable += distance(gene(g, k) - 50.0, gene(g, k + 1) - 50.0);
    to[0] = reached;
    to[1] = cable;
}
