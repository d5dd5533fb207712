// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CALLOCATIONCOUNTER_H
#define HEADSTOCK_CALLOCATIONCOUNTER_H

#include "CCallCounter.h"

/// Starts counting at zero: every allocation of this thread from now on.
void headstock_allocations_begin(void);

/// Stops counting and returns how many allocations this thread made since the start.
long headstock_allocations_end(void);

/// 0 where a sanitizer has taken the allocator's place: nothing is counted then.
int headstock_allocations_are_counted(void);

#endif
