// SPDX-License-Identifier: MIT
#include "CDenormals.h"

#if defined(__SSE__)
#include <xmmintrin.h>

unsigned long headstock_denormals_flush(void) {
  unsigned int before = _mm_getcsr();
  // FTZ (bit 15) and DAZ (bit 6). The masks of exceptions (bits 7 to 12) keep the process alive if
  // the host has removed them.
  _mm_setcsr(before | 0x8040 | 0x1F80);
  return before;
}

void headstock_denormals_restore(unsigned long mode) { _mm_setcsr((unsigned int)mode); }

#elif defined(__aarch64__)

unsigned long headstock_denormals_flush(void) {
  unsigned long before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  // FZ (bit 24), and no traps (bits 8 to 12 and 15), which would end the process.
  __asm__ volatile("msr fpcr, %0" : : "r"((before | (1UL << 24)) & ~0x9F00UL));
  return before;
}

void headstock_denormals_restore(unsigned long mode) {
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}

#else
#error "Headstock knows how to flush denormals on x86-64 and arm64 only."
#endif
