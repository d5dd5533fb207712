/* SPDX-License-Identifier: MIT */
#ifndef CPLANNERLOCK_H
#define CPLANNERLOCK_H

/** Waits for the lock of FFTW's planner. A thread that calls fork() takes it during the call. */
void headstock_planner_lock(void);

/** Releases the lock of FFTW's planner. */
void headstock_planner_unlock(void);

#endif
