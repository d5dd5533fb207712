// SPDX-License-Identifier: MIT
// Replaces the C library's locks, clocks and system calls in the test process, and counts the calls of each thread. Each function calls the next one in the search order.
#define _GNU_SOURCE
#include "CCallCounter.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#if defined(__linux__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define COUNTED 1
#else
#define COUNTED 0
#endif

static __thread int counting;
static __thread headstock_calls calls;

int headstock_calls_are_counted(void) { return COUNTED; }

struct run {
  void (*body)(void *);
  void *context;
  headstock_calls calls;
};

static void *run(void *place) {
  struct run *run = place;
  calls = (headstock_calls){0, 0, 0, 0};
  counting = 1;
  run->body(run->context);
  counting = 0;
  run->calls = calls;
  return NULL;
}

headstock_calls headstock_calls_of(void (*body)(void *), void *context) {
  struct run work = {body, context, {-1, -1, -1, -1}};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &work)) return work.calls;
  pthread_join(thread, NULL);
  return work.calls;
}

void headstock_calls_begin(void) {
  calls = (headstock_calls){0, 0, 0, 0};
  counting = 1;
}

headstock_calls headstock_calls_end(void) {
  counting = 0;
  return calls;
}

#if COUNTED
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The next function of that name in the search order.
static void *next(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (found) return found;
  found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  __atomic_store_n(place, found, __ATOMIC_RELEASE);
  return found;
}

#define COUNT(kind, result, name, parameters, arguments)            \
  result name parameters {                                          \
    static void *place;                                             \
    calls.kind += counting;                                         \
    return ((result(*) parameters)next(&place, #name)) arguments;   \
  }

COUNT(locks, int, pthread_mutex_lock, (pthread_mutex_t * lock), (lock))
COUNT(locks, int, pthread_mutex_trylock, (pthread_mutex_t * lock), (lock))
COUNT(locks, int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
COUNT(locks, int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
COUNT(locks, int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock))
COUNT(locks, int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock))
COUNT(locks, int, pthread_spin_lock, (pthread_spinlock_t * lock), (lock))
COUNT(locks, int, sem_wait, (sem_t * semaphore), (semaphore))
COUNT(locks, int, sem_trywait, (sem_t * semaphore), (semaphore))

COUNT(clocks, int, clock_gettime, (clockid_t clock, struct timespec *now), (clock, now))
COUNT(clocks, int, gettimeofday, (struct timeval *restrict now, void *restrict zone), (now, zone))
COUNT(clocks, time_t, time, (time_t * now), (now))

COUNT(system, ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count))
COUNT(system, ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
COUNT(system, ssize_t, readv, (int file, const struct iovec *parts, int count),
      (file, parts, count))
COUNT(system, ssize_t, writev, (int file, const struct iovec *parts, int count),
      (file, parts, count))
COUNT(system, int, close, (int file), (file))
COUNT(system, int, poll, (struct pollfd * files, nfds_t count, int milliseconds),
      (files, count, milliseconds))
COUNT(system, int, nanosleep, (const struct timespec *length, struct timespec *left),
      (length, left))
COUNT(system, int, clock_nanosleep,
      (clockid_t clock, int flags, const struct timespec *length, struct timespec *left),
      (clock, flags, length, left))
COUNT(system, int, usleep, (useconds_t length), (length))
COUNT(system, int, sched_yield, (void), ())
COUNT(system, size_t, fwrite,
      (const void *restrict bytes, size_t size, size_t count, FILE *restrict file),
      (bytes, size, count, file))
COUNT(system, int, fflush, (FILE * file), (file))

int fsync(int file) {
  static void *place;
  calls.system += counting;
  calls.syncs += counting;
  return ((int (*)(int))next(&place, "fsync"))(file);
}

int open(const char *path, int flags, ...) {
  static void *place;
  va_list rest;
  va_start(rest, flags);
  int creates = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = creates ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  calls.system += counting;
  return ((int (*)(const char *, int, ...))next(&place, "open"))(path, flags, mode);
}

// A system call takes at most six arguments; missing ones have undefined values.
long syscall(long number, ...) {
  static void *place;
  long words[6];
  va_list rest;
  va_start(rest, number);
  for (int index = 0; index < 6; index++) words[index] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_futex || number == SYS_gettid) {
    calls.locks += counting;
  } else {
    calls.system += counting;
  }
  return ((long (*)(long, ...))next(&place, "syscall"))(
      number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
#endif
