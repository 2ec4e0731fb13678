package rng

// MapVersion numbers the address map: the counter layout, the purposes and
// the way samplers consume words. A change to any of them changes every run,
// so it raises this number, and checkpoints of another version are refused.
const MapVersion = 2

// Purpose says what a random number is for, so that two uses in the same step
// never share a word. It is the low byte of counter word 3.
type Purpose uint8

// The purposes. The kernel dialect receives the same table as PURPOSE_INIT,
// PURPOSE_PAIR and so on; append to it, never reorder.
const (
	Init        Purpose = iota // the first population
	Pair                       // choice of two parents, whether they cross, and where
	Cross                      // gene masks and blend factors of a crossover
	Mutate                     // gene masks of a mutation
	MutateValue                // new values for mutated genes
	Repair                     // orders of random repair
	Replace                    // victims of a replacement
	Migrate                    // routes of migrants
	Wheel                      // offset and turn of stochastic universal selection
	Donor                      // donors of differential evolution
	Instance                   // instance generators
	Mate                       // choice of a cell's mate
	Diffuse                    // whether a generation of islands is one torus
	Walk                       // a flip of a walk, or a step of a local search
	Observe                    // the first byte of every observed Q-bit
	ObserveTie                 // the other bits, where that byte leaves it open
	Tune                       // candidates of a tuner, the order of its instances, and that of runs in a campaign
	Sample                     // normal deviates of a sampled distribution
	Estimate                   // numbers by which a volume is estimated
	purposes                   // the number of purposes above
)

// purposeNames has the dialect's suffix for each purpose.
var purposeNames = [purposes]string{
	"INIT", "PAIR", "CROSS", "MUTATE", "MUTATE_VALUE", "REPAIR", "REPLACE",
	"MIGRATE", "WHEEL", "DONOR", "INSTANCE", "MATE", "DIFFUSE", "WALK",
	"OBSERVE", "OBSERVE_TIE", "TUNE", "SAMPLE", "ESTIMATE",
}

// Purposes lists the names of all purposes; the index is the purpose.
func Purposes() []string { return purposeNames[:] }

// redraw marks the addresses that replace a rejected word: purpose + 128.
const redraw = 0x80

// Address is where a run of random words lives: everything of a counter but
// the gene block.
type Address struct {
	Seed       uint64
	Step       uint64 // at most 2^56 - 1
	Individual uint32
	Purpose    Purpose
}

// Block returns the four words of one gene block. Blocks run to 2^24 - 1:
// the byte above counts redraws.
func (a Address) Block(block uint32) (x0, x1, x2, x3 uint32) {
	return Philox(block, a.Individual, uint32(a.Step), uint32(a.Step>>32)<<8|uint32(a.Purpose),
		uint32(a.Seed), uint32(a.Seed>>32))
}

// Word returns word number w of the address: word w%4 of block w/4.
func (a Address) Word(w uint32) uint32 {
	x0, x1, x2, x3 := a.Block(w / 4)
	return pick(w%4, x0, x1, x2, x3)
}

// again returns the words that stand in for a block whose words were rejected
// attempt times (attempt from 1).
func (a Address) again(block, attempt uint32) (x0, x1, x2, x3 uint32) {
	a.Purpose |= redraw
	return a.Block(block + attempt<<24)
}

func pick(w, x0, x1, x2, x3 uint32) uint32 {
	switch w {
	case 0:
		return x0
	case 1:
		return x1
	case 2:
		return x2
	}
	return x3
}
