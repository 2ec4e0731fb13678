package device

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/warbler-opt/warbler/internal/capture"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
)

// probeLimit is probeTimeout; tests shorten it.
var probeLimit = probeTimeout

// probe lists a driver's devices from a child process: this program once more,
// whose Register sees probeEnv and answers on file descriptor 3, where no
// driver's chatter goes. A driver that crashes or hangs takes only the child
// with it.
//
// The error is that of a context which ended before.
func probe(ctx context.Context, d Driver) (answer, error) {
	none := func(format string, args ...any) (answer, error) {
		return answer{List: []reported{{absent(d), fmt.Sprintf(format, args...)}}, none: true}, nil
	}
	broken := func(format string, args ...any) (answer, error) {
		_, files := depends(d)
		return answer{List: []reported{{absent(d), fmt.Sprintf(format, args...)}}, Files: files, Broken: time.Now()}, nil
	}
	if os.Getenv(probeEnv) != "" {
		return none("this process was started to probe another driver")
	}
	out, in, err := os.Pipe()
	if err != nil {
		return none("it cannot be probed: %v", err)
	}
	defer out.Close()
	// Not os.Executable, where it can be helped: a program replaced on disk while
	// it runs is still the same one here.
	program := "/proc/self/exe"
	if _, err := os.Stat(program); err != nil {
		program, _ = os.Executable()
	}
	cmd := exec.Command(program)
	cmd.Args = os.Args[:1]
	cmd.Env = append(os.Environ(), probeEnv+"="+d.Name())
	cmd.ExtraFiles = []*os.File{in}
	errors := &capture.Head{}
	cmd.Stderr = errors
	cmd.WaitDelay = time.Second // for grandchildren that keep stderr open
	err = cmd.Start()
	in.Close()
	if err != nil {
		return none("it cannot be probed: %v", err)
	}
	var said answer
	heard := make(chan error, 1)
	go func() { heard <- json.NewDecoder(out).Decode(&said) }()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	limit := time.NewTimer(probeLimit)
	defer limit.Stop()
	select {
	case err = <-heard:
	case <-limit.C:
		cmd.Process.Kill()
		return broken("its driver did not answer within %v while it was probed", probeLimit)
	case <-ctx.Done():
		cmd.Process.Kill()
		return answer{}, ctx.Err()
	}
	if err == nil && len(said.List) > 0 {
		// Drivers also hang in their exit handlers; what was heard is enough.
		time.AfterFunc(time.Second, func() { cmd.Process.Kill() })
		return said, nil
	}
	how := "it closed its files and did not end"
	select {
	case <-ended:
		how = ending(cmd.ProcessState, errors.Text())
	case <-limit.C:
		cmd.Process.Kill()
	}
	return broken("its driver crashed while it was probed (%s)", how)
}

var signalLine = lazyregexp.New(`\[signal (SIG[A-Z]+)|(SIG[A-Z]+): `)

// ending says how a child died. Go's runtime catches a signal raised in C,
// prints it and exits with status 2, so the name may be in what it printed.
func ending(s *os.ProcessState, stderr string) string {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return ws.Signal().String()
	}
	if m := signalLine().FindStringSubmatch(stderr); m != nil {
		return m[1] + m[2]
	}
	return s.String()
}

// answerProbe is the child's side; it never returns.
func answerProbe(d Driver) {
	// The parent kills a child that hangs; if the parent is gone, nobody does.
	time.AfterFunc(probeTimeout+5*time.Second, func() { os.Exit(1) })
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	out := os.NewFile(3, "report")
	said := answer{List: report(ctx, d)}
	_, said.Files = depends(d)
	said.Files = append(said.Files, libraries()...)
	if err := json.NewEncoder(out).Encode(said); err != nil {
		os.Exit(1)
	}
	out.Close()
	os.Exit(0)
}

// libraries lists the shared libraries that this process has loaded.
func libraries() []string {
	mapped, _ := os.ReadFile("/proc/self/maps")
	seen := map[string]bool{}
	for line := range strings.Lines(string(mapped)) {
		if _, path, ok := strings.Cut(strings.TrimSpace(line), "/"); ok && strings.Contains(path, ".so") {
			seen["/"+path] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
