/* warbler
genome = "discrete"        # each gene is a symbol from 0 to alphabet - 1
length = 9
alphabet = 3
objective = "minimize"
[data]
# Pairs of neighbors, two numbers a row.
edge = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [6, 7], [7, 8], [8, 6], [0, 3], [3, 6], [1, 7], [2, 5]]
*/

/* Colors a graph: how many edges join two vertices of one color. */
score fitness(genome g, data d)
{
    score conflicts = 0;
    for (int e = 0; e < edge_rows; e++)
        conflicts += gene(g, d.edge[2 * e]) == gene(g, d.edge[2 * e + 1]);
    return conflicts;
}
