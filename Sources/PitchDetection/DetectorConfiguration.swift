// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// What a detector of streams is made for.
public struct DetectorConfiguration: Sendable {
  /// The stream's rate.
  public var sampleRate: SampleRate
  /// The frequencies to look for.
  public var range: PitchRange
  /// How FFTW plans.
  public var planning: RealFFT.Planning
  /// Whether the engine also tells how much of the sound other strings explain.
  public var detectsSecondString: Bool
  /// Whether the pitches that were weighed are told at every update: the engine then searches anew where
  /// it would only follow what rings on.
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

  /// The pitches that are searched, in hertz: some more than are asked for, by 0.6 of a semitone below and
  /// 1.2 above, so that one at the edge still has a neighbour to be told from.
  var searched: (lowest: Double, highest: Double) {
    (range.lowest.value * 0.965, range.highest.value * 1.07)
  }
}
