// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CMPEG123_H
#define HEADSTOCK_CMPEG123_H

/// A decoder of libmpg123.
struct mpg123_handle_struct;

/// Makes a decoder of libmpg123 that prints nothing.
///
/// libsndfile makes its decoders of MP3 files with the function of this name, offers no access to
/// them, and leaves their messages on standard error. The dynamic linker prefers the function of
/// the program to that of the library.
///
/// - Parameters:
///   - decoder: the name of an implementation; NULL for the default.
///   - error: receives the code of a failure; may be NULL.
/// - Returns: the decoder; NULL on failure.
struct mpg123_handle_struct *mpg123_new(const char *decoder, int *error);

#endif
