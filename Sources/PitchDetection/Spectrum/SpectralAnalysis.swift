// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The spectrum of the segment of a note: its levels, its noise floor and its peaks.
struct SpectralAnalysis: ~Copyable {
  /// The largest spread of a background line by a short window, in bins: a bound of the cost.
  private static let longestSmear = 12.0

  private let binWidth: Double
  /// The power and level of each bin.
  private(set) var spectrum: PowerSpectrum
  /// The noise floor under the peaks.
  private(set) var floor: SpectralFloor
  /// The background.
  private(set) var background: LearnedBackground
  /// The peaks above the floor.
  private(set) var peaks = SpectralPeaks()
  /// The peaks that are lines of mains hum.
  private(set) var hum = MainsHum()
  /// 1 / window length, in hertz: the distance of partials that can be resolved.
  private(set) var native = 0.0
  /// The number of bins of the background in use; 0 if it is not used.
  private(set) var backgroundCount = 0

  /// Prepares for the sizes of a stream.
  init(_ sizes: AnalysisRate) {
    binWidth = sizes.binWidth
    // The last bin needs a neighbour to be a peak.
    spectrum = PowerSpectrum(count: sizes.spectrumCount, binCount: sizes.binCount + 1)
    floor = SpectralFloor(binCount: sizes.binCount)
    background = LearnedBackground(binCount: sizes.binCount)
  }

  /// Analyses the newest `count` samples of a stream.
  ///
  /// - Parameters:
  ///   - stream: the samples.
  ///   - count: the number of newest samples that belong to the note.
  ///   - isNote: true if an onset was detected, so that the sound before it is background.
  ///   - transform: a transform of as many points as a spectrum.
  /// - Complexity: one transform. Does not allocate.
  mutating func analyse(
    _ stream: borrowing AnalysisStream, count: Int, isNote: Bool,
    by transform: inout PowerTransform
  ) {
    spectrum.analyse(stream.assembler.frame.extracting(last: count), by: &transform)
    native = stream.sizes.rate / Double(count)
    let binsPerNative = native / binWidth
    Self.measure(&floor, under: spectrum)
    backgroundCount = 0
    if isNote, background.updateCount > 0 {
      background.raise(
        &floor, reach: Int(min(Self.longestSmear, max(1, 2 * binsPerNative - 1))))
      backgroundCount = floor.binCount
    }
    Self.find(
      &peaks, in: spectrum, over: floor, binWidth: binWidth, binsPerNative: binsPerNative)
    hum = MainsHum(in: peaks, native: native, rate: stream.sizes.rate)
  }

  // Spans of stored properties are access to all of self; properties passed as arguments are
  // separate.
  private static func measure(_ floor: inout SpectralFloor, under spectrum: borrowing PowerSpectrum)
  {
    floor.measure(spectrum.levels, mean: spectrum.mean)
  }

  private static func find(
    _ peaks: inout SpectralPeaks, in spectrum: borrowing PowerSpectrum,
    over floor: borrowing SpectralFloor, binWidth: Double, binsPerNative: Double
  ) {
    peaks.find(
      in: spectrum.levels, power: spectrum.power, over: floor.level.span, binWidth: binWidth,
      binsPerNative: binsPerNative)
  }

  private static func learn(
    _ background: inout LearnedBackground, from spectrum: borrowing PowerSpectrum,
    samplePower: Double, seconds: Double
  ) {
    background.learn(spectrum.power, samplePower: samplePower, seconds: seconds)
  }

  /// Learns this spectrum as background.
  mutating func learnBackground(samplePower: Double, seconds: Double) {
    Self.learn(&background, from: spectrum, samplePower: samplePower, seconds: seconds)
  }

  /// Discards the background.
  mutating func discardBackground() { background.reset() }
}
