// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The rate of the analysis and the sizes that follow from it.
///
/// The rate is 10.6 to 16 kHz for every usual rate above 8 kHz: the partials that determine a
/// guitar's pitch lie below 5 kHz. The sizes follow the rate, so that the length of a window and
/// the width of a bin are the same within 7 % at every rate.
struct AnalysisRate {
  // | name              | unit | source                                                       |
  // | ----------------- | ---- | ------------------------------------------------------------ |
  // | target            | Hz   | twice the highest partial, and room for the filter           |
  // | longestWindow     | s    | five periods of B0                                           |
  // | periodicityWindow | s    | half of it: YIN's usual 4096 samples at 48 kHz               |
  // | highestPartial    | Hz   | the 12 measured partials of every pitch up to 400 Hz         |
  // | flatShare         | 1    | share of the rate up to which the decimator's filter is flat |
  private static let target = 11_600.0
  private static let longestWindow = 0.1705
  private static let periodicityWindow = 0.0853
  private static let highestPartial = 4800.0
  private static let flatShare = 0.4

  /// The number of samples of the stream for each analysed one.
  let factor: Int
  /// The rate of the analysis, in samples per second.
  let rate: Double
  /// The points of the spectrum, which are the samples of its longest window.
  let spectrumCount: Int
  /// The samples of the periodicity's window.
  let periodicityCount: Int
  /// The highest analysed frequency, in hertz.
  let highest: Double

  /// The distance of two bins, in hertz.
  var binWidth: Double { rate / Double(spectrumCount) }
  /// The number of bins up to `highest`, and a few beyond.
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
