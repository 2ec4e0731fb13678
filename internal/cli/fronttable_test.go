package cli

import (
	"strings"
	"testing"

	_ "github.com/warbler-opt/warbler/internal/problems"
	"github.com/warbler-opt/warbler/problem"
)

// FuzzFront reads whatever it is given as a front and judges it.
func FuzzFront(f *testing.F) {
	f.Add("f1,f2,solution\n1,1,1 0\n")
	f.Add(`{"objectives":[{"name":"f1"},{"name":"f2"}],"front":[{"values":[1,1],"solution":[1,0]}]}`)
	f.Add(`{"objectives":[{"name":"f1"},{"name":"f2"}],"front":[{"values":[1],"solution":"01"}]}`)
	f.Add("profit1,profit2,solution\n3,3,1 2\n")
	var tasks []*Task
	made := func(k *problem.Kind, in problem.Instance) {
		t, err := in.Task(f.Context(), problem.Options{Flags: k.Flags})
		if err != nil {
			f.Fatal(err)
		}
		tasks = append(tasks, &Task{Task: t, Kind: k, Paste: []string{"sack"}})
	}
	made(findNamed("constr"))
	k, list, err := problem.ReadFile(strings.NewReader("profits 2 2 1\n9\n1 2 3\n2 1 3\n"), "sack")
	if err != nil {
		f.Fatal(err)
	}
	made(k, list[0])
	f.Fuzz(func(t *testing.T, text string) {
		a := &App{Streams: Streams{In: strings.NewReader(text)}, over: t.Context().Err}
		front, err := a.readTable(tasks[0], "-")
		if err != nil {
			return
		}
		for _, of := range tasks {
			if front.verify(of) == nil {
				for _, row := range front.rows {
					if _, err := of.Front.Genome(row.words); err != nil {
						t.Errorf("%q is right, but has no genome: %v", text, err)
					}
				}
			}
		}
	})
}
