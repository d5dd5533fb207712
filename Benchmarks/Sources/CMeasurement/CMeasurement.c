// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CMeasurement.h"

#include <errno.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HEADSTOCK_CALLGRIND 1
#endif

extern const char fftwf_version[];

static int64_t read_clock(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now)) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t headstock_thread_nanoseconds(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

int64_t headstock_monotonic_nanoseconds(void) { return read_clock(CLOCK_MONOTONIC); }

void headstock_sleep_until(int64_t nanoseconds) {
  struct timespec due = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {
  }
}

int headstock_counts_instructions(void) {
#ifdef HEADSTOCK_CALLGRIND
  return RUNNING_ON_VALGRIND != 0;
#else
  return 0;
#endif
}

void headstock_instrumentation_start(void) {
#ifdef HEADSTOCK_CALLGRIND
  CALLGRIND_START_INSTRUMENTATION;
#endif
}

void headstock_instrumentation_stop(void) {
#ifdef HEADSTOCK_CALLGRIND
  CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

void headstock_instructions_begin(void) {
#ifdef HEADSTOCK_CALLGRIND
  CALLGRIND_ZERO_STATS;
#endif
}

void headstock_instructions_end(const char *name) {
#ifdef HEADSTOCK_CALLGRIND
  CALLGRIND_DUMP_STATS_AT(name);
#else
  (void)name;
#endif
}

const char *headstock_fftw_version(void) { return fftwf_version; }
