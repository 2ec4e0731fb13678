package head

// leastOfGo fills least with the least cell of each listed row of so many blocks, of
// which the bits in mask count.
func leastOfGo(least, cells []uint16, list []uint32, blocks int, mask uint16) {
	least = least[:len(list)]
	width := blocks * block
	for i, v := range list {
		x := uint16(noColor)
		for _, c := range cells[int(v)*width:][:width] {
			x = min(x, c&mask)
		}
		least[i] = x
	}
}

// equalToGo fills set with the cells of a row that are equal to a value, of which the
// bits in mask count: a bit for each cell of a block.
func equalToGo(set []uint32, row []uint16, value, mask uint16) {
	for b := range set {
		x := uint32(0)
		for i, c := range row[b*block:][:block] {
			if c&mask == value {
				x |= 1 << i
			}
		}
		set[b] = x
	}
}

// shiftGo moves a neighbor of some rows, which it is told by where they begin, from a
// color to another.
func shiftGo(cells []uint16, rows []uint32, from, to uint8) {
	for _, at := range rows {
		cells[at+uint32(from)]--
		cells[at+uint32(to)]++
	}
}
