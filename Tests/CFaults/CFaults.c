// SPDX-License-Identifier: MIT
// Replaces the C library's file functions in one program: makes a chosen call fail, and reports the others. Each function calls the next one in the search order.
#define _GNU_SOURCE
#include "CFaults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define MADE 1
#else
#define MADE 0
#endif

int headstock_faults_are_made(void) { return MADE; }

static int armed, code, refuses;
static long number, calls, hits;
static headstock_fault_mode mode;
static void (*teller)(void *, const headstock_event *);
static void *context;

void headstock_faults_arm(long which, headstock_fault_mode how, int error) {
  number = which;
  mode = how;
  code = error;
  calls = hits = 0;
  armed = 1;
}

long headstock_faults_disarm(void) {
  armed = 0;
  return calls;
}

long headstock_faults_hits(void) { return hits; }

void headstock_faults_refuse_exchange(int refused) { refuses = refused; }

void headstock_events_tell(void (*take)(void *, const headstock_event *), void *with) {
  teller = take;
  context = with;
}

#if MADE
// The next function of that name in the search order.
static void *next(void **place, const char *name) {
  if (!*place) *place = dlsym(RTLD_NEXT, name);
  if (!*place) abort();
  return *place;
}
#define NEXT(result, parameters, name) \
  static void *place;                  \
  result(*call) parameters = (result(*) parameters)next(&place, name)

enum { reads, changes, frees };

// Counts a call, and returns true if it must fail. On a full disk, calls that free space succeed.
static int fails(int kind) {
  if (!armed) return 0;
  calls++;
  int applies = kind == changes || (kind == frees && code != ENOSPC);
  int chosen = mode == headstock_from_then_on ? calls >= number && number > 0 && applies
                                              : calls == number && mode == headstock_once;
  if (chosen) {
    errno = code;
    hits++;
  }
  return chosen;
}

static unsigned long inode_of(int file, int *is_directory) {
  struct stat status;
  if (fstat(file, &status)) return 0;
  *is_directory = S_ISDIR(status.st_mode);
  return status.st_ino;
}

// The inode of the directory that a name is in, and the name alone.
static unsigned long parent_of(int directory, const char *path, const char **name) {
  static char parent[2][4096];
  static int turn;
  struct stat status;
  const char *slash = strrchr(path, '/');
  *name = slash ? slash + 1 : path;
  if (!slash) {
    if (directory == AT_FDCWD) return stat(".", &status) ? 0 : status.st_ino;
    return fstat(directory, &status) ? 0 : status.st_ino;
  }
  char *place = parent[turn ^= 1];
  size_t length = (size_t)(slash - path);
  if (length >= sizeof parent[0]) return 0;
  memcpy(place, path, length);
  place[length] = 0;
  if (length == 0) strcpy(place, "/");
  return fstatat(directory, place, &status, 0) ? 0 : status.st_ino;
}

static void tell(headstock_event event) {
  int kept = errno;
  if (teller && armed) teller(context, &event);
  errno = kept;
}

static void tell_file(headstock_event_kind kind, int file, long offset, const void *bytes, long count) {
  headstock_event event = {.kind = kind, .offset = offset, .bytes = bytes, .count = count};
  event.inode = inode_of(file, &event.is_directory);
  tell(event);
}

static int opened(int directory, const char *path, int flags, mode_t permissions, const char *function) {
  if (fails(flags & (O_CREAT | O_TRUNC) ? changes : reads)) return -1;
  static void *place;
  struct stat status;
  int was_there = fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
  int (*call)(int, const char *, int, ...) = next(&place, "openat");
  (void)function;
  int file = call(directory, path, flags, permissions);
  if (file < 0) return file;
  int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  if (is_nameless || ((flags & O_CREAT) && !was_there)) {
    headstock_event event = {.kind = headstock_made};
    event.inode = inode_of(file, &event.is_directory);
    if (!is_nameless) event.directory = parent_of(directory, path, &event.name);
    tell(event);
  }
  if ((flags & O_TRUNC) && was_there) tell_file(headstock_cut, file, 0, NULL, 0);
  return file;
}

#define MODE                                                                        \
  mode_t permissions = 0;                                                           \
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {                      \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    permissions = va_arg(rest, mode_t);                                             \
    va_end(rest);                                                                   \
  }

int open(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, permissions, "open"); }
int open64(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, permissions, "open"); }
int openat(int directory, const char *path, int flags, ...) { MODE return opened(directory, path, flags, permissions, "openat"); }
int openat64(int directory, const char *path, int flags, ...) { MODE return opened(directory, path, flags, permissions, "openat"); }

ssize_t read(int file, void *bytes, size_t count) {
  NEXT(ssize_t, (int, void *, size_t), "read");
  return fails(reads) ? -1 : call(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, (int, void *, size_t, off_t), "pread");
  return fails(reads) ? -1 : call(file, bytes, count, offset);
}

static size_t portion(size_t count) {
  if (!armed || mode != headstock_short || calls != number || count < 2) return count;
  hits++;
  return count / 2;
}

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(ssize_t, (int, const void *, size_t), "write");
  if (fails(changes)) return -1;
  int flags = fcntl(file, F_GETFL);
  long offset = flags & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t done = call(file, bytes, portion(count));
  if (done > 0) tell_file(headstock_written, file, offset, bytes, done);
  return done;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, (int, const void *, size_t, off_t), "pwrite");
  if (fails(changes)) return -1;
  ssize_t done = call(file, bytes, portion(count), offset);
  if (done > 0) tell_file(headstock_written, file, offset, bytes, done);
  return done;
}

int fsync(int file) {
  NEXT(int, (int), "fsync");
  if (fails(changes)) return -1;
  int result = call(file);
  if (!result) tell_file(headstock_synced, file, 0, NULL, 0);
  return result;
}

int fdatasync(int file) {
  NEXT(int, (int), "fdatasync");
  if (fails(changes)) return -1;
  int result = call(file);
  if (!result) tell_file(headstock_synced, file, 0, NULL, 0);
  return result;
}

int ftruncate(int file, off_t length) {
  NEXT(int, (int, off_t), "ftruncate");
  if (fails(frees)) return -1;
  int result = call(file, length);
  if (!result) tell_file(headstock_cut, file, length, NULL, 0);
  return result;
}

static int renamed(int from, const char *old, int to, const char *new, unsigned flags) {
  NEXT(int, (int, const char *, int, const char *, unsigned), "renameat2");
  if (fails(changes)) return -1;
  if (refuses && flags) {
    errno = EINVAL;
    return -1;
  }
  int result = call(from, old, to, new, flags);
  if (result) return result;
  headstock_event event = {.kind = flags ? headstock_exchanged : headstock_renamed};
  event.directory = parent_of(from, old, &event.name);
  event.other_directory = parent_of(to, new, &event.other_name);
  tell(event);
  return result;
}

int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return renamed(from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  return renamed(from, old, to, new, flags);
}

static int linked(int from, const char *old, int to, const char *new, int flags) {
  NEXT(int, (int, const char *, int, const char *, int), "linkat");
  if (fails(changes)) return -1;
  int result = call(from, old, to, new, flags);
  if (result) return result;
  struct stat status;
  headstock_event event = {.kind = headstock_linked};
  event.directory = parent_of(to, new, &event.name);
  if (!fstatat(to, new, &status, AT_SYMLINK_NOFOLLOW)) event.inode = status.st_ino;
  tell(event);
  return result;
}

int link(const char *old, const char *new) { return linked(AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
  return linked(from, old, to, new, flags);
}

static int unlinked(int directory, const char *path, int flags) {
  NEXT(int, (int, const char *, int), "unlinkat");
  if (fails(frees)) return -1;
  int result = call(directory, path, flags);
  if (result) return result;
  headstock_event event = {.kind = headstock_unlinked};
  event.directory = parent_of(directory, path, &event.name);
  tell(event);
  return result;
}

int unlink(const char *path) { return unlinked(AT_FDCWD, path, 0); }
int unlinkat(int directory, const char *path, int flags) { return unlinked(directory, path, flags); }

int mkdir(const char *path, mode_t permissions) {
  NEXT(int, (const char *, mode_t), "mkdir");
  if (fails(changes)) return -1;
  int result = call(path, permissions);
  if (result) return result;
  struct stat status;
  headstock_event event = {.kind = headstock_made, .is_directory = 1};
  event.directory = parent_of(AT_FDCWD, path, &event.name);
  if (!stat(path, &status)) event.inode = status.st_ino;
  tell(event);
  return result;
}

int fchmod(int file, mode_t permissions) {
  NEXT(int, (int, mode_t), "fchmod");
  return fails(changes) ? -1 : call(file, permissions);
}

int fchown(int file, uid_t owner, gid_t group) {
  NEXT(int, (int, uid_t, gid_t), "fchown");
  return fails(changes) ? -1 : call(file, owner, group);
}
#endif
