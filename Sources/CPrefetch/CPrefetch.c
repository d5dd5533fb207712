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
