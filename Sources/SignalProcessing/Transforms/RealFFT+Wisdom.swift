// SPDX-License-Identifier: MIT

#if canImport(CFFTW3)
  internal import CFFTW3

  extension RealFFT {
    /// The plans that `Planning.measure` has timed in this process, and those that were added:
    /// FFTW's own text, a few hundred bytes per size, to be stored in a file; empty if nothing was
    /// timed.
    ///
    /// It is valid for one build of FFTW on one kind of machine.
    public static var wisdom: String { TransformPlanner.gathered }

    /// Adds the `wisdom` of an earlier run: its sizes are planned without timing, with the same
    /// plans.
    ///
    /// - Parameter text: wisdom that this program stored itself, because FFTW's reader is not safe
    ///   against hostile text.
    /// - Throws: `SignalProcessingError.wisdomRefused` when the text is not wisdom of this build of
    ///   FFTW. The wisdom gathered before is kept.
    /// - Complexity: a fraction of a millisecond. Locks and allocates.
    public static func gather(wisdom text: String) throws(SignalProcessingError) {
      guard TransformPlanner.gather(text) else { throw .wisdomRefused }
    }
  }

  /// The library that computes the transforms of this module.
  public enum FFTLibrary {
    /// The name and version that the library reports: "fftw-3.3.10-sse2-avx".
    public static var version: String {
      headstock_fftwf_version().map { String(cString: $0) } ?? "unknown"
    }
  }
#endif
