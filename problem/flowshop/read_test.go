package flowshop

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

const small = title + "\n 3 2 77 12 11\nprocessing times :\n 1 2 3\n 4 5 6\n"

func TestRead(t *testing.T) {
	want := Instance{Name: "f", Jobs: 3, Machines: 2, Times: []int64{1, 2, 3, 4, 5, 6}, Seed: 77, Upper: 12, Lower: 11}
	bare := want
	bare.Seed, bare.Upper, bare.Lower = 0, 0, 0
	for text, want := range map[string]Instance{
		small: want, strings.ReplaceAll(small, "\n", "\r\n"): want,
		"Number of Jobs\n3 2 77 12 11\n1 2 3 4\n5 6": want, "3 2\n1 2 3\n4 5 6": bare,
	} {
		if got, err := Read(strings.NewReader(text), "f"); err != nil || len(got) != 1 || !reflect.DeepEqual(*got[0], want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	list, err := Read(strings.NewReader(small+small+"3 2\n1 2 3\n4 5 6\n\n"), "f")
	if err != nil || len(list) != 3 || list[0].Name != "f#1" || list[2].Name != "f#3" || list[1].hash() != want.hash() || list[2].hash() != want.hash() {
		t.Errorf("%+v, %v", list, err)
	}
	for text, is := range map[string]bool{small: true, "\n Number  of jobs\n": true, "3 2\n": false, "": false} {
		if recognize([]byte(text)) != is {
			t.Errorf("%q: %t", text, !is)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{small, "", "f:1: the file has no instance"},
		{small, "words\nalone", "f:2: the file has no instance"},
		{" 3 2 77 12 11", " 3", "f:3: the number of machines is \"processing\"; it should be a whole number"},
		{" 3 2 77", " 0 2 77", "f:2: the number of jobs is \"0\"; it should be a whole number from 1 to 5000"},
		{" 3 2 77", " 3 101 77", "f:2: the number of machines is \"101\"; it should be a whole number from 1 to 100"},
		{" 3 2 77", " 3 -2 77", "f:2: the number of machines is \"-2\""},
		{" 3 2 77", " 3 2 x", "f:2: the seed is \"x\"; it should be a whole number"},
		{"12 11", "12 11 10", "f:2: \"10\" after the lower bound"},
		{"4 5 6", "4 5", "f:6: the file ends where the time of job 3 on machine 2 should be"},
		{"4 5 6", "4 5 6 7", "f:5: \"7\" after the last of 3 × 2 times; the sizes in line 2 may be wrong"},
		{"4 5 6\n", "4 5 6\n7\n", "f:7: the file ends where the number of machines should be"},
		{"4 5 6", "4 5 0.5", "f:5: the time of job 3 on machine 2 is \"0.5\"; it should be a whole number"},
		{"4 5 6", "4 -5 6", "f:5: the time of job 2 on machine 2 is \"-5\""},
		{"4 5 6", "4 5 99999999999999999999", "f:5: the time of job 3 on machine 2 is \"99999999999999999999\""},
		{"4 5 6", "4 5 1000000000000000000", "f:2: the sum of all times, times the number of jobs, is more than 2^60"},
		{"4 5 6", "4 \x00 6", "f:5: byte 0x00 is not text"},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if q, err := Read(strings.NewReader(text), "f"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", text, q, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	check := func(list []*Instance) (err error) {
		for _, q := range list {
			err = cmp.Or(err, q.validate())
		}
		return err
	}
	write := func(list []*Instance, w io.Writer) (err error) {
		for _, q := range list {
			err = cmp.Or(err, q.Write(w))
		}
		return err
	}
	problemtest.FuzzRead(f, Read, check, write,
		small, small+small, "1 1\n5", "2 1 3\n1 2\nwords\n1 1\n1", "1 1\n1152921504606846976", "1 1\n1152921504606846977")
}

// The instances of Taillard's benchmarks follow from their seeds.
func TestGenerate(t *testing.T) {
	q, err := Generate(20, 5, 873654221)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(q.Times[:20]), "[54 83 15 71 77 36 53 38 27 87 76 91 14 29 12 77 32 87 68 94]"; got != want {
		t.Errorf("the first row of ta001 is %s, want %s", got, want)
	}
	var text bytes.Buffer
	if err := q.Write(&text); err != nil {
		t.Fatal(err)
	}
	if back, err := Read(&text, q.Name); err != nil || len(back) != 1 || !reflect.DeepEqual(q, back[0]) {
		t.Errorf("written and read it is %+v, %v", back, err)
	}
	for _, c := range [][3]int{{20, 5, 0}, {20, 5, modulus}, {0, 5, 1}, {maxJobs + 1, 5, 1}, {20, 0, 1}, {20, maxMachines + 1, 1}} {
		if _, err := Generate(c[0], c[1], uint64(c[2])); err == nil {
			t.Errorf("%v was generated", c)
		}
	}
}
