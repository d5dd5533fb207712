// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of what sounds while nothing is played: hum, fans, hiss.
///
/// It is learned only while no note is heard, so that a peak of the background is no evidence once a
/// note begins.
struct LearnedBackground: ~Copyable {
  private static let seconds = 0.12
  /// How many times the power that was heard the background is taken for.
  static let margin = 1.5

  /// How many updates were learned from; 0 for no background.
  private(set) var updateCount = 0
  /// Its mean power a sample.
  private(set) var samplePower = 0.0
  /// The power of each bin, with a margin.
  private(set) var power: AlignedBuffer
  private var level: AlignedBuffer
  /// The level of each bin, log₂ of power, as it was last raised to.
  private(set) var smeared: AlignedBuffer
  private var scratch: AlignedBuffer
  /// Whether `level` is that of `power`: while nothing is played nobody asks for it.
  private var hasLevels = false

  init(binCount: Int) {
    power = AlignedBuffer(count: binCount)
    level = AlignedBuffer(count: binCount)
    smeared = AlignedBuffer(count: binCount)
    scratch = AlignedBuffer(count: binCount)
  }

  mutating func forget() {
    updateCount = 0
    samplePower = 0
    // Learning starts from nothing: a loud past would leave its rounding in a quiet background.
    power.clear()
  }

  /// Learns from one spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: the power of each bin.
  ///   - samplePower: the mean square of the newest samples.
  ///   - seconds: the time since the last update.
  mutating func learn(_ spectrum: Span<Float>, samplePower: Double, seconds: Double) {
    let share = updateCount > 0 ? 1 - exponential(of: -seconds / Self.seconds) : 1
    do {
      var own = power.mutableSpan
      let margin = Float(Self.margin)
      for bin in own.indices { own[bin] += Float(share) * (margin * spectrum[bin] - own[bin]) }
    }
    self.samplePower += share * (samplePower - self.samplePower)
    updateCount += 1
    hasLevels = false
  }

  private static func writeLevels(
    of power: borrowing AlignedBuffer, into level: inout AlignedBuffer
  ) {
    let powers = power.span
    var levels = level.mutableSpan
    writeBinaryLogarithms(of: powers, into: &levels)
  }

  /// Raises `floor` to this background, each bin to the most within `reach` bins: a shorter window
  /// spreads a line of hum that far.
  mutating func raise(_ floor: inout SpectralFloor, reach: Int) {
    if !hasLevels {
      Self.writeLevels(of: power, into: &level)
      hasLevels = true
    }
    Self.smear(level, reach: reach, scratch: &scratch, into: &smeared)
    floor.raise(to: smeared)
  }

  private static func smear(
    _ level: borrowing AlignedBuffer, reach: Int, scratch: inout AlignedBuffer,
    into smeared: inout AlignedBuffer
  ) {
    smeared.copy(level.span)
    for _ in 0..<reach {
      scratch.copy(smeared.span)
      let before = scratch.span
      var output = smeared.mutableSpan
      writeNeighbourMaxima(of: before, into: &output)
    }
  }
}
