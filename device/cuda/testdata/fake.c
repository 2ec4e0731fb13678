// A stand-in for libcuda.so.1 and libnvrtc.so in one, so that the Go side can be
// tested where there is no GPU: memory is malloc's, a stream is a thread, and the
// kernels of the conformance suite are written out below. It is strict where
// the real driver is: a call needs a current context, a launch the right amount
// of shared memory, and after an illegal access nothing works any more.
//
// FAKE_VERSION, FAKE_INIT, FAKE_CRASH and FAKE_DEVICES change what the driver says of itself,
// FAKE_RUINED what it does after an illegal access; with FAKE_IDLE the kernel of
// the benchmark is launched but not run. FAKE_CALLS names a file that gets a line for
// each call that takes long in a real driver.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef uint64_t u64;
#define TOTAL (1ull << 30)

static int number(const char *name, int otherwise)
{
    const char *s = getenv(name);
    return s ? atoi(s) : otherwise;
}

static u64 now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static __thread void *current;
static int context, retained, dead, idle;

// complain says what a careful program does not do, though a driver bears it;
// the test fails for it.
static int complain(const char *what)
{
    fprintf(stderr, "fake CUDA: %s\n", what);
    return 1;
}

// note writes down a call.
static int note(const char *what)
{
    const char *path = getenv("FAKE_CALLS");
    FILE *f = path ? fopen(path, "a") : 0;
    if (f) {
        fprintf(f, "%s\n", what);
        fclose(f);
    }
    return 0;
}

// NEED stands first in every function that works in a context.
#define NEED              \
    if (current != &context) \
        return 201;       \
    if (dead)             \
        return 700;

int cuInit(unsigned flags)
{
    note("cuInit");
    if (number("FAKE_CRASH", 0))
        *(volatile int *)8 = 0;
    idle = number("FAKE_IDLE", 0);
    return flags ? 1 : number("FAKE_INIT", 0);
}
int cuDriverGetVersion(int *v) { *v = number("FAKE_VERSION", 13000); return 0; }
int cuGetErrorName(int code, const char **s) { *s = code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE"; return 0; }
int cuGetErrorString(int code, const char **s) { *s = code == 700 ? "an illegal memory access was encountered" : "some error"; return 0; }
int cuDeviceGetCount(int *n) { *n = number("FAKE_DEVICES", 1); return 0; }
int cuDeviceGet(int *d, int i) { *d = i; return i < number("FAKE_DEVICES", 1) ? 0 : 101; }
int cuDeviceGetName(char *s, int n, int d) { snprintf(s, n, "Fake GPU %d", d); return 0; }
int cuDeviceTotalMem_v2(size_t *n, int d) { *n = TOTAL; return 0; }
int cuDeviceGetPCIBusId(char *s, int n, int d) { snprintf(s, n, "0000:3B:%02x.0", d); return 0; }

int cuDeviceGetAttribute(int *v, int what, int d)
{
    switch (what) {
    case 1: *v = 1024; return 0;
    case 8: *v = 48 << 10; return 0;
    case 16: *v = 4; return 0;
    case 20: *v = 0; return 0;
    case 75: *v = 9; return 0;
    case 76: *v = 0; return 0;
    case 97: *v = 227 << 10; return 0;
    }
    return 1;
}

// Drivers differ in what becomes of a ruined context: a reset mends it, nothing
// does, or it is given out again as it is.
enum { MENDED, REFUSED, RUINED };
static int ruined(void) { return dead ? number("FAKE_RUINED", MENDED) : MENDED; }

int cuDevicePrimaryCtxRetain(void **c, int d)
{
    char what[40];
    snprintf(what, sizeof what, "cuDevicePrimaryCtxRetain %d", d);
    note(what);
    if (ruined() == REFUSED)
        return 700;
    *c = &context;
    retained++;
    return 0;
}
int cuDevicePrimaryCtxRelease_v2(int d) { return --retained < 0 ? complain("a context is released too often") : ruined() == REFUSED ? 700 : 0; }
int cuDevicePrimaryCtxReset_v2(int d)
{
    if (retained > 0)
        return complain("a context is reset while it is held");
    if (ruined() != MENDED)
        return 700;
    dead = 0;
    return 0;
}
int cuCtxSetCurrent(void *c) { current = c; return 0; }

// Memory.

struct block { char *p; size_t n; int pinned; struct block *next; };
static struct block *blocks;
static size_t taken;

static char *reserve(size_t n, int pinned)
{
    struct block *b = malloc(sizeof *b);
    *b = (struct block){malloc(n), n, pinned, 0};
    pthread_mutex_lock(&lock);
    b->next = blocks;
    blocks = b;
    if (!pinned)
        taken += n;
    pthread_mutex_unlock(&lock);
    return b->p;
}

static int giveBack(char *p, int pinned)
{
    int code = 1;
    pthread_mutex_lock(&lock);
    for (struct block **b = &blocks; *b; b = &(*b)->next)
        if ((*b)->p == p && (*b)->pinned == pinned) {
            struct block *gone = *b;
            *b = gone->next;
            if (!pinned)
                taken -= gone->n;
            memset(gone->p, 0xdd, gone->n);
            free(gone->p);
            free(gone);
            code = 0;
            break;
        }
    pthread_mutex_unlock(&lock);
    return code;
}

// covers tells whether p … p + n lies in one block of the kind.
static int covers(const char *p, size_t n, int pinned)
{
    int yes = 0;
    pthread_mutex_lock(&lock);
    for (struct block *b = blocks; b; b = b->next)
        yes |= b->pinned == pinned && p >= b->p && p + n <= b->p + b->n;
    pthread_mutex_unlock(&lock);
    return yes;
}

int cuMemAlloc_v2(char **p, size_t n)
{
    NEED
    if (!n)
        return 1;
    if (n > TOTAL - taken)
        return 2;
    *p = reserve(n, 0);
    return 0;
}
int cuMemHostAlloc(char **p, size_t n, unsigned flags) { NEED note("cuMemHostAlloc"); *p = reserve(n, 1); return flags != 1; }
int cuMemFreeHost(char *p) { NEED return giveBack(p, 1); }
int cuMemGetInfo_v2(size_t *f, size_t *t) { NEED *f = TOTAL - taken; *t = TOTAL; return 0; }

// Modules: the image is a word and the source.

#define PARAMS 24
struct function { const char *name; int sizes[PARAMS]; int dynamic; };
static struct function functions[] = {
    {"self_test", {8, 8, 4, 8}},
    {"add", {8, 8, 4, 4}},
    {"scalars", {8, 4, 4, 8, 8, 4, 8, 4}},
    {"group_sums", {8, 4}},
    {"spin", {8, 4}},
    {"stray", {8}},
    {"many", {8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 8, 8, 4, 8, 4, 8}},
};

int cuModuleLoadData(char **m, const char *image)
{
    NEED
    note("cuModuleLoadData");
    if (strncmp(image, "FAKE", 4))
        return 200;
    *m = strdup(image);
    return 0;
}
int cuModuleUnload(char *m) { NEED free(m); return 0; }

int cuModuleGetFunction(struct function **f, const char *m, const char *name)
{
    NEED
    char head[100];
    snprintf(head, sizeof head, "void %s(", name);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name) && strstr(m, head)) {
            *f = &functions[i];
            return 0;
        }
    return 500;
}
int cuFuncGetAttribute(int *v, int what, struct function *f)
{
    NEED
    *v = what == 0 ? 1024 : what == 1 && !strcmp(f->name, "self_test") ? 4 : 0;
    return 0;
}
int cuFuncSetAttribute(struct function *f, int what, int v)
{
    NEED
    if (what != 8 || v > 227 << 10)
        return 1;
    f->dynamic = v;
    return 0;
}
int cuFuncGetParamInfo(struct function *f, size_t i, size_t *offset, size_t *size)
{
    NEED
    if (i >= PARAMS || !f->sizes[i])
        return complain("a parameter is asked for that is not there");
    *size = f->sizes[i];
    return 0;
}

// Streams: a thread each, with a list of commands.

struct event { int set; u64 time; };
struct command {
    enum { COPY, SET, EVENT, KERNEL } kind;
    char *to; const char *from; size_t n; int byte;
    struct event *event;
    struct function *f; u64 args[PARAMS]; unsigned groups, group, shared;
    struct command *next;
};
struct stream { pthread_t thread; struct command *first, **end; int pending, closing; };

static void philox(u32 *c, u32 k0, u32 k1)
{
    for (int r = 0; r < 10; r++) {
        u64 p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
        c[0] = (u32)(p1 >> 32) ^ c[1] ^ k0;
        c[1] = (u32)p1;
        c[2] = (u32)(p0 >> 32) ^ c[3] ^ k1;
        c[3] = (u32)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

#define ARG(type, i) (*(type *)&c->args[i])

static void selfTest(struct command *c)
{
    u32 *vectors = ARG(u32 *, 0), *words = ARG(u32 *, 1), n = ARG(u32, 2), group = c->group;
    double *x = ARG(double *, 0) + 9, *y = x + group, *z = y + group, *fused = ARG(double *, 1) + 2 * group;
    float *fused32 = (float *)(fused + group);
    u32 *sums = (u32 *)(fused32 + group);
    int64_t salt = ARG(int64_t, 3);
    u32 sum = 0, count = 0;
    for (u32 i = 0; i < c->group; i++) {
        u32 *v = vectors + i % 3 * 6;
        memcpy(words + 4 * i, v, 16);
        philox(words + 4 * i, v[4], v[5]);
        volatile double product = x[i] * y[i];
        fused[i] = product + z[i];
        volatile float product32 = (float)x[i] * (float)y[i];
        fused32[i] = product32 + (float)z[i];
        u32 part = (u32)(salt >> 33) * (i + 1);
        sum += part;
        count += part >= n;
    }
    for (u32 i = 0; i < c->group; i++)
        sums[i] = sum + (count << 16) + __builtin_popcountll(salt) + __builtin_clz(n);
}

static void execute(struct command *c)
{
    const char *name = c->f->name;
    if (!strcmp(name, "self_test")) {
        selfTest(c);
    } else if (!strcmp(name, "add")) {
        for (u32 i = 0; i < ARG(u32, 2); i++)
            ARG(u32 *, 0)[i] = ARG(u32 *, 1)[i] + ARG(u32, 3);
    } else if (!strcmp(name, "scalars")) {
        u64 *out = ARG(u64 *, 0);
        double widened = ARG(float, 5);
        out[0] = (int64_t)ARG(int32_t, 1);
        out[1] = ARG(u32, 2);
        out[2] = ARG(u64, 3);
        out[3] = ARG(u64, 4);
        memcpy(&out[4], &widened, 8);
        out[5] = ARG(u64, 6);
        out[6] = ARG(u32, 7);
    } else if (!strcmp(name, "group_sums")) {
        for (u32 g = 0; g < c->groups; g++) {
            ARG(u64 *, 0)[g] = 0;
            for (u32 w = 0; w < ARG(u32, 1); w++)
                ARG(u64 *, 0)[g] += w + g;
        }
    } else if (!strcmp(name, "spin")) {
        u32 w[4] = {0};
        for (u32 r = 0; r < ARG(u32, 1); r++)
            philox(w, r, 0);
        ARG(u32 *, 0)[0] = w[0];
    } else if (!strcmp(name, "many")) {
        if (ARG(u32, 12))
            ARG(u32 *, 11)[0] += ARG(u32, 13) + ARG(u32, 16) + ARG(u32, 17) + (u32)ARG(float, 18) + (u32)ARG(double, 19) + (u32)(ARG(u64, 14) + ARG(u64, 15));
    } else {
        dead = 1;
    }
}

static void *work(void *p)
{
    struct stream *s = p;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!s->first && !s->closing)
            pthread_cond_wait(&moved, &lock);
        struct command *c = s->first;
        if (!c)
            break;
        pthread_mutex_unlock(&lock);
        if (c->kind == COPY)
            memcpy(c->to, c->from, c->n);
        else if (c->kind == SET)
            memset(c->to, c->byte, c->n);
        else if (c->kind == KERNEL && !dead)
            execute(c);
        pthread_mutex_lock(&lock);
        if (c->kind == EVENT) {
            c->event->set = 1;
            c->event->time = now();
        }
        if (!(s->first = c->next))
            s->end = &s->first;
        s->pending--;
        free(c);
        pthread_cond_broadcast(&moved);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

static int queue(struct stream *s, struct command c)
{
    struct command *n = malloc(sizeof *n);
    *n = c;
    n->next = 0;
    pthread_mutex_lock(&lock);
    *s->end = n;
    s->end = &n->next;
    s->pending++;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void drain(struct stream *s)
{
    pthread_mutex_lock(&lock);
    while (s->pending)
        pthread_cond_wait(&moved, &lock);
    pthread_mutex_unlock(&lock);
}

#define STREAMS 256
static struct stream *streams[STREAMS];

int cuStreamCreate(struct stream **s, unsigned flags)
{
    NEED
    *s = calloc(1, sizeof **s);
    (*s)->end = &(*s)->first;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (!streams[i]) {
            streams[i] = *s;
            break;
        }
    pthread_mutex_unlock(&lock);
    return pthread_create(&(*s)->thread, 0, work, *s);
}
int cuStreamDestroy_v2(struct stream *s)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (streams[i] == s)
            streams[i] = 0;
    s->closing = 1;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&lock);
    pthread_join(s->thread, 0);
    free(s);
    return 0;
}
// Whether a kernel has failed must be asked after whether it has ended.
int cuStreamQuery(struct stream *s) { NEED pthread_mutex_lock(&lock); int busy = s->pending; pthread_mutex_unlock(&lock); NEED return busy ? 600 : 0; }
int cuStreamSynchronize(struct stream *s) { NEED drain(s); NEED return 0; }

// As the real one does, freeing waits for the device.
int cuMemFree_v2(char *p)
{
    NEED
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        while (streams[i] && streams[i]->pending)
            pthread_cond_wait(&moved, &lock);
    pthread_mutex_unlock(&lock);
    return giveBack(p, 0);
}

// A copy with ordinary memory is done when the call returns.
static int copy(char *to, const char *from, const char *host, size_t n, struct stream *s)
{
    queue(s, (struct command){COPY, .to = to, .from = from, .n = n});
    if (!covers(host, n, 1))
        drain(s);
    return 0;
}
int cuMemcpyHtoDAsync_v2(char *to, const char *from, size_t n, struct stream *s) { NEED return covers(to, n, 0) ? copy(to, from, from, n, s) : 1; }
int cuMemcpyDtoHAsync_v2(char *to, const char *from, size_t n, struct stream *s) { NEED return covers(from, n, 0) ? copy(to, from, to, n, s) : 1; }
int cuMemcpyDtoDAsync_v2(char *to, const char *from, size_t n, struct stream *s)
{
    NEED
    return covers(to, n, 0) && covers(from, n, 0) ? queue(s, (struct command){COPY, .to = to, .from = from, .n = n}) : 1;
}
int cuMemsetD8Async(char *to, unsigned char v, size_t n, struct stream *s) { NEED return covers(to, n, 0) ? queue(s, (struct command){SET, .to = to, .byte = v, .n = n}) : 1; }
int cuMemsetD32Async(char *to, unsigned v, size_t n, struct stream *s) { NEED return covers(to, 4 * n, 0) && (u64)to % 4 == 0 ? queue(s, (struct command){SET, .to = to, .byte = v, .n = 4 * n}) : 1; }

int cuLaunchKernel(struct function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, struct stream *s, void **params, void **extra)
{
    NEED
    char what[100];
    snprintf(what, sizeof what, "cuLaunchKernel %s", f->name);
    note(what);
    if (gy != 1 || gz != 1 || by != 1 || bz != 1 || extra || bx > 1024)
        return 1;
    if (shared > 48 << 10 && shared > (unsigned)f->dynamic)
        return 1;
    struct command c = {KERNEL, .f = f, .groups = gx, .group = bx, .shared = shared};
    for (int i = 0; i < PARAMS && f->sizes[i]; i++)
        memcpy(&c.args[i], params[i], f->sizes[i]);
    return idle && !strcmp(f->name, "many") ? 0 : queue(s, c);
}

int cuEventCreate(struct event **e, unsigned flags) { NEED *e = calloc(1, sizeof **e); return 0; }
int cuEventRecord(struct event *e, struct stream *s) { NEED e->set = 0; return queue(s, (struct command){EVENT, .event = e}); }
int cuEventQuery(struct event *e) { NEED pthread_mutex_lock(&lock); int set = e->set; pthread_mutex_unlock(&lock); NEED return set ? 0 : 600; }
int cuEventElapsedTime(float *ms, struct event *a, struct event *b) { NEED *ms = (float)((double)(b->time - a->time) / 1e6); return a->set && b->set ? 0 : 600; }
int cuEventDestroy_v2(struct event *e) { NEED return 0; } // a stream may still hold it: left alone

// NVRTC.

struct program { char *source, *name, log[300]; };
int nvrtcVersion(int *major, int *minor) { note("nvrtcVersion"); *major = 13; *minor = 0; return 0; }
int nvrtcGetNumSupportedArchs(int *n) { *n = 3; return 0; }
int nvrtcGetSupportedArchs(int *a) { a[0] = 75; a[1] = 90; a[2] = 100; return 0; }
const char *nvrtcGetErrorString(int code) { return "NVRTC_ERROR_FAKE"; }
int nvrtcCreateProgram(struct program **p, const char *source, const char *name, int n, void *h, void *i)
{
    *p = calloc(1, sizeof **p);
    (*p)->source = strdup(source);
    (*p)->name = strdup(name);
    return 0;
}
int nvrtcDestroyProgram(struct program **p) { free((*p)->source); free((*p)->name); free(*p); *p = 0; return 0; }
int nvrtcCompileProgram(struct program *p, int n, const char **options)
{
    int fused = 1;
    note("nvrtcCompileProgram");
    for (int i = 0; i < n; i++) {
        fused &= strcmp(options[i], "--fmad=false") != 0;
        if (!strncmp(options[i], "--gpu-architecture=", 19) && strcmp(options[i] + 19, "sm_90"))
            return 5;
    }
    if (fused)
        return 5;
    if (strstr(p->source, "undeclared_name")) {
        strcpy(p->log, "devicetest/broken.cl(3): error: identifier \"undeclared_name\" is undefined\n\n1 error detected.\n");
        return 6;
    }
    return 0;
}
int nvrtcGetProgramLogSize(struct program *p, size_t *n) { *n = strlen(p->log) + 1; return 0; }
int nvrtcGetProgramLog(struct program *p, char *s) { strcpy(s, p->log); return 0; }
int nvrtcGetCUBINSize(struct program *p, size_t *n) { *n = strlen(p->source) + 5; return 0; }
int nvrtcGetCUBIN(struct program *p, char *s) { strcpy(s, "FAKE"); strcat(s, p->source); return 0; }
int nvrtcGetPTXSize(struct program *p, size_t *n) { return 1; }
int nvrtcGetPTX(struct program *p, char *s) { return 1; }
