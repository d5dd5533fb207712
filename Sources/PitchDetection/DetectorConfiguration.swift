// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// The configuration of a detector of streams.
public struct DetectorConfiguration: Sendable {
  /// The stream's rate.
  public var sampleRate: SampleRate
  /// The range of pitches.
  public var range: PitchRange
  /// The effort of FFTW's planner.
  public var planning: RealFFT.Planning
  /// True if the engine measures the share of the spectrum that a second string explains, which
  /// indicates a chord.
  public var detectsSecondString: Bool
  /// True if every update reports its candidates.
  ///
  /// The engine then searches in every update and never only tracks a ringing string.
  public var reportsCandidates: Bool

  /// Makes a configuration.
  public init(
    sampleRate: SampleRate, range: PitchRange = .guitarAndBass,
    planning: RealFFT.Planning = .estimate, detectsSecondString: Bool = false,
    reportsCandidates: Bool = false
  ) {
    self.sampleRate = sampleRate
    self.range = range
    self.planning = planning
    self.detectsSecondString = detectsSecondString
    self.reportsCandidates = reportsCandidates
  }

  /// The searched pitches, in hertz.
  ///
  /// They extend the range by 0.6 semitones below and 1.2 above, so that a pitch at the edge of the
  /// range is compared with neighbours on both sides.
  var searched: (lowest: Double, highest: Double) {
    (range.lowest.value * 0.965, range.highest.value * 1.07)
  }
}
