package main

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestThereAndBack(t *testing.T) {
	part := make([]byte, 1<<20)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range part {
		part[i] = byte(r.Uint32())
	}
	text := bytes.Repeat(part, 5)
	var packed, back bytes.Buffer
	if err := run([]string{"-c"}, bytes.NewReader(text), &packed); err != nil {
		t.Fatal(err)
	}
	if packed.Len() > 2<<20 {
		t.Errorf("%d bytes: what repeats was not found", packed.Len())
	}
	if err := run([]string{"-d"}, &packed, &back); err != nil || !bytes.Equal(back.Bytes(), text) {
		t.Errorf("%d bytes came back, %v", back.Len(), err)
	}
	for _, args := range [][]string{nil, {"-x"}, {"-c", "-d"}} {
		if run(args, bytes.NewReader(nil), &back) == nil {
			t.Errorf("%v is accepted", args)
		}
	}
	if run([]string{"-d"}, bytes.NewReader(part), &back) == nil {
		t.Error("noise is decompressed")
	}
}
