// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CMPEG123.h"

#include <dlfcn.h>
#include <stddef.h>

// The values of <mpg123.h>, whose package libsndfile does not require on every distribution.
enum { addFlags = 2 /* MPG123_ADD_FLAGS */, quiet = 0x20 /* MPG123_QUIET */ };

typedef struct mpg123_handle_struct *Maker(const char *, int *);
typedef int Setter(struct mpg123_handle_struct *, int, long, double);

// A program that contains libmpg123 itself has a strong function of this name, which wins.
__attribute__((weak, visibility("default"))) struct mpg123_handle_struct *mpg123_new(
    const char *decoder, int *error) {
  Maker *make = (Maker *)dlsym(RTLD_NEXT, "mpg123_new");
  Setter *set = (Setter *)dlsym(RTLD_NEXT, "mpg123_param");
  if (make == NULL) return NULL;
  struct mpg123_handle_struct *handle = make(decoder, error);
  if (handle != NULL && set != NULL) set(handle, addFlags, quiet, 0);
  return handle;
}
