// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of the newest samples, in rows of equal ratios: a column of a spectrogram.
struct ModuleSpectrum: ~Copyable {
  /// The number of rows.
  static let rowCount = 260
  /// The lowest frequency of the first row and the highest of the last one, in hertz.
  static let (lowest, highest) = (27.5, 7040.0)
  /// The length of a window in seconds: long enough to separate the partials of a low string.
  private static let windowSeconds = 0.17

  private var newest: FrameAssembler
  private var transform: PowerTransform
  private var spectrum: PowerSpectrum
  private let rate: SampleRate

  /// Prepares for a stream.
  ///
  /// - Throws: `SignalProcessingError` if the transform cannot be set up.
  init(rate: SampleRate) throws(SignalProcessingError) {
    let count = RealFFT.efficientCount(atLeast: Int(Self.windowSeconds * Double(rate.hertz)))
    self.init(
      try FrameAssembler(frameCount: count), try PowerTransform(count: count), rate: rate)
  }

  private init(
    _ newest: consuming FrameAssembler, _ transform: consuming PowerTransform, rate: SampleRate
  ) {
    spectrum = PowerSpectrum(count: newest.frameCount)
    self.newest = newest
    self.transform = transform
    self.rate = rate
  }

  /// Appends samples.
  mutating func append(_ samples: Span<Float>) { newest.append(samples) }

  /// Writes the level of each row from the lowest: the binary logarithm of its power.
  ///
  /// The level of a row is that of its strongest bin, or an interpolation between the two bins
  /// around it.
  mutating func writeLevels(to levels: UnsafeMutablePointer<Float>) {
    Self.analyse(newest, by: &transform, into: &spectrum)
    let bins = Double(spectrum.count) / Double(rate.hertz)
    let octaves = binaryLogarithm(of: Self.highest / Self.lowest) / Double(Self.rowCount)
    let all = spectrum.levels
    for row in 0..<Self.rowCount {
      levels[row] = Self.level(
        of: all, from: bins * Self.lowest * powerOfTwo(octaves * Double(row)),
        to: bins * Self.lowest * powerOfTwo(octaves * Double(row + 1)))
    }
  }

  private static func analyse(
    _ newest: borrowing FrameAssembler, by transform: inout PowerTransform,
    into spectrum: inout PowerSpectrum
  ) {
    spectrum.analyse(newest.frame, by: &transform)
  }

  private static func level(of levels: Span<Float>, from low: Double, to high: Double) -> Float {
    let top = Double(levels.count - 1)
    let (low, high) = (min(low, top), min(high, top))
    let (first, last) = (Int(low.rounded(.up)), Int(high))
    guard first <= last else {
      let below = min(Int(low), levels.count - 2)
      let share = Float((low + high) / 2 - Double(below))
      return levels[below] * (1 - share) + levels[below + 1] * share
    }
    var strongest = levels[first]
    for bin in first...last { strongest = max(strongest, levels[bin]) }
    return strongest
  }
}
