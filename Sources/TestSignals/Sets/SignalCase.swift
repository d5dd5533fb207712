// SPDX-License-Identifier: MIT

package import Acoustics
internal import Glibc

/// A signal of a set as a description, rendered on demand.
package struct SignalCase: Hashable, Sendable {
  /// The content of a signal.
  package enum Content: Hashable, Sendable {
    /// A string (the second one of a legato) over noise; `nil` for no noise.
    case note(TestNote, signalToNoiseInDecibels: Int?)
    /// Noise alone, root mean square in dBFS.
    case noise(colour: NoiseColour, levelInDecibels: Int)
    /// A touched harmonic of an open string, whose other partials are this far below it.
    case touched(TestNote, number: Int, openInDecibels: Int)
    /// A room without a string.
    case room(RoomScene)
  }

  /// The set.
  package let set: SignalSet
  /// The content.
  package let content: Content
  /// The number of the note's string, or of the level's noise, from 0.
  package let draw: Int
  /// The seed of the whole suite.
  package let seed: UInt64

  /// The case's name, unique among all sets: `string/E2/3`, `noise-pink/E2/-5dB/0`,
  /// `unvoiced/hum/-40dBFS/0`, `rooms/knocks/0`, `touched/E2/2/-10dB/0`.
  package var identifier: String {
    switch content {
    case .note(let note, signalToNoiseInDecibels: let ratio):
      guard case .noise = set, let ratio else { return "\(set.name)/\(note.name)/\(draw)" }
      return "\(set.name)/\(note.name)/\(ratio)dB/\(draw)"
    case .noise(let colour, levelInDecibels: let level):
      return "\(set.name)/\(colour.rawValue)/\(level)dBFS/\(draw)"
    case .touched(let note, let number, let open):
      return "\(set.name)/\(note.name)/\(number)/\(open)dB/\(draw)"
    case .room(let scene): return "\(set.name)/\(scene.rawValue)/\(draw)"
    }
  }

  /// The nominal note; `nil` for noise alone.
  package var note: TestNote? {
    switch content {
    case .note(let note, signalToNoiseInDecibels: _): note
    case .touched(let note, number: _, openInDecibels: _): note
    case .noise, .room: nil
    }
  }
}

extension SignalCase {
  /// Returns the signal of this case for a rendering at `rate`.
  ///
  /// The string depends on the seed, set, note and draw: all ratios of a noise set use the same
  /// string. The rate affects only the power of the noise, which follows the partials below the
  /// Nyquist frequency. The strings are the same at every rate.
  ///
  /// - Complexity: O(partials below 96 kHz) with noise, O(1) without.
  package func signal(at rate: SampleRate) -> TestSignal {
    let noiseSeed = SplitMix64.firstWord(seed: seed, name: identifier)
    switch content {
    case .noise(let colour, levelInDecibels: let level):
      let power = pow(10, Double(level) / 10)
      return TestSignal(
        plucks: [], noise: Noise(colour: colour, power: power, seed: noiseSeed), duration: 2)
    case .room(let scene):
      let room = Room(scene, seed: noiseSeed, duration: SignalSet.roomSeconds)
      return TestSignal(plucks: [], room: room, duration: room.duration)
    case .touched(let note, let number, let open):
      var draws = SplitMix64(seed: seed, name: "\(set.name)/\(note.name)/\(draw)")
      var string = drawString(note, from: &draws)
      string.spectrum.touched = TouchedHarmonic(
        number: number, open: Decibels(Double(open)))
      let signal = TestSignal(
        plucks: [Pluck(string: string, onset: TestSignal.quiet)], duration: 1.8)
      return Self.adding(noiseColour, at: 60, seed: noiseSeed, to: signal, renderedAt: rate)
    case .note(let note, signalToNoiseInDecibels: let ratio):
      var draws = SplitMix64(seed: seed, name: "\(set.name)/\(note.name)/\(draw)")
      let string = drawString(note, from: &draws)
      var signal =
        set == .legato
        ? drawLegato(to: string, note, from: &draws)
        : TestSignal(plucks: [Pluck(string: string, onset: TestSignal.quiet)], duration: 1.8)
      if set == .body { signal.plucks[0].body = Self.drawBody(from: &draws) }
      guard let ratio else { return signal }
      return Self.adding(noiseColour, at: ratio, seed: noiseSeed, to: signal, renderedAt: rate)
    }
  }

  /// Returns a signal with noise, `ratio` decibels under its strings.
  private static func adding(
    _ colour: NoiseColour, at ratio: Int, seed: UInt64, to signal: TestSignal,
    renderedAt rate: SampleRate
  ) -> TestSignal {
    var signal = signal
    if let power = SignalTruth(of: signal, at: rate).signalPower {
      signal.noise = Noise(
        colour: colour, power: power * pow(10, -Double(ratio) / 10), seed: seed)
    }
    return signal
  }

  private var noiseColour: NoiseColour {
    if case .noise(let colour) = set { colour } else { .white }
  }

  /// Draws one string.
  ///
  /// Every set draws the same quantities in the same order and then sets its own.
  private func drawString(_ note: TestNote, from draws: inout SplitMix64) -> StringModel {
    var gaussian = GaussianSource(SplitMix64(seed: draws.next()))
    let detuning = Cents(draws.nextUniform(in: -50...50))
    var inharmonicity = note.inharmonicity * exp(0.35 * gaussian.next())
    var glide: Glide? = Glide(interval: Cents(draws.nextUniform(in: 2...20)))
    var decayTime: Double? = note.decayTime
    var spectrum = PartialSpectrum(
      pluckPoint: draws.nextUniform(in: 0.07...0.28), pickup: draws.nextUniform(in: 0.08...0.3),
      tiltPerOctave: Decibels(draws.nextUniform(in: -3...2)))
    let phaseSeed = draws.next()
    switch set {
    case .clean:
      inharmonicity = 0
      glide = nil
      decayTime = nil
    case .stiff:
      inharmonicity = 5e-4
      spectrum.tiltPerOctave = Decibels(2)
    case .weak: spectrum.fundamentalLevel = Decibels(-30)
    case .missing: spectrum.fundamentalLevel = Decibels(-120)
    case .string, .body, .noise, .legato, .touched, .unvoiced, .rooms: break
    }
    // The first partial, not f0, settles on the detuned note, because players tune the first
    // partial.
    let first = note.frequency.raised(by: detuning).value
    return StringModel(
      fundamental: Hertz(first / (1 + inharmonicity).squareRoot()), inharmonicity: inharmonicity,
      glide: glide, spectrum: spectrum, decayTime: decayTime, phaseSeed: phaseSeed)
  }

  /// Draws two to four modes of a body, each up to as loud as the first partial of the string.
  private static func drawBody(from draws: inout SplitMix64) -> [ExcitedMode] {
    (0..<2 + draws.nextIndex(below: 3)).map { _ in
      ExcitedMode(
        frequency: draws.nextUniform(in: 80...250), quality: draws.nextUniform(in: 15...60),
        share: Decibels(draws.nextUniform(in: -20...0)).amplitude, phase: draws.nextUnit())
    }
  }

  /// Draws the string before `second` and joins the two.
  ///
  /// The first is stopped 0.8–1 s after its pluck, and the second begins there within 3 dB of the
  /// remaining power.
  private func drawLegato(
    to second: StringModel, _ note: TestNote, from draws: inout SplitMix64
  ) -> TestSignal {
    let range = 22...88
    let intervals = SignalSet.legatoIntervals.filter { range.contains(note.midi - $0) }
    let index = draws.nextIndex(below: max(1, intervals.count))
    let interval = intervals.isEmpty ? 0 : intervals[index]
    let first = drawString(TestNote(note.midi - interval), from: &draws)
    let change = TestSignal.quiet + draws.nextUniform(in: 0.8...1)
    var second = second
    let reference = SampleRate.supported.upperBound
    let left = PartialTable(of: first, at: reference).power(at: change - TestSignal.quiet)
    if let level = Decibels(power: left) {
      second.level = Decibels(level.value + draws.nextUniform(in: -3...3))
    }
    return TestSignal(
      plucks: [
        Pluck(string: first, onset: TestSignal.quiet, stop: change),
        Pluck(string: second, onset: change),
      ], duration: change + 1.55)
  }
}

extension SplitMix64 {
  /// Returns the first 64 bits of the generator for `name`.
  static func firstWord(seed: UInt64, name: String) -> UInt64 {
    var generator = SplitMix64(seed: seed, name: name)
    return generator.next()
  }
}
