// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_LAST_ERROR_H
#define HEADSTOCK_LAST_ERROR_H

/// Keeps a copy of `text` for headstock_error_text() on this thread.
///
/// A text of more than 511 bytes is cut before a character. Not part of the library's interface.
void headstock_last_error_set(const char *text);

#endif
