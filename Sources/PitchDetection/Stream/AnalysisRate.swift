// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The rate that the engine listens at, and the sizes that hang on it.
///
/// Between 10.6 and 16 kHz for every usual rate above 8 kHz: all that a guitar's pitch hangs on lies
/// below 5 kHz. Sizes follow the rate, so that windows last as long, and bins are as wide, within 7 %
/// at every rate.
struct AnalysisRate {
  private static let target = 11_600.0
  /// The longest window, in seconds: five periods of B0.
  private static let longestWindow = 0.1705
  /// The window of the periodicity, in seconds.
  private static let periodicityWindow = 0.0853
  private static let highestPartial = 4800.0
  private static let flatShare = 0.4

  /// Samples of the stream for each one that is analysed.
  let factor: Int
  /// Analysed samples a second.
  let rate: Double
  /// Points of the spectrum, and its longest window.
  let spectrumCount: Int
  /// Samples that the periodicity compares.
  let periodicityCount: Int
  /// The highest frequency that is looked at, in hertz.
  let highest: Double

  /// Hertz from bin to bin.
  var binWidth: Double { rate / Double(spectrumCount) }
  /// Bins up to `highest`, and some more.
  var binCount: Int { min(spectrumCount / 2 - 1, Int(highest / binWidth) + 4) }

  init(_ sampleRate: SampleRate) {
    let hertz = Double(sampleRate.hertz)
    factor = max(1, Int((hertz / Self.target).rounded()))
    rate = hertz / Double(factor)
    spectrumCount = RealFFT.efficientCount(atLeast: Int(Self.longestWindow * rate))
    periodicityCount = Int(Self.periodicityWindow * rate)
    highest = min(Self.highestPartial, Self.flatShare * rate)
  }
}
