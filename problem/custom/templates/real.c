/* warbler
genome = "real"            # each gene is a number between lower and upper
length = 4
lower = -5                 # for all genes, or a list with one for each
upper = 5
objective = "minimize"
score = "real"
*/

/* Rastrigin's function: many hills, and the valley at 0. */
score fitness(genome g, data d)
{
    score sum = 10.0 * LENGTH;
    for (int i = 0; i < LENGTH; i++) {
        double x = gene(g, i);
        sum += x * x - 10.0 * cos(6.283185307179586 * x);
    }
    return sum;
}
