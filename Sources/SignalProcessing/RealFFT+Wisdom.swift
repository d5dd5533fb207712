// SPDX-License-Identifier: MIT

extension RealFFT {
  /// What `Planning.measure` has timed in this process, and what was gathered from others.
  ///
  /// In FFTW's own words, a few hundred bytes a size, to be kept in a file; empty where nothing was timed.
  /// It holds for one build of FFTW on one kind of machine.
  public static var wisdom: String { TransformPlanner.gathered }

  /// Adds what `wisdom` was in an earlier run: the sizes in it are planned without timing, and as they
  /// were then.
  ///
  /// - Parameter text: the wisdom, as you kept it: FFTW's reader is not made for what strangers write.
  /// - Throws: `SignalProcessingError.wisdomRefused` when it is not FFTW's, or that of another build of it;
  ///   what was gathered before is kept.
  /// - Complexity: a fraction of a millisecond. Locks and allocates.
  public static func gather(wisdom text: String) throws(SignalProcessingError) {
    guard TransformPlanner.gather(text) else { throw .wisdomRefused }
  }
}
