// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CPREFETCH_H
#define HEADSTOCK_CPREFETCH_H

#include <stddef.h>

/// Asks the caches for the lines of `count` values from the one at `start` on, to be read or written soon; of
/// `capacity` values of `size` bytes, those behind the last are left out. Waits for nothing and reads
/// nothing: an address that is not there does no harm. `start` is 0 or more.
void headstock_prefetch(const void *values, size_t size, ptrdiff_t start, ptrdiff_t count,
                        ptrdiff_t capacity);

/// Asks for one line of each page that `size` bytes from `start` on lie in.
void headstock_prefetch_pages(const void *start, size_t size);

#endif
