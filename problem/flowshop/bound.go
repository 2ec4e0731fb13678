package flowshop

import (
	"cmp"
	"math"
	"slices"
)

// maxPairs bounds the machines times machines times jobs that pairs of machines are looked
// at for: a second or so.
const maxPairs = 1 << 24

// least is a bound that no schedule goes below. For the makespan: of every two machines,
// the best schedule of the jobs on these alone, where a job takes a while to get from
// the one to the other (Johnson's rule), after the least time that a job takes to get to
// the first and before the least that one takes after the second; it is the optimum of
// two machines. For the flow time: of every machine, the jobs from the shortest to the
// longest.
func (p *schedule) least() (bound int64) {
	n, m := p.instance.Jobs, p.instance.Machines
	before, after := make([]int64, n*m), make([]int64, n*m) // of job j on machine u, at j*m+u
	for j := range n {
		for u := 1; u < m; u++ {
			before[j*m+u] = before[j*m+u-1] + p.times[j*m+u-1]
			after[j*m+m-1-u] = after[j*m+m-u] + p.times[j*m+m-u]
		}
	}
	smallest := func(of []int64, u int) int64 {
		least := int64(math.MaxInt64)
		for e := u; e < n*m; e += m {
			least = min(least, of[e])
		}
		return least
	}
	for u := range m {
		head := smallest(before, u)
		if p.objective == flowTime {
			bound = max(bound, p.shortestFirst(u, head, after))
			continue
		}
		sum := int64(0)
		for e := u; e < n*m; e += m {
			sum += p.times[e]
		}
		bound = max(bound, head+sum+smallest(after, u))
		for v := u + 1; v < m && n*m*m <= maxPairs; v++ {
			bound = max(bound, head+p.johnson(u, v, before)+smallest(after, v))
		}
	}
	return bound
}

// shortestFirst is the flow time of a machine that begins at a time and has the jobs from
// the shortest to the longest, which then take what comes after.
func (p *schedule) shortestFirst(u int, now int64, after []int64) (sum int64) {
	m := p.instance.Machines
	var times []int64
	for e := u; e < len(p.times); e += m {
		times = append(times, p.times[e])
		sum += after[e]
	}
	slices.Sort(times)
	for _, t := range times {
		now += t
		sum += now
	}
	return sum
}

// johnson is the least makespan on machines u and v alone, where a job takes its times
// between them to get from the one to the other, but waits for no other job on the way.
func (p *schedule) johnson(u, v int, before []int64) int64 {
	m := p.instance.Machines
	type work struct{ first, lag, second int64 }
	jobs := make([]work, p.instance.Jobs)
	for j := range jobs {
		jobs[j] = work{p.times[j*m+u], before[j*m+v] - before[j*m+u] - p.times[j*m+u], p.times[j*m+v]}
	}
	slices.SortFunc(jobs, func(a, b work) int {
		if rise, fall := a.first < a.second, b.first < b.second; rise != fall {
			if rise {
				return -1
			}
			return 1
		} else if rise {
			return cmp.Compare(a.first+a.lag, b.first+b.lag)
		}
		return cmp.Compare(b.lag+b.second, a.lag+a.second)
	})
	first, second := int64(0), int64(0)
	for _, w := range jobs {
		first += w.first
		second = max(second, first+w.lag) + w.second
	}
	return second
}
