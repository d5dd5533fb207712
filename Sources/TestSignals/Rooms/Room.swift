// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc

/// A room in which nobody plays: voices, blows, friction and machines, drawn from a seed.
///
/// The sounds and their times do not depend on the sample rate; the noise in them does.
package struct Room: Hashable, Sendable {
  /// The kind of room.
  package let scene: RoomScene
  /// The seed of everything in it.
  package let seed: UInt64
  /// The length in seconds.
  package let duration: Double

  /// One sound.
  enum Sound: Hashable, Sendable {
    case voice(Utterance)
    case strike(Strike)
    case scrape(Scrape)
    case machine(Machine)

    /// The beginning, in seconds since the start of the room.
    var start: Double {
      switch self {
      case .voice(let voice): voice.start
      case .strike(let strike): strike.start
      case .scrape(let scrape): scrape.start
      case .machine(let machine): machine.start
      }
    }

    /// Returns the samples at a sample rate in hertz.
    func render(rate: Double) -> [Double] {
      switch self {
      case .voice(let voice):
        var synthesis = VoiceSynthesis(voice, rate: rate)
        return synthesis.render()
      case .strike(let strike): return strike.render(rate: rate)
      case .scrape(let scrape): return scrape.render(rate: rate)
      case .machine(let machine): return machine.render(rate: rate)
      }
    }
  }

  /// The time after a sung note in which it still fills a detector's window and the room, in
  /// seconds.
  private static let sungTail = 0.35

  /// Makes a room.
  package init(_ scene: RoomScene, seed: UInt64, duration: Double) {
    self.scene = scene
    self.seed = seed
    self.duration = duration
  }

  /// The parts in which a voice holds a note, each until its reverberation has ended.
  ///
  /// Such a sound has a pitch. A tuner may show it or not; both are right.
  package var sungParts: [ClosedRange<Double>] {
    RoomPlan(self).sounds.flatMap { sound -> [ClosedRange<Double>] in
      guard case .voice(let voice) = sound else { return [] }
      return voice.sung.map { $0.lowerBound...($0.upperBound + Self.sungTail) }
    }
  }

  /// Returns all samples at `rate`, full scale 1.
  ///
  /// - Complexity: O(samples·sounds at once).
  func render(at rate: SampleRate) -> [Double] {
    let hertz = Double(rate.hertz)
    let plan = RoomPlan(self)
    var samples = [Double](repeating: 0, count: Int((duration * hertz + 1e-6).rounded(.down)))
    for sound in plan.sounds {
      let first = Int(sound.start * hertz)
      for (offset, value) in sound.render(rate: hertz).enumerated()
      where first + offset < samples.count {
        samples[first + offset] += value
      }
    }
    if let loudspeaker = plan.loudspeaker {
      Self.limit(&samples, to: loudspeaker, rate: hertz)
    }
    Reverberation.add(
      to: &samples, level: plan.wetness, seconds: plan.reverberationSeconds, rate: hertz)
    var pink = PinkNoise(SplitMix64(seed: seed, name: "room"), at: rate)
    for index in samples.indices { samples[index] += plan.background * pink.next() }
    return samples
  }

  /// Limits the band to that of a small loudspeaker: two one-pole high-passes and a low-pass.
  private static func limit(_ samples: inout [Double], to band: ClosedRange<Double>, rate: Double) {
    let low = 1 - exp(-2 * .pi * band.lowerBound / rate)
    let high = 1 - exp(-2 * .pi * band.upperBound / rate)
    var (first, second, third) = (0.0, 0.0, 0.0)
    for index in samples.indices {
      first += low * (samples[index] - first)
      let once = samples[index] - first
      second += low * (once - second)
      third += high * (once - second - third)
      samples[index] = third
    }
  }
}
