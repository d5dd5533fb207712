// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CMEASUREMENT_H
#define HEADSTOCK_CMEASUREMENT_H

#include <stdint.h>

/// The processor time of the calling thread in nanoseconds.
int64_t headstock_thread_nanoseconds(void);

/// Sleeps until `nanoseconds` of the monotonic clock.
void headstock_sleep_until(int64_t nanoseconds);

/// The monotonic clock in nanoseconds.
int64_t headstock_monotonic_nanoseconds(void);

/// Returns true where the process runs under valgrind and was built with its headers.
int headstock_counts_instructions(void);

/// Under callgrind with --instr-atstart=no: counts from here on. Code before runs faster.
void headstock_instrumentation_start(void);

/// Under callgrind: counts no longer.
void headstock_instrumentation_stop(void);

/// Under callgrind: forgets what was counted so far.
void headstock_instructions_begin(void);

/// Under callgrind: writes what was counted since the start to a file of its own, under `name`.
void headstock_instructions_end(const char *name);

/// The version of FFTW that this process loaded.
const char *headstock_fftw_version(void);

#endif
