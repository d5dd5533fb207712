// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc

/// The arithmetic that turns one pluck into samples, a block at a time.
///
/// The phase of every sample comes from the closed form. Only the exponentials (of the glide and of
/// the partials) are recurrences, restarted at every block. The sine is a polynomial of plain
/// products and sums, so the inner loop uses no C library and no fused product.
struct PartialBank {
  typealias Vector = SIMD8<Double>

  /// Samples in a block; a multiple of the vector's width.
  static let blockCount = 256
  /// The level of partials that are not computed (−220 dBFS): together they stay below 1e-8.
  private static let inaudible = 1e-11

  /// A partial with the state of its recurrence.
  private struct Voice {
    let frequency: Double
    let phase: Double
    let amplitude: Double
    let decayRate: Double
    /// exp(−k/(fs·τ_n)) for the eight samples of a vector.
    let lanes: Vector
    /// exp(−8/(fs·τ_n)), from one vector to the next.
    let step: Double
  }

  private let pluck: Pluck
  private let sampleRate: Double
  private let voices: [Voice]
  private let modes: [Voice]
  private var warpedTimes: [Vector]
  private var sums: [Vector]

  /// Prepares `pluck` for `rate`.
  init(_ pluck: Pluck, table: PartialTable, at rate: SampleRate) {
    self.pluck = pluck
    sampleRate = Double(rate.hertz)
    let period = 1 / sampleRate
    voices = table.partials.map { partial in
      Voice(
        frequency: partial.settledFrequency, phase: partial.phase, amplitude: partial.amplitude,
        decayRate: partial.decayRate, lanes: Self.powers(ofRate: partial.decayRate * period),
        step: exp(-8 * partial.decayRate * period))
    }
    let first = table.partials.first?.amplitude ?? 0
    modes = pluck.body.map { mode in
      Voice(
        frequency: mode.frequency, phase: mode.phase, amplitude: mode.share * first,
        decayRate: mode.decayRate, lanes: Self.powers(ofRate: mode.decayRate * period),
        step: exp(-8 * mode.decayRate * period))
    }
    let vectors = Self.blockCount / Vector.scalarCount
    warpedTimes = Array(repeating: .zero, count: vectors)
    sums = Array(repeating: .zero, count: vectors)
  }

  /// Adds the samples `start` ..< `start + blockCount` of the pluck to `block`.
  ///
  /// - Parameters:
  ///   - start: the first sample, counted from the signal's start.
  ///   - block: `blockCount` values, full scale 1.
  /// - Complexity: O(`blockCount`·partials). Does not allocate.
  mutating func add(blockAt start: Int, to block: inout [Double]) {
    let startTime = Double(start) / sampleRate
    let endTime = Double(start + Self.blockCount - 1) / sampleRate
    if pluck.isSilent(from: startTime, to: endTime) { return }
    let sinceOnset = startTime - pluck.onset
    fillWarpedTimes(from: sinceOnset)
    for index in sums.indices { sums[index] = .zero }
    accumulate(voices, from: sinceOnset)
    if !modes.isEmpty {
      fillTimes(from: sinceOnset)
      accumulate(modes, from: sinceOnset)
    }
    if pluck.isOpen(from: startTime, to: endTime) {
      for index in 0..<Self.blockCount { block[index] += sums[index >> 3][index & 7] }
    } else {
      for index in 0..<Self.blockCount {
        let time = Double(start + index) / sampleRate
        let gain = pluck.envelope(at: time)
        if gain > 0 { block[index] += sums[index >> 3][index & 7] * gain }
      }
    }
  }

  /// Adds every audible voice to the sums.
  private mutating func accumulate(_ voices: [Voice], from sinceOnset: Double) {
    for voice in voices {
      let amplitude = voice.amplitude * exp(-voice.decayRate * max(0, sinceOnset))
      if amplitude < Self.inaudible { continue }
      accumulate(voice, amplitude: voice.amplitude * exp(-voice.decayRate * sinceOnset))
    }
  }

  /// Writes the time since the pluck for every sample of the block, in place of G(t).
  private mutating func fillTimes(from sinceOnset: Double) {
    let period = 1 / sampleRate
    let offsets = Vector(0, 1, 2, 3, 4, 5, 6, 7)
    for index in warpedTimes.indices {
      warpedTimes[index] = (offsets + Double(8 * index)) * period + sinceOnset
    }
  }

  /// Writes G(t) for every sample of the block that starts `sinceOnset` seconds after the pluck.
  private mutating func fillWarpedTimes(from sinceOnset: Double) {
    let period = 1 / sampleRate
    let offsets = Vector(0, 1, 2, 3, 4, 5, 6, 7)
    let glide = pluck.string.glide
    let reach = (glide?.excess ?? 0) * (glide?.timeConstant ?? 1)
    let rate = 1 / (glide?.timeConstant ?? 1)
    var settling =
      Self.powers(ofRate: rate * period) * (reach * exp(-rate * sinceOnset))
    let step = exp(-8 * rate * period)
    for index in warpedTimes.indices {
      let time = (offsets + Double(8 * index)) * period + sinceOnset
      warpedTimes[index] = (time + reach) - settling
      settling *= step
    }
    guard let motion = pluck.string.motion else { return }
    for index in warpedTimes.indices {
      for lane in 0..<Vector.scalarCount {
        let time = Double(8 * index + lane) * period + sinceOnset
        warpedTimes[index][lane] += motion.excessTime(at: max(0, time))
      }
    }
  }

  /// Adds one partial to the sums; `amplitude` is its amplitude at the first sample of the block.
  private mutating func accumulate(_ voice: Voice, amplitude: Double) {
    var gain = voice.lanes * amplitude
    for index in sums.indices {
      let turns = warpedTimes[index] * voice.frequency + voice.phase
      sums[index] += sineOfTurns(turns) * gain
      gain *= voice.step
    }
  }

  /// Returns exp(−k·rate) for k = 0…7.
  private static func powers(ofRate rate: Double) -> Vector {
    var powers = Vector.zero
    for lane in 0..<Vector.scalarCount { powers[lane] = exp(-rate * Double(lane)) }
    return powers
  }
}
