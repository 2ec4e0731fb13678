package device

// unknownMemory is what a machine is taken to have that does not tell.
const unknownMemory = 8 << 30
