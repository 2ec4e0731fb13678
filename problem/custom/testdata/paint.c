/* warbler
genome = "discrete"
alphabet = 4
length = 30
objective = "minimize"
*/
int joined(int i, int j) { return i != j && (i * 7 + j * 7 + i * j) % 5 < 2; }
score fitness(genome g, data d)
{
    score sum = 0;
    for (int i = 0; i < LENGTH; i++)
        for (int j = 0; j < i; j++)
            sum += joined(i, j) && gene(g, i) == gene(g, j);
    return sum;
}
score delta(genome g, data d, int i, int symbol)
{
    score sum = 0;
    for (int j = 0; j < LENGTH; j++)
        if (joined(i, j))
            sum += (symbol == gene(g, j)) - (gene(g, i) == gene(g, j));
    return sum;
}
