package subprocess

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/internal/capture"
	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/search"
)

// Crash is how a child ended that was not to end.
type Crash struct {
	Hung    bool   // it did not answer and was ended
	Waited  string // for what: "after the time was over"
	Signal  string // "SIGFPE", where one is known
	PC      uint64 // where it was, or 0
	Entry   uint64 // the address of the problem's code, or 0
	Device  string // it was working on, or ""
	Ending  string // how the system puts it
	Scoring bool   // it was to score an answer again
	Memory  bool   // it asked for more memory than there was
	Killed  bool   // from outside, as systems do that have no memory left
}

// LostError is a search whose child crashed or hung.
type LostError struct {
	Reason string // the crash in words
	Crash  Crash
}

func (e *LostError) Error() string { return e.Reason }

// Status is how the run ended; see search.StatusError.
func (e *LostError) Status() search.Status {
	if e.Crash.Hung {
		return search.Hung
	}
	return search.Crashed
}

// Shortage reports whether the child lacked memory, or may have: then nothing is
// known against the problem's code.
func (e *LostError) Shortage() bool { return e.Crash.Memory || e.Crash.Killed }

// link is a child, from the parent's side.
type link struct {
	cmd     *exec.Cmd
	out     *gob.Encoder
	in, end *os.File
	replies chan reply
	stderr  *capture.Head
	ended   chan struct{} // the process has
	once    sync.Once

	entry    uint64
	calls    int64         // of the problem's functions, that are known to have returned
	timed    bool          // the run has a limit of time
	patience time.Duration // with one of them
	allowed  time.Duration // the same, where the problem says it
	device   string
	explain  func(Crash) string
	found    func([]best) // or nil
}

// start makes a child that works on a device, or with "" on the CPU. Its parent is
// patient for so long.
func (p *Problem) start(device string, patience time.Duration) (*link, error) {
	if os.Getenv(childEnv) != "" {
		return nil, errors.New("subprocess: a child does not start children")
	}
	if !served.Load() { // a child would be the whole program once more
		return nil, errors.New("subprocess: the program has to call custom.Serve first in its main, for it is also the child that runs custom problems")
	}
	if runtime.GOOS != "linux" {
		return nil, &Error{Text: "custom problems run on Linux only", UserError: true}
	}
	// Not os.Executable: a program replaced on disk while it runs is still the
	// same one here.
	program := "/proc/self/exe"
	if _, err := os.Stat(program); err != nil {
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	theirs, requests, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	replies, theirEnd, err := os.Pipe()
	if err != nil {
		theirs.Close()
		requests.Close()
		return nil, err
	}
	l := &link{
		in: requests, end: replies, out: gob.NewEncoder(requests), replies: make(chan reply, 16), stderr: &capture.Head{},
		ended: make(chan struct{}), device: device, explain: p.explain, patience: patience, allowed: p.patience,
	}
	l.cmd = exec.Command(program)
	l.cmd.Args = os.Args[:1]
	l.cmd.Env = append(os.Environ(), childEnv+"=1")
	l.cmd.ExtraFiles = []*os.File{theirs, theirEnd}
	l.cmd.Stderr = l.stderr
	l.cmd.WaitDelay = time.Second
	separate(l.cmd)
	err = l.cmd.Start()
	theirs.Close()
	theirEnd.Close()
	if err != nil {
		requests.Close()
		replies.Close()
		return nil, fmt.Errorf("subprocess: the child cannot be started: %w", err)
	}
	go func() {
		defer close(l.replies)
		for decoder := gob.NewDecoder(replies); ; {
			var r reply
			if decoder.Decode(&r) != nil {
				return
			}
			l.replies <- r
		}
	}()
	go func() {
		_ = l.cmd.Wait() // how it ended is in ProcessState
		close(l.ended)
	}()
	return l, nil
}

// ask sends a request and waits for the answer. When ctx ends, or limit is over, unless
// that is 0, the child is told and has Grace, or what one more evaluation may take;
// without a sign of life it has patience. The error is a *LostError where there is no
// child any more, and else that of its engine.
func (l *link) ask(ctx context.Context, q request, limit time.Duration) (reply, error) {
	if err := l.out.Encode(q); err != nil {
		return reply{}, l.crashed(q)
	}
	quiet := time.NewTimer(l.patience)
	defer quiet.Stop()
	began := time.Now()
	var over, grace <-chan time.Time
	var waits time.Duration // of grace
	await := func(d time.Duration) { waits, grace = d.Round(time.Second/10), time.After(d) }
	if limit > 0 {
		over = time.After(limit)
	}
	done := ctx.Done()
	stop := func() {
		done, over = nil, nil
		quiet.Stop()                               // from now on grace counts
		_ = l.out.Encode(request{What: askCancel}) // if it is gone, replies tells
		await(Grace)
	}
	for {
		select {
		case r, ok := <-l.replies:
			if !ok {
				return r, l.crashed(q)
			}
			if grace == nil {
				quiet.Reset(max(l.patience, r.Quiet))
			}
			switch r.What {
			case tellDone:
				switch {
				case r.Failure == nil:
					return r, nil
				case r.Failure.Hung:
					return reply{}, l.hung(q, "after it was told to stop")
				case r.Failure.Ended:
					return r, context.Canceled
				}
				return r, r.Failure
			case tellFound:
				if l.found != nil {
					l.found(r.Bests)
				}
			case tellAlive:
				if r.Entry != 0 {
					l.entry = r.Entry
				}
				l.calls = max(l.calls, r.Calls)
				switch {
				case grace == nil:
				case l.calls == 0 && l.entry != 0 && l.device == "" && l.timed && ctx.Err() != context.Canceled:
					// The time is over, and how long an evaluation takes is not known yet.
					await(max(Grace, l.patience-time.Since(began)))
				case max(r.Wait, l.allowed) > Grace:
					await(max(r.Wait, l.allowed))
				}
			case tellCompiling:
				quiet.Reset(compiling)
				over = nil
			case tellCompiled:
				if limit > 0 {
					over = time.After(limit)
				}
			}
		case <-done:
			stop()
		case <-over:
			stop()
		case <-grace:
			return reply{}, l.hung(q, fmt.Sprintf("after it was told to stop, for %v", waits))
		case <-quiet.C:
			return reply{}, l.hung(q, fmt.Sprintf("for %v", l.patience))
		}
	}
}

var (
	signalLine = lazyregexp.New(`\[signal (SIG[A-Z]+)|(SIG[A-Z]+): `)
	counter    = lazyregexp.New(`(?:PC=|pc=)0x([0-9a-f]+)`)
	// shortage is what Go's runtime, its race detector, the C library (errno 12) and
	// C++ say when they get no memory.
	shortage = lazyregexp.New(`(?i)out of memory|cannot allocate memory|failed to (?:allocate|reserve) |cannot map pages|address space (?:collisions|limit)|errno[=: ]+12\b|std::bad_alloc`)
)

// crashed is the error of a child that is gone.
func (l *link) crashed(q request) error {
	select {
	case <-l.ended:
	case <-time.After(time.Second): // it closed its files and did not end
	}
	l.close()
	return l.lost(l.trace(q))
}

func (l *link) lost(c Crash) error { return &LostError{l.explain(c), c} }

// hung is the error of a child that does not answer; it is ended.
func (l *link) hung(q request, waited string) error {
	if l.device == "" { // else its code is where no signal finds it
		interrogate(l.cmd.Process.Pid)
		select {
		case <-l.ended:
		case <-time.After(time.Second):
		}
	}
	l.close()
	c := l.trace(q)
	c.Hung, c.Waited, c.Killed = true, waited, false // but by close
	return l.lost(c)
}

// trace reads what the child left. Go's runtime catches a signal that is raised
// in C, prints it and exits, so its name is in what it printed.
func (l *link) trace(q request) Crash {
	c := Crash{Entry: l.entry, Device: l.device, Scoring: q.What == askScore || q.What == askScores}
	text := l.stderr.Text()
	c.Memory = shortage().MatchString(text)
	if m := signalLine().FindStringSubmatch(text); m != nil {
		c.Signal = m[1] + m[2]
	}
	if m := counter().FindStringSubmatch(text); m != nil {
		c.PC, _ = strconv.ParseUint(m[1], 16, 64)
	}
	select {
	case <-l.ended:
		c.Ending = l.cmd.ProcessState.String()
		died := signalOf(l.cmd.ProcessState)
		if c.Killed = died == "SIGKILL"; c.Signal == "" && !c.Killed {
			c.Signal = died
		}
	default:
	}
	return c
}

// close ends the child: by its pipe, and if that does not help, at once.
func (l *link) close() {
	l.once.Do(func() {
		l.in.Close()
		select {
		case <-l.ended:
		case <-time.After(500 * time.Millisecond):
			_ = l.cmd.Process.Kill() // it may just have ended
			select {
			case <-l.ended:
			case <-time.After(burial): // a driver still holds it
			}
		}
		l.end.Close()
	})
}
