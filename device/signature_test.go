package device

import (
	"reflect"
	"testing"
)

func TestSignatures(t *testing.T) {
	got := Signatures(`
#define KERNEL __kernel
// KERNEL void in_comment(u32 x)
/* KERNEL void also_in_comment(
   u32 x) */
DEVICE u32 helper(u32 x) { return x; }
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
		"several":    {Params: []Kind{BufferKind, U32Kind, I32Kind, I64Kind, U64Kind, F32Kind, F64Kind, AnyKind}},
		"local":      {Params: []Kind{BufferKind, U32Kind}, Local: true},
		"bounded":    {Params: []Kind{U32Kind}},
		"only_local": {Params: []Kind{BufferKind}, Local: true},

		"shared":      {Params: []Kind{BufferKind, BufferKind, U32Kind, U64Kind}, Local: true},
		"either_type": {Params: []Kind{BufferKind, AnyKind}},
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
		{int32(-1), 0xffffffff, I32Kind}, {uint32(7), 7, U32Kind}, {int64(-1), ^uint64(0), I64Kind},
		{uint64(1 << 63), 1 << 63, U64Kind}, {float32(1), 0x3f800000, F32Kind}, {1.0, 0x3ff0000000000000, F64Kind},
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
