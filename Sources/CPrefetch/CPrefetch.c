// SPDX-License-Identifier: MIT
#include "CPrefetch.h"

// One copy for all who ask, and no unrolled loop: its own code is fetched as well.
void headstock_prefetch(const void *values, size_t size, ptrdiff_t start, ptrdiff_t count,
                        ptrdiff_t capacity) {
  if (count > capacity - start) count = capacity - start;
  if (count <= 0) return;
  const char *line = (const char *)values + start * (ptrdiff_t)size;
  const char *end = line + count * (ptrdiff_t)size;
#pragma clang loop unroll(disable)
  for (; line < end; line += 64) __builtin_prefetch(line, 0, 3);
}

void headstock_prefetch_pages(const void *start, size_t size) {
  if (size == 0) return;
  const char *line = (const char *)start;
  const char *last = line + size - 1;
#pragma clang loop unroll(disable)
  for (; line < last; line += 4096) __builtin_prefetch(line, 0, 3);
  __builtin_prefetch(last, 0, 3);
}
