// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CCALLCOUNTER_H
#define HEADSTOCK_CCALLCOUNTER_H

/// What a thread asked of the system.
typedef struct {
  /// Mutexes, read-write locks, spin locks and semaphores taken or tried, and futexes.
  long locks;
  /// Clocks read.
  long clocks;
  /// Reads, writes, files opened and closed, waits, sleeps, and system calls by number.
  long system;
} headstock_calls;

/// Whether calls are counted here: not under a sanitizer, which has wrappers of its own.
int headstock_calls_are_counted(void);

/// Runs `body` on a thread of its own, and returns what that thread asked meanwhile.
///
/// On a *new* thread, because a `Synchronization.Mutex` that nobody holds is taken without a call;
/// the first one a thread takes asks for the thread's number, which counts as a lock.
headstock_calls headstock_calls_of(void (*body)(void *), void *context);

/// Starts counting at zero what this thread asks: for a thread that somebody else made.
void headstock_calls_begin(void);

/// Stops counting, and returns what this thread asked since the start.
headstock_calls headstock_calls_end(void);

#endif
