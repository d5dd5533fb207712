// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of the background: hum, fans, hiss.
///
/// It is learned only while no note sounds, so that its peaks do not count as evidence once a note
/// begins.
struct LearnedBackground: ~Copyable {
  /// The time constant of the learning, in seconds.
  private static let seconds = 0.12
  /// The margin over the measured power, as a ratio: the variance of a short average.
  static let margin = 1.5

  /// The number of updates learned from; 0 for no background.
  private(set) var updateCount = 0
  /// The mean power per sample.
  private(set) var samplePower = 0.0
  /// The power of each bin, with a margin.
  private(set) var power: AlignedBuffer
  private var level: AlignedBuffer
  /// The level of each bin, spread as by the last window, log₂ of power.
  private(set) var smeared: AlignedBuffer
  private var scratch: AlignedBuffer
  /// True while `level` belongs to the current `power`: it is computed only when a note needs it.
  private var hasLevels = false

  init(binCount: Int) {
    power = AlignedBuffer(count: binCount)
    level = AlignedBuffer(count: binCount)
    smeared = AlignedBuffer(count: binCount)
    scratch = AlignedBuffer(count: binCount)
  }

  mutating func reset() {
    updateCount = 0
    samplePower = 0
    // Without this reset, rounding errors of a loud background would remain in a quiet one.
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

  /// Raises `floor` to this background: each bin to the highest level within `reach` bins.
  ///
  /// A window shorter than that of the background spreads a line of hum that far.
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
