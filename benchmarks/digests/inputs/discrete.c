/* warbler
# Numbers from 0 to 6 in a row of 23: neighbors should differ by as much as possible.
genome = "discrete"
length = 23
alphabet = 7
*/
score fitness(genome g, data d)
{
    score sum = 0;
    for (int i = 1; i < LENGTH; i++) {
        int step = gene(g, i) - gene(g, i - 1);
        sum += step < 0 ? -step : step;
        if (i > 1 && gene(g, i) == gene(g, i - 2))
            sum -= 3;
    }
    return sum;
}
