// SPDX-License-Identifier: MIT
#include "CPrefetch.h"

// One copy for all who ask, and no unrolled loop: its own code is fetched as well.
void headstock_prefetch(const void *start, size_t bytes) {
  const char *line = start;
  const char *end = line + bytes;
#pragma clang loop unroll(disable)
  for (; line < end; line += 64) __builtin_prefetch(line, 0, 3);
}
