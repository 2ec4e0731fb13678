package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestList(t *testing.T) {
	data := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(data, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("knapsack/optima.csv", "instance,optimum,proven_optimal,source\n"+
		"a/one,10,yes,x\nb/many.csv#p,1,yes,x\nb/many.csv#q,2,yes,x\nb/many.csv#r,3,no,x\nb/many.csv#s,4,yes,x\nc/two,1.5,yes,x\n")
	write("mkp/best_known.csv", "instance,n_items,m_constraints,best_known,proven_optimal,source\n"+
		"m.txt#1,5,2,11,no,x\nm.txt#2,5,2,12,yes,x\n")
	write("knapsack/qiga/nowotniak250.txt", "1\n")
	got, err := list(data)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name, known string
		number      int
		proven      bool
	}{
		{"a/one", "10", 0, true},
		{"b/many.csv#p", "1", 1, true},
		{"b/many.csv#q", "2", 2, true},
		{"b/many.csv#r", "3", 3, false}, // and no fourth
		{"c/two", "1.5", 0, true},
		{"qiga/nowotniak250.txt", "1533.821142", 0, true},
		{"m.txt#1", "11", 1, false},
		{"m.txt#2", "12", 2, true},
	}
	if len(got) != len(want) {
		t.Fatalf("%d instances, want %d: %v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.name != w.name || g.known != w.known || g.number != w.number || g.proven != w.proven {
			t.Errorf("instance %d: %+v, want %+v", i, g, w)
		}
	}
}
