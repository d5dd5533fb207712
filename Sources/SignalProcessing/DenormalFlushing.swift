// SPDX-License-Identifier: MIT

#if canImport(CDenormals)
  internal import CDenormals
#endif

/// Runs `body` with denormal numbers read and written as zero on this thread.
///
/// A decaying note ends in denormals, which make an update up to 27 times slower. The previous mode
/// is restored at the end, so the caller's own arithmetic does not change. Exceptions of
/// floating-point numbers are masked meanwhile.
@inlinable
public func withDenormalsFlushed<Result: ~Copyable, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let before = flushDenormals()
  defer { restoreDenormals(before) }
  return try body()
}

#if canImport(CDenormals)
  @usableFromInline
  func flushDenormals() -> UInt { headstock_denormals_flush() }

  @usableFromInline
  func restoreDenormals(_ mode: UInt) { headstock_denormals_restore(mode) }
#else
  // WebAssembly has no such mode.
  @usableFromInline
  func flushDenormals() -> UInt { 0 }

  @usableFromInline
  func restoreDenormals(_ mode: UInt) {}
#endif
