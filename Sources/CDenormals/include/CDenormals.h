// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CDENORMALS_H
#define HEADSTOCK_CDENORMALS_H

/// Enables flush-to-zero and denormals-are-zero on this thread, masks the exceptions of
/// floating-point numbers, and returns the previous mode. Denormal operands make an update up to 27 times slower on x86-64.
unsigned long headstock_denormals_flush(void);

/// Restores a mode that `headstock_denormals_flush` returned.
void headstock_denormals_restore(unsigned long mode);

#endif
