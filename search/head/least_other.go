//go:build !amd64

package head

// leastOf is leastOfGo.
func leastOf(least, cells []uint16, list []uint32, blocks int, mask uint16) {
	leastOfGo(least, cells, list, blocks, mask)
}

// equalTo is equalToGo.
func equalTo(set []uint32, row []uint16, value, mask uint16) { equalToGo(set, row, value, mask) }

// shift is shiftGo.
func shift(cells []uint16, rows []uint32, from, to uint8) { shiftGo(cells, rows, from, to) }
