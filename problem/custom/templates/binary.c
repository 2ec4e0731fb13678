/* warbler
genome = "binary"          # each gene is 0 or 1
length = "weight"          # as many genes as weight has numbers; or a number
objective = "maximize"
[data]
weight = [12, 7, 11, 8, 9, 6, 7, 3]
profit = [24, 13, 23, 15, 16, 11, 13, 6]
capacity = 26
# distance = { file = "distance.csv" }   reads a table
*/

/* A knapsack: what does not fit scores less than anything that does. */
score fitness(genome g, data d)
{
    score value = 0, load = 0;
    for (int i = 0; i < LENGTH; i++)
        if (gene(g, i)) {
            value += d.profit[i];
            load += d.weight[i];
        }
    return load > d.capacity ? d.capacity - load : value;
}
