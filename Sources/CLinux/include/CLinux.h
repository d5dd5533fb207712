// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CLINUX_H
#define HEADSTOCK_CLINUX_H

#include <stddef.h>

// Functions that glibc declares only for _GNU_SOURCE; Swift's Glibc module is built without it.

/// Exchanges two files of a directory atomically; returns -1 and sets errno on failure.
int headstock_exchange(int directory, const char *first, const char *second);

/// Returns the offset of the first `pattern` in `bytes`, or -1.
ptrdiff_t headstock_find(const void *bytes, size_t count, const void *pattern, size_t patternCount);

/// Copies the extended attributes from one open file to another, as far as permitted.
void headstock_copy_attributes(int source, int target);

/// Makes a pipe that child processes do not inherit; returns -1 and sets errno on failure.
int headstock_pipe(int ends[2]);

/// Closes all descriptors from `first` on in a spawned program; `actions` points to a
/// posix_spawn_file_actions_t.
int headstock_spawn_close_from(void *actions, int first);

/// Opens a descriptor that can be read when a process has ended; -1 and errno when that fails.
int headstock_process(int identifier);

/// Writes like write(2), but without the signal SIGPIPE when there is no reader.
ptrdiff_t headstock_write_quietly(int file, const void *bytes, size_t count);

/// Makes the allocator return freed memory to the system at once, if it supports that.
void headstock_keep_nothing_freed(void);

/// Lets the kernel kill this process when the thread that started it ends.
void headstock_end_with_parent(void);

#endif
