/* warbler
# The knapsack of ../knapsack-50.txt once more, as its user would write it.
genome = "binary"
length = "weight"
[data]
profit = { file = "satchel.csv", column = "profit" }
weight = { file = "satchel.csv", column = "weight" }
capacity = 13721
*/
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
