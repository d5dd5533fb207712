// SPDX-License-Identifier: MIT

// The seam to the library of transforms. Both kinds of plan have the same methods, and the compiler
// chooses one kind, so a call costs nothing more than the library's own.
#if canImport(CFFTW3)
  typealias ComplexPlan = FFTWComplexPlan
  typealias RealPlan = FFTWRealPlan
#else
  typealias ComplexPlan = MixedRadixComplexPlan
  typealias RealPlan = MixedRadixRealPlan
#endif
