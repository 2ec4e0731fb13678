# make test is all that a change needs to pass; the rest is for measuring.

export CGO_ENABLED = 0

# The time for each fuzz target.
FUZZTIME ?= 30s

# PoCL's optimizer takes most of the time of the tests when no kernel is in its
# cache, and it compiles a kernel anew for each size of a group. The bits are the same
# without both.
UNOPTIMIZED = WARBLER_OPENCL_OPTIONS=-cl-opt-disable POCL_WORK_GROUP_SPECIALIZATION=0

# Tests wait now and then, so three packages run at a time on two cores. A third of the
# compiler's time is its garbage collector's. Without debug information binaries are
# linked in half the time.
COMPILER = GOGC=off GOMEMLIMIT=2GiB
FAST = -p 3 -toolexec 'env $(COMPILER)' -ldflags=-w

# Where make install puts things; DESTDIR comes before it, for packages.
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION = $(SHARE)/bash-completion/completions/warbler
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_warbler
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/warbler.fish

.PHONY: all build install uninstall release test setup check lint cross test-unit test-long race fuzz bench bench-galib bench-taillard bench-campaign quality gpu-bundle clean

all: build

build:
	go build -trimpath -o build/warbler ./cmd/warbler

# The command, its manual and what shells complete. Where there is no Go, as for root on
# some systems, it takes what make build has built.
install:
	@if command -v go >/dev/null; then $(MAKE) --no-print-directory build; fi
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man $(dir $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION))
	install -m 755 build/warbler $(DESTDIR)$(PREFIX)/bin/warbler
	build/warbler man --out $(SHARE)/man
	build/warbler completion bash > $(BASH_COMPLETION)
	build/warbler completion zsh > $(ZSH_COMPLETION)
	build/warbler completion fish > $(FISH_COMPLETION)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/warbler $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -f $(SHARE)/man/man1/warbler.1 $(SHARE)/man/man1/warbler-*.1 $(SHARE)/man/man7/warbler-algorithms.7

# Archives for Linux, macOS and Windows, with checksums.
release:
	scripts/release

# Six minutes on two cores where all caches are empty, half of one where all are full.
test: setup check test-unit

# Installs what the tests need, where it is missing, and says so.
setup:
	@scripts/setup

check:
	@unformatted=$$(gofmt -l .); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	go mod tidy -diff

# What takes minutes where Go's build cache is empty.
lint:
	$(COMPILER) go vet ./...
	$(COMPILER) go tool staticcheck ./...

# Devices are for Linux; elsewhere the CPU engines must build.
cross:
	$(COMPILER) GOOS=windows GOARCH=amd64 go build ./...
	$(COMPILER) GOOS=darwin GOARCH=arm64 go build ./...

# The packages that take longest come first, so that the others run beside them
# and not before. Lint runs vet.
test-unit:
	$(UNOPTIMIZED) go test -short -vet=off $(FAST) -timeout 25m ./search/genetic ./cmd/warbler ./docs ./search/cellular ./search/local ./...

# What -short holds back.
test-long: setup lint cross
	UNOPTIMIZED='$(UNOPTIMIZED)' scripts/test-long $(FAST)

# The race detector needs cgo, and a C compiler.
race: setup
	CGO_ENABLED=1 $(UNOPTIMIZED) go test -race -short -timeout 30m ./...

fuzz:
	scripts/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./...

# Warbler beside GAlib (Debian: libga-dev, g++) on the same work.
bench-galib: build build/galib-knapsack
	benchmarks/compare.sh

build/galib-knapsack: benchmarks/galib/knapsack.cpp
	@mkdir -p build
	$(CXX) -O2 -std=c++98 -w -o $@ $< -lga

# Robust tabu search beside a plain loop in C (needs a C compiler).
bench-taillard: build build/taillard
	benchmarks/taillard/compare.sh

build/taillard: benchmarks/taillard/robust.c
	@mkdir -p build
	$(CC) -O3 -o $@ $<

# What the store takes in a second, and 10,000 runs of 20 ms in a campaign beside
# the same runs alone: ten minutes on two cores.
bench-campaign:
	go test -run '^$$' -bench Store -benchtime 500000x ./internal/experiment
	go run ./benchmarks/campaign

# Gaps to the known optima of public instances.
quality: build
	go run ./benchmarks/quality

# Test binaries and the command for a machine with a GPU and no Go.
gpu-bundle:
	scripts/gpu-bundle

clean:
	rm -rf build
