// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <malloc.h>

int headstock_exchange(int directory, const char *first, const char *second) {
  return renameat2(directory, first, directory, second, RENAME_EXCHANGE);
}

ptrdiff_t headstock_find(const void *bytes, size_t count, const void *pattern, size_t patternCount) {
  const char *found = memmem(bytes, count, pattern, patternCount);
  return found == NULL ? -1 : found - (const char *)bytes;
}

void headstock_copy_attributes(int source, int target) {
  ssize_t size = flistxattr(source, NULL, 0);
  if (size <= 0) return;
  char *names = malloc((size_t)size);
  if (names == NULL) return;
  size = flistxattr(source, names, (size_t)size);
  for (ssize_t place = 0; place < size; place += (ssize_t)strlen(names + place) + 1) {
    ssize_t length = fgetxattr(source, names + place, NULL, 0);
    char *value = length < 0 ? NULL : malloc((size_t)length + 1);
    if (value == NULL) continue;
    if (fgetxattr(source, names + place, value, (size_t)length) == length)
      (void)fsetxattr(target, names + place, value, (size_t)length, 0);
    free(value);
  }
  free(names);
}

int headstock_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int headstock_spawn_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int headstock_process(int identifier) { return (int)syscall(SYS_pidfd_open, identifier, 0); }

ptrdiff_t headstock_write_quietly(int file, const void *bytes, size_t count) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ptrdiff_t written = write(file, bytes, count);
  int code = errno;
  if (written < 0 && code == EPIPE && !sigismember(&pending, SIGPIPE)) {
    struct timespec now = {0, 0};
    while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}

void headstock_keep_nothing_freed(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
  mallopt(M_TRIM_THRESHOLD, 1 << 17);
#endif
}

void headstock_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
