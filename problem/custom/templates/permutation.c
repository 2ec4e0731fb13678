/* warbler
genome = "permutation"     # the genes are 0 to length - 1 in some order
length = "x"
objective = "minimize"
score = "real"             # fitness returns a double; the other is "integer", a 64-bit one
[data]
x = [0.0, 3.0, 6.0, 7.0, 5.0, 1.0, 2.0, 8.0]
y = [0.0, 5.0, 1.0, 6.0, 8.0, 7.0, 3.0, 3.0]
*/

/* A round trip: gene(g, i) is the city that is visited i-th. */
score fitness(genome g, data d)
{
    score length = 0;
    for (int i = 0; i < LENGTH; i++) {
        int a = gene(g, i), b = gene(g, (i + 1) % LENGTH);
        double dx = d.x[a] - d.x[b], dy = d.y[a] - d.y[b];
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}
