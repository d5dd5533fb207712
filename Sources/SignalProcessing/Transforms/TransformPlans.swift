// SPDX-License-Identifier: MIT

// The interface to the library of transforms. Both kinds of plan have the same methods, and the
// compiler chooses one kind, so a call costs no more than the library's own call.
#if canImport(CFFTW3)
  typealias ComplexPlan = FFTWComplexPlan
  typealias RealPlan = FFTWRealPlan
#else
  typealias ComplexPlan = MixedRadixComplexPlan
  typealias RealPlan = MixedRadixRealPlan
#endif
