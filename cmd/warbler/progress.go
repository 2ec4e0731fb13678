package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// How often lines of progress appear: where they were asked for, and where
// they only show that a long run is alive.
const (
	plainEvery = time.Second
	aliveEvery = 10 * time.Second
)

// The width of the bar, and of its whole line where the terminal does not tell
// its own.
const (
	barWidth  = 30
	lineWidth = 120
)

// progress is the observer that --progress asks for, or nil.
func (s *session) progress(t *task) search.Observer {
	// A bar is drawn over lines of the answer that come while it stands.
	_, tells := t.Form.(problem.Reporter)
	kind, every := s.manner(tells && !s.flags.json && s.outTerminal && s.flags.out == "")
	_, bounded := t.Problem.(problem.Targeted)
	switch kind {
	case "bar":
		return &bar{w: s.err, objective: t.objective(), pace: pace{bounded: bounded}}
	case "plain":
		return &lines{w: s.err, objective: t.objective(), name: t.Instance, every: every, pace: pace{bounded: bounded}}
	}
	return nil
}

// manner is how progress is shown, and how often lines of it; over says that a
// bar would be drawn over something.
func (s *session) manner(over bool) (kind string, every time.Duration) {
	switch kind = s.flags.progress; {
	case kind != "auto":
		return kind, plainEvery
	case s.quiet:
		return "none", plainEvery
	case s.terminal && !over:
		return "bar", aliveEvery
	}
	return "plain", aliveEvery
}

// pace is how far a run is and how fast it goes.
type pace struct {
	until   search.Stop
	bounded bool // a proof of optimality may end the run
	steps   int64
	elapsed time.Duration
	best    problem.Score
	begun   bool
	steps0  int64 // of the first report: a resumed run had steps before it began
	since   time.Duration
}

func (p *pace) observe(now search.Progress, elapsed time.Duration) {
	if !p.begun {
		p.begun, p.steps0, p.since = true, now.Steps, elapsed
	}
	p.steps, p.elapsed, p.best = now.Steps, elapsed, now.Best
}

// rate is in steps per second.
func (p *pace) rate() float64 {
	if p.steps > p.steps0 && p.elapsed > p.since {
		return float64(p.steps-p.steps0) / (p.elapsed - p.since).Seconds()
	}
	if p.elapsed <= 0 {
		return 0
	}
	return float64(p.steps) / p.elapsed.Seconds()
}

// speed is the rate for people: "11.4k/s".
func (p *pace) speed() string {
	rate, unit := p.rate(), 0
	for rate >= 1000 && unit < 3 {
		rate /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g%s/s", rate, [...]string{"", "k", "M", "G"}[unit])
}

// left is the time until a limit ends the run; false where none will.
func (p *pace) left() (time.Duration, bool) {
	left, known := time.Duration(0), false
	if p.until.Time > 0 {
		left, known = p.until.Time-p.elapsed, true
	}
	if rate := p.rate(); p.until.Steps > 0 && rate > 0 {
		steps := time.Duration(float64(p.until.Steps-p.steps) / rate * float64(time.Second))
		if !known || steps < left {
			left, known = steps, true
		}
	}
	return max(left, 0).Round(time.Second), known
}

// part is how much of the run is over, from 0 to 1000, by the limit that is
// nearest.
func (p *pace) part() int64 {
	part := 0.0
	if p.until.Time > 0 {
		part = float64(p.elapsed) / float64(p.until.Time)
	}
	if p.until.Steps > 0 {
		part = max(part, float64(p.steps)/float64(p.until.Steps))
	}
	return int64(1000 * min(part, 1))
}

// remaining says how long it will take, or what ends a run without a limit.
func (p *pace) remaining() string {
	if left, known := p.left(); known {
		return left.String() + " left"
	}
	switch {
	case p.until.Target != nil || p.until.Stagnation != 0 || p.until.Converged:
	case p.bounded:
		return "until optimal or Ctrl-C"
	default:
		return "until Ctrl-C"
	}
	return "no time limit"
}

// lines prints a line of progress now and then.
type lines struct {
	pace
	w         io.Writer
	objective problem.Objective
	name      string
	every     time.Duration
	last      time.Duration
}

// Start implements search.Starter.
func (l *lines) Start(until search.Stop) error { l.until = until; return nil }

// Observe implements search.Observer.
func (l *lines) Observe(p search.Progress, elapsed time.Duration) error {
	l.observe(p, elapsed)
	if elapsed-l.last < l.every {
		return nil
	}
	l.last = elapsed
	_, err := fmt.Fprintf(l.w, "%s: best %s, generation %d, %s, %s\n",
		l.name, l.objective.Describe(l.best), l.steps, l.speed(), l.remaining())
	return err
}

// bar draws a bar on a terminal.
type bar struct {
	pace
	w         io.Writer
	objective problem.Objective
	drawn     *drawing
}

// Start implements search.Starter.
func (b *bar) Start(until search.Stop) error {
	b.until, b.drawn = until, draw(b.w)
	return nil
}

// Observe implements search.Observer.
func (b *bar) Observe(p search.Progress, elapsed time.Duration) error {
	b.observe(p, elapsed)
	b.drawn.show(b.part(), fmt.Sprintf(" best %s  gen %d  %s  %s", b.objective.Describe(b.best), b.steps, b.speed(), b.remaining()))
	return nil
}

// Finish takes the bar away: the answer says the rest.
func (b *bar) Finish(search.Result) error {
	if b.drawn != nil {
		b.drawn.clear()
	}
	return nil
}

// drawing is a bar with a text behind it.
type drawing struct {
	container *mpb.Progress
	bar       *mpb.Bar
	text      chan string // the newest text for the drawing goroutine
}

func draw(w io.Writer) *drawing {
	d := &drawing{text: make(chan string, 1)}
	if f, ok := w.(*os.File); ok {
		// A terminal of no size would get lines of no length; as a mere writer it gets
		// lineWidth.
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && (width == 0 || height == 0) {
			w = struct{ io.Writer }{w}
		}
	}
	d.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(lineWidth), mpb.WithRefreshRate(150*time.Millisecond), mpb.WithAutoRefresh())
	shown := ""
	d.bar = d.container.New(1000, mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]"),
		mpb.BarRemoveOnComplete(), mpb.BarWidth(barWidth),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			select {
			case shown = <-d.text:
			default:
			}
			return shown
		})))
	return d
}

// show draws the bar up to part, of 1000. One goroutine at a time may call it.
func (d *drawing) show(part int64, text string) {
	select {
	case <-d.text: // what has not been drawn is old
	default:
	}
	d.text <- text
	// 999: the bar is complete when the work has ended, not before.
	d.bar.SetCurrent(min(part, 999))
}

func (d *drawing) clear() {
	d.bar.Abort(true)
	d.container.Wait()
}
