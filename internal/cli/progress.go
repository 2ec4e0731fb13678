package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/trace"
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

// ProgressKinds are the words for --progress.
var ProgressKinds = []string{"auto", "bar", "plain", "none"}

// Display shows progress as --progress asks: a bar, lines now and then, or nothing.
type Display struct {
	kind        string // bar, plain or none
	every, last time.Duration
	w           io.Writer
	name        string
	container   *mpb.Progress // of the bar, once there is one
	bar         *mpb.Bar
	text        chan string // behind the bar: the newest one for the drawing goroutine
}

// Display is that of something with a name; over says that a bar would be drawn over
// something.
func (a *App) Display(kind, name string, over bool) *Display {
	d := &Display{kind: kind, every: plainEvery, w: a.Err, name: name}
	if kind == "auto" {
		d.every = aliveEvery
		switch {
		case a.Quiet:
			d.kind = "none"
		case a.Terminal && !over:
			d.kind = "bar"
		default:
			d.kind = "plain"
		}
	}
	return d
}

// Due reports whether there is something to be shown by now.
func (d *Display) Due(elapsed time.Duration) bool {
	return d.kind == "bar" || d.kind == "plain" && elapsed-d.last >= d.every
}

// Show shows how much is done, from 0 to 1, with a text, if it is due.
func (d *Display) Show(part float64, elapsed time.Duration, text string) error {
	if !d.Due(elapsed) {
		return nil
	}
	if d.last = elapsed; d.kind == "plain" {
		_, err := fmt.Fprintf(d.w, "%s: %s\n", d.name, text)
		return err
	}
	if d.bar == nil {
		d.draw()
	}
	select {
	case <-d.text: // what has not been drawn is old
	default:
	}
	d.text <- " " + text
	// 999: the bar is complete when the work has ended, not before.
	d.bar.SetCurrent(int64(min(1000*part, 999)))
	return nil
}

// draw makes the bar.
func (d *Display) draw() {
	w := d.w
	if f, ok := w.(*os.File); ok {
		// A terminal of no size would get lines of no length; as a mere writer it gets
		// lineWidth.
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && (width == 0 || height == 0) {
			w = struct{ io.Writer }{w}
		}
	}
	d.text = make(chan string, 1)
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
}

// Clear takes a bar away: the answer says the rest.
func (d *Display) Clear() {
	if d.bar != nil {
		d.bar.Abort(true)
		d.container.Wait()
	}
}

// watcher shows how far a run is.
type watcher struct {
	Pace
	*Display
	objective problem.Objective
}

// watcher is the observer that --progress asks for.
func (s *Session) watcher(t *Task, until search.Stop) *watcher {
	// A bar is drawn over lines of the answer that come while it stands.
	_, tells := t.Form.(problem.Reporter)
	_, bounded := t.Problem.(problem.Targeted)
	return &watcher{
		Pace: Pace{until: until, Bounded: bounded, among: s.Flags.replicas}, objective: t.objective(),
		Display: s.Display(s.Flags.Progress, t.Instance, tells && !s.Flags.Json && s.OutTerminal && s.Flags.out == ""),
	}
}

// Observe implements search.Observer.
func (w *watcher) Observe(p search.Progress, elapsed time.Duration) error {
	w.observe(p, elapsed)
	if !w.Due(elapsed) {
		return nil
	}
	format := "best %s, generation %d, %s, %s"
	if w.kind == "bar" {
		format = "best %s  gen %d  %s  %s"
	}
	return w.Show(w.part(), elapsed, fmt.Sprintf(format, w.objective.Describe(w.best), w.Steps, w.Speed(), w.remaining()))
}

// Finish takes the bar away.
func (w *watcher) Finish(search.Result) error {
	w.Clear()
	return nil
}

// Pace is how far a run is and how fast it goes.
type Pace struct {
	until   search.Stop
	Bounded bool // a proof of optimality may end the run
	Steps   int64
	made    int64 // evaluations, by all replicas
	among   int   // replicas
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
	p.Steps, p.made, p.Elapsed, p.best = now.Steps, now.Evaluations, elapsed, now.Best
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
	if made := p.spent(); made > 0 && p.Elapsed > 0 {
		evaluations := time.Duration(float64(p.Elapsed) * (1 - made) / made)
		if !known || evaluations < left {
			left, known = evaluations, true
		}
	}
	return max(left, 0).Round(time.Second), known
}

// spent is the part of the evaluations that are made, if they are limited.
func (p *Pace) spent() float64 {
	if p.until.Evaluations == 0 {
		return 0
	}
	return float64(p.made) / float64(max(p.among, 1)) / float64(p.until.Evaluations)
}

// part is how much of the run is over, from 0 to 1, by the limit that is nearest.
func (p *Pace) part() float64 {
	part := 0.0
	if p.until.Time > 0 {
		part = float64(p.Elapsed) / float64(p.until.Time)
	}
	if p.until.Steps > 0 {
		part = max(part, float64(p.Steps)/float64(p.until.Steps))
	}
	return min(max(part, p.spent()), 1)
}

// remaining says how long it will take, or what ends a run without a limit.
func (p *Pace) remaining() string {
	if left, known := p.left(); known {
		return left.String() + " left"
	}
	switch {
	case p.until.Patience > 0:
		return "until nothing better comes"
	case p.until.Target != nil || p.until.Evaluations != 0 || p.until.Stagnation != 0 || p.until.Converged:
	case p.Bounded:
		return "until optimal or Ctrl-C"
	default:
		return "until Ctrl-C"
	}
	return "no time limit"
}

// observer is a function that watches a run.
type observer func(search.Progress) error

// Observe implements search.Observer.
func (o observer) Observe(p search.Progress, _ time.Duration) error { return o(p) }

// improvements has a form print what is found as it comes, each once it has been
// verified.
func (s *Session) improvements(t *Task, r problem.Reporter, e search.Engine) observer {
	shown := problem.Worst
	return func(p search.Progress) error {
		if p.Best <= shown || !t.objective().Feasible(p.Best) {
			return nil
		}
		for i := range e.Replicas() {
			found, err := e.Best(i)
			if err != nil {
				return err
			}
			if found.Score < p.Best {
				continue
			}
			if err := t.check(found); err != nil {
				return WrongAnswer(t.Instance, err)
			}
			shown = found.Score
			return r.Improved(s.Out, shown)
		}
		return nil
	}
}

// pictureTitle says what a picture shows, such that it can be made again.
func pictureTitle(t *Task, algorithm string, replicas []search.Replica) string {
	seeds := fmt.Sprintf("seed %d", replicas[0].Seed)
	if n := len(replicas); n > 1 {
		seeds = fmt.Sprintf("seeds %d to %d", replicas[0].Seed, replicas[n-1].Seed)
	}
	return fmt.Sprintf("%s %s by %s, %s", t.Kind.Name, filepath.Base(t.Instance), algorithm, seeds)
}

// observers are what watches a run.
func (s *Session) observers(t *Task, e search.Engine, algorithm string, c search.Config) ([]search.Observer, error) {
	var watch []search.Observer
	f := s.Flags
	if r, ok := t.Form.(problem.Reporter); ok && !f.Json {
		watch = append(watch, s.improvements(t, r, e))
	}
	watch = append(watch, s.watcher(t, c.Stop))
	if f.Plot != "" && t.Front == nil {
		picture, err := plot.To(f.Plot, pictureTitle(t, algorithm, c.Replicas), t.objective())
		if err != nil {
			return nil, AsUserError(err)
		}
		watch = append(watch, picture)
	}
	// The trace is the only one with an open file, so it is the last to fail.
	if f.Trace != "" {
		after := int64(-1)
		if s.resumed != nil {
			after = s.resumed.Steps - s.resumed.Behind
		}
		w, err := trace.Open(f.Trace, t.objective(), t.Front != nil, after)
		if err != nil {
			return nil, AsUserError(err)
		}
		watch = append(watch, w)
	}
	if f.Checkpoint != "" {
		watch = append(watch, search.SaveTo(e, f.Checkpoint, f.checkpointEvery))
	}
	return watch, nil
}
