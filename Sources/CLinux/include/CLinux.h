// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CLINUX_H
#define HEADSTOCK_CLINUX_H

#include <stddef.h>

// What glibc declares for _GNU_SOURCE only, which Swift's module of it is built without.

/// Lets two files of a directory change places in one step; -1 and errno when that fails.
int headstock_exchange(int directory, const char *first, const char *second);

/// Returns the offset of the first `pattern` in `bytes`, or -1.
ptrdiff_t headstock_find(const void *bytes, size_t count, const void *pattern, size_t patternCount);

/// Copies the extended attributes that may be copied from one open file to another.
void headstock_copy_attributes(int source, int target);

/// Makes a pipe that no program inherits; -1 and errno when that fails.
int headstock_pipe(int ends[2]);

/// Closes everything from a descriptor on in a program that is started; `actions` points to a
/// posix_spawn_file_actions_t.
int headstock_spawn_close_from(void *actions, int first);

/// Opens a descriptor that can be read when a process has ended; -1 and errno when that fails.
int headstock_process(int identifier);

/// Writes as write(2) does, without the signal for a reader that is gone.
ptrdiff_t headstock_write_quietly(int file, const void *bytes, size_t count);

/// Has the allocator give what is freed back to the system at once, where it can be told to.
void headstock_keep_nothing_freed(void);

#endif
