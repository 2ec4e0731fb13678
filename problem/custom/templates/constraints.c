/* warbler
genome = "discrete"        # gene i is the vehicle that takes parcel i
length = "weight"
alphabet = 3
objective = "minimize"
[data]
weight = [30, 12, 25, 18, 9, 22, 14, 7, 27, 16]
cost = [[4, 6, 5], [3, 5, 9], [8, 4, 4], [5, 5, 2], [9, 1, 3], [2, 7, 6], [6, 3, 8], [1, 4, 7], [7, 8, 3], [4, 2, 6]]
load = 70                  # of a vehicle
*/

/* What the parcels cost on their vehicles. */
score fitness(genome g, data d)
{
    score sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += d.cost[cost_columns * i + gene(g, i)];
    return sum;
}

/* By how much vehicles are too full. What violates nothing, with 0 or less, is better
   than all that does; of the rest what violates less is better. */
score violation(genome g, data d)
{
    score over = 0;
    for (int v = 0; v < ALPHABET; v++) {
        score full = 0;
        for (int i = 0; i < LENGTH; i++)
            full += gene(g, i) == v ? d.weight[i] : 0;
        over += max(0, full - d.load);
    }
    return over;
}
