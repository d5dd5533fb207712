// SPDX-License-Identifier: MIT
#include "CDenormals.h"

#if defined(__SSE__)
#include <xmmintrin.h>

unsigned long headstock_denormals_flush(void) {
  unsigned int before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // FTZ (bit 15) and DAZ (bit 6)
  return before;
}

void headstock_denormals_restore(unsigned long mode) { _mm_setcsr((unsigned int)mode); }

#elif defined(__aarch64__)

unsigned long headstock_denormals_flush(void) {
  unsigned long before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (1UL << 24)));  // FZ
  return before;
}

void headstock_denormals_restore(unsigned long mode) {
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}

#else
#error "Headstock knows how to flush denormals on x86-64 and arm64 only."
#endif
