// SPDX-License-Identifier: MIT

internal import Acoustics

/// The random properties of strokes in some sets only: body, second polarisation, courses, chords.
struct StrumAdditions {
  // | name           | unit   | source                                                            |
  // | -------------- | ------ | ----------------------------------------------------------------- |
  // | modes          | Hz     | air, top and back of an acoustic guitar (Fletcher & Rossing,      |
  // |                |        | The Physics of Musical Instruments, chapter 9)                    |
  // | qualities      | 1      | quality factors of these modes, from the same chapter             |
  // | shifts         | cents  | largest shift of a first partial; recorded ones lie 1.5 cents off |
  // |                |        | their fit in the median and 9 at the 95th percentile              |
  // | gain, damping  | 1, 1/s | chosen: 6 dB, and a decay in half a second at the mode            |
  // | knock          | dB     | ratio of a string to the knock of a mode; chosen                  |
  // | faint          | dB     | ratio of the first polarisation to the second                     |
  // | split          | cents  | distance of the polarisations, to either side                     |
  // | life           | 1      | ratio of the second polarisation's decay time to the first's      |
  // | unison         | cents  | distance of two strings of a course, to either side               |
  // | course         | dB     | ratio of the first string of a course to the second               |
  private static let modes: [ClosedRange<Double>] = [90...115, 180...225, 340...420]
  private static let qualities = 15.0...35.0
  private static let shifts = 0.5...5.0
  private static let gain = 1.0
  private static let damping = 2.0
  private static let knock = 14.0...26.0
  private static let faint = 8.0...22.0
  private static let split = 0.05...0.8
  private static let life = 1.2...2.0
  private static let unison = 0.05...1.0
  private static let course = 3.0...9.0

  private var draws: SplitMix64
  /// The resonances of the stroke's body; none without a body.
  let body: [BodyMode]

  /// Makes the draws of a seed.
  init(seed: UInt64, hasBody: Bool) {
    var draws = SplitMix64(seed: seed, name: "strum additions")
    body =
      hasBody
      ? Self.modes.map { range in
        BodyMode(
          frequency: Hertz(draws.nextUniform(in: range)),
          quality: draws.nextUniform(in: Self.qualities),
          shift: Cents(draws.nextUniform(in: Self.shifts)), gain: Self.gain,
          damping: Self.damping)
      } : []
    self.draws = draws
  }

  /// Draws one of the values; `nil` if there are none.
  mutating func choice<Value>(of values: [Value]) -> Value? {
    values.isEmpty ? nil : values[draws.nextIndex(below: values.count)]
  }

  /// Draws true with a probability.
  mutating func takesShare(_ share: Double) -> Bool { draws.nextUnit() < share }

  /// Draws the time constant of a glide.
  mutating func glide(_ glide: Glide?, timeConstant: ClosedRange<Double>) -> Glide? {
    let time = draws.nextUniform(in: timeConstant)
    return glide.map { Glide(interval: $0.interval, timeConstant: time) }
  }

  /// Draws the knock of a pluck on the body: each mode rings at its own frequency.
  mutating func knocks(of pluck: Pluck) -> [Pluck] {
    body.map { mode in
      // A spectrum that falls by 100 dB per octave contains only one line in effect.
      let spectrum = PartialSpectrum(
        pluckPoint: 0.5, pickup: 0.5, tiltPerOctave: Decibels(-100))
      let level = pluck.string.level.value - draws.nextUniform(in: Self.knock)
      let string = StringModel(
        fundamental: mode.frequency, spectrum: spectrum,
        decayTime: mode.quality / (.pi * mode.frequency.value), phaseSeed: draws.next(),
        level: Decibels(level))
      return Pluck(string: string, onset: pluck.onset)
    }
  }

  /// Draws the second polarisation of a string, which is fainter, slightly detuned and longer.
  mutating func polarisation(of pluck: Pluck) -> Pluck {
    var string = pluck.string
    string.level = Decibels(string.level.value - draws.nextUniform(in: Self.faint))
    string.fundamental = string.fundamental.raised(by: sign(draws.nextUniform(in: Self.split)))
    let life = draws.nextUniform(in: Self.life)
    string.decayTime = string.decayTime.map { $0 * life }
    string.phaseSeed = draws.next()
    return Pluck(string: string, onset: pluck.onset, stop: pluck.stop)
  }

  /// Draws the second string of a course.
  ///
  /// It is fainter than the first string, whose pitch is the truth.
  mutating func unison(of pluck: Pluck) -> Pluck {
    var string = pluck.string
    string.level = Decibels(string.level.value - draws.nextUniform(in: Self.course))
    string.fundamental = string.fundamental.raised(by: sign(draws.nextUniform(in: Self.unison)))
    string.phaseSeed = draws.next()
    return Pluck(string: string, onset: pluck.onset, stop: pluck.stop)
  }

  private mutating func sign(_ cents: Double) -> Cents {
    Cents(draws.nextUnit() < 0.5 ? -cents : cents)
  }
}
