// SPDX-License-Identifier: MIT

// The functions of headstock.h that need no Swift: the texts that the library keeps for the program
// or a thread.
#include "headstock.h"
#include "last_error.h"

#include <string.h>

static _Thread_local char last_error[512];

void headstock_last_error_set(const char *text) {
  size_t length = strnlen(text, sizeof last_error);
  if (length == sizeof last_error) {
    length = sizeof last_error - 1;
    // Bytes of the form 10xxxxxx continue a UTF-8 character.
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  memcpy(last_error, text, length);
  last_error[length] = 0;
}

const char *headstock_error_text(void) { return last_error; }

const char *headstock_version(void) { return HEADSTOCK_VERSION; }
