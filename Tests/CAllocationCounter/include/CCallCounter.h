// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CCALLCOUNTER_H
#define HEADSTOCK_CCALLCOUNTER_H

/// The calls of a thread, by kind.
typedef struct {
  /// Mutexes, read-write locks, spin locks and semaphores taken or tried, and futexes.
  long locks;
  /// Clocks read.
  long clocks;
  /// Reads, writes, files opened and closed, waits, sleeps, and system calls by number.
  long system;
  /// Calls of fsync, which `system` counts too.
  long syncs;
} headstock_calls;

/// True if calls are counted; false under a sanitizer, which has its own wrappers.
int headstock_calls_are_counted(void);

/// Runs `body` on a new thread, and returns the calls of that thread.
///
/// The thread is *new*, because a free `Synchronization.Mutex` is taken without a call. Only the first one that a thread takes asks for the thread's number, which counts as a lock.
headstock_calls headstock_calls_of(void (*body)(void *), void *context);

/// Starts counting the calls of this thread at zero, for a thread made elsewhere.
void headstock_calls_begin(void);

/// Stops counting, and returns the calls of this thread since the start.
headstock_calls headstock_calls_end(void);

#endif
