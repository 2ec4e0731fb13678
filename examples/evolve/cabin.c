/* warbler
# A cabin: its measures, walls and windows, for the least cost. It must be large enough and warm enough.
objective = "minimize"
score = "real"
[variables]
length = { float = [2, 12] }                  # meters
width = { float = [2, 6] }
windows = { int = [1, 10] }
thickness = { log = [0.02, 0.5] }             # of the insulation, in meters
wall = { choice = ["log", "brick", "straw"] }
stove = "bool"
[data]
area = 30                                     # square meters that are needed
price = [90, 140, 60]                         # of a square meter of each wall
leak = [0.9, 1.4, 0.4]                        # watts that it loses for each degree
*/

double outside(genome g)
{
    return 2.0 * (g.length + g.width) * 2.5;
}

score fitness(genome g, data d)
{
    return outside(g) * (d.price[g.wall] + 400.0 * g.thickness) + 200.0 * g.windows + (g.stove ? 1500.0 : 0.0);
}

double violation(genome g, data d)
{
    double loss = outside(g) * d.leak[g.wall] * 0.04 / (0.04 + g.thickness) + 2.0 * g.windows;
    double light = g.length * g.width / 8.0 - g.windows; // a window for eight square meters
    return max(0.0, d.area - g.length * g.width) + max(0.0, light) + max(0.0, loss - (g.stove ? 35.0 : 20.0));
}
