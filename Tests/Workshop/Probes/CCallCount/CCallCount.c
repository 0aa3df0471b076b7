#include "CCallCount.h"

#include <errno.h>
#include <stddef.h>

// glibc's names of the functions behind malloc and its variants; they stay reachable if a program
// defines its own.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static const size_t large = 1024;
static int is_counting;
static ccallcount_counts counts;

void ccallcount_start(void) {
  counts = (ccallcount_counts){0, 0};
  is_counting = 1;
}

ccallcount_counts ccallcount_stop(void) {
  is_counting = 0;
  return counts;
}

void *malloc(size_t size) {
  counts.allocations += is_counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  counts.allocations += is_counting;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  counts.allocations += is_counting;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  counts.allocations += is_counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

// Volatile, because the compiler would otherwise turn these loops into calls of memcpy.
static void *copy(void *to, const void *from, size_t size) {
  counts.large_copies += is_counting && size >= large;
  volatile unsigned char *out = to;
  const volatile unsigned char *in = from;
  if (out <= in || out >= in + size) {
    for (size_t offset = 0; offset < size; offset++) out[offset] = in[offset];
  } else {
    for (size_t offset = size; offset > 0; offset--) out[offset - 1] = in[offset - 1];
  }
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) { return copy(to, from, size); }

void *memmove(void *to, const void *from, size_t size) { return copy(to, from, size); }
