package signature

import (
	"reflect"
	"testing"
)

func TestSignatures(t *testing.T) {
	got := Read(`
#define KERNEL __kernel
// KERNEL void in_comment(u32 x)
/* KERNEL void also_in_comment(
   u32 x) */
DEVICE u32 helper(u32 x) { return x; }
SUBKERNEL void other_word(u32 x) {}
KERNEL void none(void) {}
KERNEL void empty() {}
KERNEL
void several(GLOBAL const u64 *RESTRICT a, // the first, with a comma
             const u32 n, i32 i, i64 j, u64 k, f32 x, f64 y, genome g)
{
}
KERNEL __attribute__((reqd_work_group_size(64, 1, 1))) void local(GLOBAL u32 *out, u32 n LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
}
KERNEL_FOR(GROUP, 2 * GROUPS) void bounded(u32 n) {}
KERNEL void only_local(GLOBAL u32*out LOCAL_PARAM ( m ) ) {}
KERNEL void conditional(u32 a,
#ifdef MORE
    u32 b,
#endif
    u32 c) {}
KERNEL void twice(u32 a) {}
KERNEL void twice(u64 a) {}
KERNEL void by_macro(PARAMETERS) {}
KERNEL void by_call(u32 a, ARGUMENTS(b)) {}
#define SHARED GLOBAL u32 *one, /* a comment */ GLOBAL const real *RESTRICT two, \
    number three
#define number u32
#define real f64
KERNEL void shared(SHARED, u64 own LOCAL_PARAM(mem)) {}
#ifdef A
#define GLOBAL __global
#define wide u64
#define MORE , u32 y
#define PAIR u32 x, u32 y
#else
#define GLOBAL
#define wide u32
#define MORE
#define PAIR u32 x
#endif
KERNEL void either_type(GLOBAL wide *x, wide y) {}
KERNEL void either_count(u32 x MORE) {}
KERNEL void either_pair(PAIR) {}
#define LOOP LOOP
KERNEL void endless(LOOP x) {}
KERNEL void unfinished(u32 a
`)
	want := map[string]*Signature{
		"none":       {},
		"empty":      {},
		"several":    {Params: []Kind{Buffer, Uint32, Int32, Int64, Uint64, Float32, Float64, Any}},
		"local":      {Params: []Kind{Buffer, Uint32}, Local: true},
		"bounded":    {Params: []Kind{Uint32}},
		"only_local": {Params: []Kind{Buffer}, Local: true},

		"shared":      {Params: []Kind{Buffer, Buffer, Uint32, Uint64}, Local: true},
		"either_type": {Params: []Kind{Buffer, Any}},
	}
	for name, w := range want {
		if !reflect.DeepEqual(got[name], w) {
			t.Errorf("%s: %+v", name, got[name])
		}
		delete(got, name)
	}
	if len(got) != 0 {
		t.Errorf("too much was understood: %v", got)
	}
}

func TestScalar(t *testing.T) {
	for _, c := range []struct {
		value any
		bits  uint64
		kind  Kind
	}{
		{int32(-1), 0xffffffff, Int32}, {uint32(7), 7, Uint32}, {int64(-1), ^uint64(0), Int64},
		{uint64(1 << 63), 1 << 63, Uint64}, {float32(1), 0x3f800000, Float32}, {1.0, 0x3ff0000000000000, Float64},
	} {
		if bits, kind, ok := Scalar(c.value); bits != c.bits || kind != c.kind || !ok {
			t.Errorf("%T: %#x %v %v", c.value, bits, kind, ok)
		}
	}
	for _, v := range []any{1, uint8(1), "x", nil, true} {
		if _, _, ok := Scalar(v); ok {
			t.Errorf("%T is taken for a scalar", v)
		}
	}
}
