/* warbler
# Which of ten trucks to buy: what they cost, and what they carry.
genome = "binary"
length = "price"
objectives = ["cost", "load"]
objective = ["minimize", "maximize"]
[data]
price = [31, 45, 28, 62, 54, 39, 71, 25, 48, 58]
load = [7, 11, 6, 18, 13, 10, 20, 5, 14, 15]
*/
void scores(genome g, data d, score *to)
{
    to[0] = 0;
    to[1] = 0;
    for (int i = 0; i < LENGTH; i++)
        if (gene(g, i)) {
            to[0] += d.price[i];
            to[1] += d.load[i];
        }
}

/* Nobody drives more than five. */
score violation(genome g, data d)
{
    score trucks = 0;
    for (int i = 0; i < LENGTH; i++)
        trucks += gene(g, i);
    return trucks - 5;
}
