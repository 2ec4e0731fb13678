/* warbler
genome = "permutation"
length = 12
objective = "minimize"
*/
i64 flow(int i, int j) { return (i * 31 + j * 17) % 11; }
i64 far(int i, int j) { return (i * 13 + j * 29) % 7; }
score fitness(genome g, data d)
{
    score sum = 0;
    for (int i = 0; i < LENGTH; i++)
        for (int j = 0; j < LENGTH; j++)
            sum += flow(i, j) * far(gene(g, i), gene(g, j));
    return sum;
}
int after(genome g, int k, int i, int j) { return gene(g, k == i ? j : k == j ? i : k); }
score delta(genome g, data d, int i, int j)
{
    score sum = 0;
    for (int k = 0; k < LENGTH; k++)
        for (int l = 0; l < LENGTH; l++)
            if (k == i || k == j || l == i || l == j)
                sum += flow(k, l) * (far(after(g, k, i, j), after(g, l, i, j)) - far(gene(g, k), gene(g, l)));
    return sum;
}
