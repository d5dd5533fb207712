// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc
internal import TestSignals

/// A room in which nobody plays: noise from the first sample on, and short louder noises over it,
/// as of taps, steps and hands on strings.
struct NoiseBed: Sendable {
  // | name      | unit | source                                                              |
  // | --------- | ---- | ------------------------------------------------------------------- |
  // | duration  | s    | several short noises, farther apart than the strings of a stroke    |
  // | level     | dB   | of the noise of a room, RMS over the full band: set                 |
  // | count     | 1    | of the short noises                                                 |
  // | rise      | dB   | of the short noises over the room                                   |
  // | fall      | s    | time in which a short noise falls to 1/e                            |
  /// The name of the set.
  static let name = "noise beds"
  private static let duration = 4.0
  private static let level = -70.0...(-40.0)
  private static let count = 4
  private static let rise = 6.0...30.0
  private static let fall = 0.005...0.2

  let seed: UInt64

  /// Renders the noise.
  func samples() -> [Float] {
    var draws = SplitMix64(seed: seed, name: Self.name)
    let colours = NoiseColour.allCases
    let room = pow(10, draws.nextUniform(in: Self.level) / 20)
    var samples = noise(colours[Int(seed % UInt64(colours.count))], level: room, seed: seed)
    for index in 0..<Self.count {
      let start =
        (Double(index) + draws.nextUniform(in: 0.2...0.6)) * Self.duration
        / Double(Self.count)
      let level = room * pow(10, draws.nextUniform(in: Self.rise) / 20)
      let fall = draws.nextUniform(in: Self.fall) * Double(StrumTrial.rate.hertz)
      let colour: NoiseColour = draws.nextUniform(in: 0...1) < 0.5 ? .white : .pink
      let burst = noise(colour, level: level, seed: draws.next())
      let first = Int(start * Double(StrumTrial.rate.hertz))
      for place in first..<samples.count {
        samples[place] += burst[place] * Float(exp(-Double(place - first) / fall))
      }
    }
    return samples
  }

  private func noise(_ colour: NoiseColour, level: Double, seed: UInt64) -> [Float] {
    TestSignal(
      plucks: [], noise: Noise(colour: colour, power: level * level, seed: seed),
      duration: Self.duration
    ).render(at: StrumTrial.rate)
  }
}
