// Package criteria has the classic test functions with several objectives, all
// to be minimized: Zitzler, Deb and Thiele's ZDT1 to ZDT6 ("Comparison of
// Multiobjective Evolutionary Algorithms: Empirical Results", 2000), of which
// ZDT5 is over bits; DTLZ1 to DTLZ7 of Deb, Thiele, Laumanns and Zitzler
// ("Scalable Test Problems for Evolutionary Multiobjective Optimization", 2005), with three
// objectives or another number of them; and with constraints CONSTR, SRN and BNH, as in Deb, Pratap,
// Agarwal and Meyarivan (2002), section VI, and Deb (2001).
//
// Their values are the same to the last bit on every device: sums run in the
// order of the genes, transcendental functions come from internal/elementary, and
// every product is rounded before it is added.
package criteria
