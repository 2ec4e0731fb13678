/* warbler
genome = "binary"          # gene i: is site i built?
length = "cost"
objectives = ["cost", "reach"]
objective = ["minimize", "maximize"]   # one for each, or one word for all
[data]
cost = [7, 4, 9, 3, 6, 8, 5, 2]
# The people that a site reaches, one column for each of five towns.
people = [[40, 0, 10, 0, 0], [0, 20, 0, 15, 0], [35, 30, 0, 0, 25], [0, 0, 12, 9, 0], [0, 25, 18, 0, 0], [30, 0, 0, 22, 16], [0, 0, 20, 0, 24], [8, 0, 0, 0, 11]]
*/

/* The answer is a front: choices that are each better than any other in something. */
void scores(genome g, data d, score *to)
{
    score cost = 0, reach = 0;
    for (int t = 0; t < people_columns; t++) {
        score most = 0;
        for (int i = 0; i < LENGTH; i++)
            if (gene(g, i))
                most = max(most, d.people[people_columns * i + t]);
        reach += most;
    }
    for (int i = 0; i < LENGTH; i++)
        cost += gene(g, i) * d.cost[i];
    to[0] = cost;
    to[1] = reach;
}
