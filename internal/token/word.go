package token

import "bytes"

// FirstWord is the first word of a file's beginning that is not in a comment, which
// is a line that begins with #.
func FirstWord(head []byte) string {
	for line := range bytes.Lines(head) {
		if words := bytes.Fields(line); len(words) > 0 && words[0][0] != '#' {
			return string(words[0])
		}
	}
	return ""
}
