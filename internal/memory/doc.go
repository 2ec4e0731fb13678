// Package memory tells how much memory this process can have, and writes sizes.
package memory

// unknown is what a machine is taken to have that does not tell.
const unknown = 8 << 30
