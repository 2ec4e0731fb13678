/* warbler
# Jobs on one machine: the total weighted lateness, which is to be small.
genome = "permutation"
length = "time"
objective = "minimize"
[data]
time = [7, 3, 9, 2, 8, 4, 6, 5, 1, 9, 3, 7, 2, 6, 5, 8, 4]
due = [20, 9, 60, 5, 71, 18, 40, 33, 4, 90, 27, 55, 13, 66, 48, 80, 30]
weight = [2, 5, 1, 3, 4, 2, 6, 3, 1, 2, 7, 4, 2, 5, 3, 1, 6]
*/
score fitness(genome g, data d)
{
    score clock = 0, late = 0;
    for (int i = 0; i < LENGTH; i++) {
        int job = gene(g, i);
        clock += d.time[job];
        if (clock > d.due[job])
            late += d.weight[job] * (clock - d.due[job]);
    }
    return late;
}
