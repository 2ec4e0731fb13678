/* warbler
# A closed can of sheet metal: gene 0 is its radius, gene 1 its height, in cm. It should take as little
# metal as it can, hold a liter, and stand in a rack.
genome = "real"
length = 2
lower = [1, 1]
upper = [12, 40]
objective = "minimize"
score = "real"
[data]
volume = 1000.0    # cubic centimeters, at least
rack = 9.0         # cm, the most that it may be high
*/

/* The metal, in square centimeters. */
score fitness(genome g, data d)
{
    double r = gene(g, 0), h = gene(g, 1);
    return 6.283185307179586 * r * (r + h);
}

/* What is missing of the volume, as a share, and how far the can stands out. */
score violation(genome g, data d)
{
    double r = gene(g, 0), h = gene(g, 1);
    double missing = 1.0 - 3.141592653589793 * r * r * h / d.volume;
    return max(0.0, missing) + max(0.0, h - d.rack);
}
