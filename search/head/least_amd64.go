package head

import x86 "golang.org/x/sys/cpu"

var hasAVX2 = x86.X86.HasAVX2

// leastOf is leastOfGo: the hot path of every search.
func leastOf(least, cells []uint16, list []uint32, blocks int, mask uint16) {
	if hasAVX2 && len(list) > 0 {
		leastOfAVX2(&least[0], &cells[0], &list[0], len(list), blocks, uint64(mask))
	} else {
		leastOfGo(least, cells, list, blocks, mask)
	}
}

// leastOfAVX2 is in least_amd64.s.
//
//go:noescape
func leastOfAVX2(least, cells *uint16, list *uint32, count, blocks int, mask uint64)

// equalTo is equalToGo.
func equalTo(set []uint32, row []uint16, value, mask uint16) {
	if hasAVX2 {
		equalToAVX2(&set[0], &row[0], len(set), uint64(value), uint64(mask))
	} else {
		equalToGo(set, row, value, mask)
	}
}

//go:noescape
func equalToAVX2(set *uint32, row *uint16, blocks int, value, mask uint64)

// shift is shiftGo.
func shift(cells []uint16, rows []uint32, from, to uint8) {
	if len(rows) > 0 {
		shiftX86(&cells[0], &rows[0], len(rows), uint64(from), uint64(to))
	}
}

//go:noescape
func shiftX86(cells *uint16, rows *uint32, count int, from, to uint64)
