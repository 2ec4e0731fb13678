package experiment

import (
	"fmt"
	"hash/fnv"
)

// Shard is one of several parts of a campaign, which machines can run side by side, each
// in a folder of its own. The zero value is the whole campaign.
type Shard struct {
	Part int `json:"part,omitempty"` // from 1
	Of   int `json:"of,omitempty"`
}

// mostShards is more than batch systems start at once.
const mostShards = 1 << 16

// ParseShard reads "3/16"; an empty text is the whole campaign.
func ParseShard(text string) (s Shard, err error) {
	if text == "" {
		return s, nil
	}
	var rest string
	n, _ := fmt.Sscanf(text, "%d/%d%s", &s.Part, &s.Of, &rest)
	if n != 2 || s.Part < 1 || s.Part > s.Of || s.Of > mostShards {
		return s, fmt.Errorf("%s: a shard is one of several, as 3/16 is the third of 16", text)
	}
	return s, nil
}

// String is the shard as ParseShard reads it.
func (s Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Part, s.Of)
}

// has reports whether a run of a cell is in the shard. It rests on the cell and the seed
// alone, so that a plan that grows moves no run to another shard; neighboring seeds are
// in neighboring shards, so that all have about as many.
func (s Shard) has(cell uint64, seed uint64) bool {
	return s.Of == 0 || (cell%uint64(s.Of)+seed%uint64(s.Of))%uint64(s.Of) == uint64(s.Part-1)
}

// shardKey is a number that tells a cell from others.
func (c *Cell) shardKey() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.kinship())) // a hash takes all
	return h.Sum64()
}

// count is how many runs of a cell are in the shard.
func (s Shard) count(c *Cell, seeds Seeds) (count int) {
	if s.Of == 0 {
		return seeds.Count
	}
	key := c.shardKey()
	for i := range seeds.Count {
		if s.has(key, seeds.At(i)) {
			count++
		}
	}
	return count
}

// wanted reports whether a run is in the plan's shard.
func (p *Plan) wanted(run int) bool {
	return p.Shard.Of == 0 || p.Shard.has(p.Cells[p.cellOf(run)].shardKey(), p.seedOf(run))
}

// Wanted is how many runs the plan's shard has.
func (p *Plan) Wanted() (count int) {
	for _, c := range p.Cells {
		count += p.Shard.count(c, p.Seeds)
	}
	return count
}
