/* warbler
# A plant of nine stages: 27 variables of several types, 17 constraints, two objectives.
objectives = ["cost", "power"]
objective = "minimize"
score = "real"
[variables]
machines0 = { int = [1, 12] }
machines1 = { int = [1, 12] }
machines2 = { int = [1, 12] }
machines3 = { int = [1, 12] }
machines4 = { int = [1, 12] }
machines5 = { int = [1, 12] }
machines6 = { int = [1, 12] }
machines7 = { int = [1, 12] }
machines8 = { int = [1, 12] }
speed0 = { float = [0.2, 2] }
speed1 = { float = [0.2, 2] }
speed2 = { float = [0.2, 2] }
speed3 = { float = [0.2, 2] }
speed4 = { float = [0.2, 2] }
speed5 = { float = [0.2, 2] }
speed6 = { float = [0.2, 2] }
speed7 = { float = [0.2, 2] }
speed8 = { float = [0.2, 2] }
maker0 = { choice = ["north", "south", "east", "west"] }
maker1 = { choice = ["north", "south", "east", "west"] }
maker2 = { choice = ["north", "south", "east", "west"] }
maker3 = { choice = ["north", "south", "east", "west"] }
maker4 = { choice = ["north", "south", "east", "west"] }
shift0 = "bool"
shift1 = "bool"
shift2 = "bool"
buffer = { log = [0.01, 100] }
[data]
demand = [14, 9, 11, 16, 8, 12, 10, 13, 9]
price = [30, 22, 41, 35, 28, 33, 26, 38, 24]
quality = [0.98, 0.93, 0.9, 0.85]
discount = [1.0, 0.92, 0.86, 0.8]
area = 420
budget = 2600
noise = 60
*/

typedef struct {
    double machines[9], speed[9];
    int maker[5], shift[3];
} stages;

stages stages_of(genome g)
{
    stages s;
    s.machines[0] = g.machines0;
    s.machines[1] = g.machines1;
    s.machines[2] = g.machines2;
    s.machines[3] = g.machines3;
    s.machines[4] = g.machines4;
    s.machines[5] = g.machines5;
    s.machines[6] = g.machines6;
    s.machines[7] = g.machines7;
    s.machines[8] = g.machines8;
    s.speed[0] = g.speed0;
    s.speed[1] = g.speed1;
    s.speed[2] = g.speed2;
    s.speed[3] = g.speed3;
    s.speed[4] = g.speed4;
    s.speed[5] = g.speed5;
    s.speed[6] = g.speed6;
    s.speed[7] = g.speed7;
    s.speed[8] = g.speed8;
    s.maker[0] = g.maker0;
    s.maker[1] = g.maker1;
    s.maker[2] = g.maker2;
    s.maker[3] = g.maker3;
    s.maker[4] = g.maker4;
    s.shift[0] = g.shift0;
    s.shift[1] = g.shift1;
    s.shift[2] = g.shift2;
    return s;
}

double cost_of(stages s, genome g, data d)
{
    double cost = 5.0 * g.buffer;
    for (int i = 0; i < 9; i++)
        cost += s.machines[i] * d.price[i] * d.discount[s.maker[i % 5]] * (1.0 + 0.2 * s.speed[i]);
    for (int i = 0; i < 3; i++)
        cost += s.shift[i] ? 120.0 : 0.0;
    return cost;
}

double power_of(stages s)
{
    double power = 0;
    for (int i = 0; i < 9; i++)
        power += s.machines[i] * s.speed[i] * s.speed[i] * (1.1 - 0.05 * s.maker[i % 5]);
    return power;
}

void scores(genome g, data d, score *to)
{
    stages s = stages_of(g);
    to[0] = cost_of(s, g, d);
    to[1] = power_of(s);
}

/* Nine demands, five qualities, area, budget and noise. */
double violation(genome g, data d)
{
    stages s = stages_of(g);
    double sum = 0, area = 0, noise = 0;
    for (int i = 0; i < 9; i++) {
        double made = s.machines[i] * s.speed[i] * d.quality[s.maker[i % 5]] * (s.shift[i % 3] ? 1.5 : 1.0);
        sum += max(0.0, d.demand[i] - made - (i ? 0.1 * log(1.0 + g.buffer) : 0.0));
        area += s.machines[i] * (4.0 + (i % 3));
        noise += s.speed[i] * s.speed[i] * s.machines[i] * 0.5;
    }
    for (int i = 0; i < 5; i++)
        sum += max(0.0, s.speed[i] - 0.5 - d.quality[s.maker[i]] * 1.4);
    sum += max(0.0, area - d.area) / 10.0;
    sum += max(0.0, cost_of(s, g, d) - d.budget) / 100.0;
    sum += max(0.0, noise - d.noise);
    return sum;
}
