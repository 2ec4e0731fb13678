package swarm

// ForceShare lets one of so many searches begin, and returns what takes it back.
func ForceShare(share int) (undo func()) {
	before := forced.share
	forced.share = share
	return func() { forced.share = before }
}
