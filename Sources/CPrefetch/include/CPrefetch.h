// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CPREFETCH_H
#define HEADSTOCK_CPREFETCH_H

#include <stddef.h>

/// Asks the caches for the lines of `bytes` bytes from `start` on, to be read or written soon. Waits for
/// nothing and reads nothing: an address that is not there does no harm.
void headstock_prefetch(const void *start, size_t bytes);

#endif
