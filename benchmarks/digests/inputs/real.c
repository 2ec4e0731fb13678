/* warbler
# A whole-number score of real genes: how many tenths the genes are away from a wave.
genome = "real"
length = 13
lower = -3
upper = 4.5
objective = "minimize"
*/
score fitness(genome g, data d)
{
    score away = 0;
    for (int i = 0; i < LENGTH; i++) {
        double x = gene(g, i) - 2.0 * sin(0.5 * i);
        away += (score)floor(10.0 * (x < 0 ? -x : x));
    }
    return away;
}
