package cli

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
	PlainEvery = time.Second
	AliveEvery = 10 * time.Second
)

// The width of the bar, and of its whole line where the terminal does not tell
// its own.
const (
	barWidth  = 30
	lineWidth = 120
)

// progress is the observer that --progress asks for, or nil.
func (s *Session) progress(t *Task, until search.Stop) search.Observer {
	// A bar is drawn over lines of the answer that come while it stands.
	_, tells := t.Form.(problem.Reporter)
	kind, every := s.Manner(tells && !s.Flags.Json && s.OutTerminal && s.Flags.out == "")
	_, bounded := t.Problem.(problem.Targeted)
	switch kind {
	case "bar":
		return &bar{w: s.Err, objective: t.objective(), Pace: Pace{until: until, Bounded: bounded}}
	case "plain":
		return &Lines{W: s.Err, Objective: t.objective(), Name: t.Instance, every: every, Pace: Pace{until: until, Bounded: bounded}}
	}
	return nil
}

// Manner is how progress is shown, and how often lines of it; over says that a
// bar would be drawn over something.
func (s *Session) Manner(over bool) (kind string, every time.Duration) {
	switch kind = s.Flags.progress; {
	case kind != "auto":
		return kind, PlainEvery
	case s.Quiet:
		return "none", PlainEvery
	case s.Terminal && !over:
		return "bar", AliveEvery
	}
	return "plain", AliveEvery
}

// Pace is how far a run is and how fast it goes.
type Pace struct {
	until   search.Stop
	Bounded bool // a proof of optimality may end the run
	Steps   int64
	Elapsed time.Duration
	best    problem.Score
	begun   bool
	steps0  int64 // of the first report: a resumed run had steps before it began
	since   time.Duration
}

func (p *Pace) observe(now search.Progress, elapsed time.Duration) {
	if !p.begun {
		p.begun, p.steps0, p.since = true, now.Steps, elapsed
	}
	p.Steps, p.Elapsed, p.best = now.Steps, elapsed, now.Best
}

// rate is in steps per second.
func (p *Pace) rate() float64 {
	if p.Steps > p.steps0 && p.Elapsed > p.since {
		return float64(p.Steps-p.steps0) / (p.Elapsed - p.since).Seconds()
	}
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Steps) / p.Elapsed.Seconds()
}

// Speed is the rate for people: "11.4k/s".
func (p *Pace) Speed() string {
	rate, unit := p.rate(), 0
	for rate >= 1000 && unit < 3 {
		rate /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g%s/s", rate, [...]string{"", "k", "M", "G"}[unit])
}

// left is the time until a limit ends the run; false where none will.
func (p *Pace) left() (time.Duration, bool) {
	left, known := time.Duration(0), false
	if p.until.Time > 0 {
		left, known = p.until.Time-p.Elapsed, true
	}
	if rate := p.rate(); p.until.Steps > 0 && rate > 0 {
		steps := time.Duration(float64(p.until.Steps-p.Steps) / rate * float64(time.Second))
		if !known || steps < left {
			left, known = steps, true
		}
	}
	return max(left, 0).Round(time.Second), known
}

// part is how much of the run is over, from 0 to 1000, by the limit that is
// nearest.
func (p *Pace) part() int64 {
	part := 0.0
	if p.until.Time > 0 {
		part = float64(p.Elapsed) / float64(p.until.Time)
	}
	if p.until.Steps > 0 {
		part = max(part, float64(p.Steps)/float64(p.until.Steps))
	}
	return int64(1000 * min(part, 1))
}

// remaining says how long it will take, or what ends a run without a limit.
func (p *Pace) remaining() string {
	if left, known := p.left(); known {
		return left.String() + " left"
	}
	switch {
	case p.until.Target != nil || p.until.Stagnation != 0 || p.until.Converged:
	case p.Bounded:
		return "until optimal or Ctrl-C"
	default:
		return "until Ctrl-C"
	}
	return "no time limit"
}

// Lines prints a line of progress now and then.
type Lines struct {
	Pace
	W         io.Writer
	Objective problem.Objective
	Name      string
	every     time.Duration
	last      time.Duration
}

// Observe implements search.Observer.
func (l *Lines) Observe(p search.Progress, elapsed time.Duration) error {
	l.observe(p, elapsed)
	if elapsed-l.last < l.every {
		return nil
	}
	l.last = elapsed
	_, err := fmt.Fprintf(l.W, "%s: best %s, generation %d, %s, %s\n",
		l.Name, l.Objective.Describe(l.best), l.Steps, l.Speed(), l.remaining())
	return err
}

// bar draws a bar on a terminal.
type bar struct {
	Pace
	w         io.Writer
	objective problem.Objective
	drawn     *Drawing
}

// Observe implements search.Observer.
func (b *bar) Observe(p search.Progress, elapsed time.Duration) error {
	b.observe(p, elapsed)
	if b.drawn == nil {
		b.drawn = Draw(b.w)
	}
	b.drawn.Show(b.part(), fmt.Sprintf(" best %s  gen %d  %s  %s", b.objective.Describe(b.best), b.Steps, b.Speed(), b.remaining()))
	return nil
}

// Finish takes the bar away: the answer says the rest.
func (b *bar) Finish(search.Result) error {
	if b.drawn != nil {
		b.drawn.Clear()
	}
	return nil
}

// Drawing is a bar with a text behind it.
type Drawing struct {
	container *mpb.Progress
	bar       *mpb.Bar
	text      chan string // the newest text for the drawing goroutine
}

func Draw(w io.Writer) *Drawing {
	d := &Drawing{text: make(chan string, 1)}
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

// Show draws the bar up to part, of 1000. One goroutine at a time may call it.
func (d *Drawing) Show(part int64, text string) {
	select {
	case <-d.text: // what has not been drawn is old
	default:
	}
	d.text <- text
	// 999: the bar is complete when the work has ended, not before.
	d.bar.SetCurrent(min(part, 999))
}

func (d *Drawing) Clear() {
	d.bar.Abort(true)
	d.container.Wait()
}
