/* warbler
# A pump: how many, which kind, how fast, and in which order three tanks are filled.
objective = "minimize"
score = "real"
[variables]
pumps = { int = [1, 8] }               # g.pumps, an int
speed = { float = [0.1, 3] }           # g.speed, a double
valve = { log = [0.001, 1] }           # g.valve, a double, searched by its magnitude
kind = { choice = ["gear", "vane"] }   # g.kind == KIND_GEAR or KIND_VANE
cover = "bool"                         # g.cover, 0 or 1
tanks = { order = "volume" }           # g.tanks[i], the numbers 0 to 2 in some order
[data]
volume = [30, 10, 20]
*/

/* What it costs. */
score fitness(genome g, data d)
{
    double flow = g.pumps * g.speed * (g.kind == KIND_GEAR ? 1.0 : 0.7), wait = 0, time = 0;
    for (int i = 0; i < volume_count; i++) {
        time += d.volume[g.tanks[i]] / (flow * (0.5 + g.valve));
        wait += time;
    }
    return wait + 2.0 * g.pumps + g.speed * g.speed + 10.0 * g.valve - (g.cover ? 1.0 : 0.0);
}

/* At most 0 is kept: covered pumps must not be faster than 2. */
double violation(genome g, data d)
{
    return g.cover ? g.speed - 2.0 : 0.0;
}
