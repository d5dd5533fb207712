// SPDX-License-Identifier: MIT
// Replaces the C library's allocator in the test process, and counts the calls of each thread.
#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

static __thread int counting;
static __thread long count;

void headstock_allocations_begin(void) {
  count = 0;
  counting = 1;
}

long headstock_allocations_end(void) {
  counting = 0;
  return count;
}

int headstock_allocations_are_counted(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return 0;
#else
  return 1;
#endif
}

#if defined(__GLIBC__) || defined(__linux__)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count += counting;
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count += counting;
  return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size) {
  count += counting;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count += counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += counting;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  count += counting;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *place = memory;
  return 0;
}
#endif
#endif
