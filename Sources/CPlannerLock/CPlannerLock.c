// SPDX-License-Identifier: MIT
#include "CPlannerLock.h"

#include <pthread.h>

// The mutex is one of POSIX, because that of Swift stores the number of its thread: a forked child
// could not release it, and a process whose other thread held it ends with SIGILL.
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

void headstock_planner_lock(void) { pthread_mutex_lock(&planner); }

void headstock_planner_unlock(void) { pthread_mutex_unlock(&planner); }

// fork() waits until no thread plans. The child then has a planner in a defined state, and the lock.
__attribute__((constructor)) static void hold_during_fork(void) {
  pthread_atfork(headstock_planner_lock, headstock_planner_unlock, headstock_planner_unlock);
}
