// SPDX-License-Identifier: MIT

internal import Glibc

/// Something that a voice says, laughs or sings: a sequence of sounds, and a pitch over time.
struct Utterance: Hashable, Sendable {
  /// One sound of the mouth.
  struct Segment: Hashable, Sendable {
    /// The duration in seconds.
    var duration: Double
    /// The formants, approached smoothly.
    var vowel: Vowel
    /// The amplitude of the voice; 0 for none.
    var voice = 0.0
    /// The amplitude of the breath, which passes the formants.
    var breath = 0.0
    /// The amplitude of the hiss, which does not.
    var hiss = 0.0
    /// The centre of the hiss, in hertz.
    var hissCentre = 3000.0
  }

  /// A point of the pitch.
  struct Knot: Hashable, Sendable {
    /// The time since the beginning of the utterance, in seconds.
    var seconds: Double
    /// The pitch in semitones over the speaker's.
    var semitones: Double
  }

  /// A vibrato of the whole utterance.
  struct Vibrato: Hashable, Sendable {
    /// Its frequency in hertz.
    var rate: Double
    /// The largest deviation, in semitones.
    var depth: Double
  }

  /// The beginning, in seconds since the start of the room.
  var start: Double
  /// The speaker.
  var speaker: Speaker
  /// The sounds in order.
  var segments: [Segment] = []
  /// The pitch, ascending in time; linear between the points.
  var knots: [Knot] = []
  /// The vibrato; `nil` for none.
  var vibrato: Vibrato?
  /// The parts that are sung on one pitch.
  ///
  /// Such a sound has a pitch and does not count as noise.
  var sung: [ClosedRange<Double>] = []
  /// The peak amplitude of its vowels.
  var amplitude: Double
  /// The seed of jitter, shimmer and breath.
  var seed: UInt64

  /// The duration in seconds.
  var duration: Double { segments.reduce(0) { $0 + $1.duration } }

  /// Makes a silent utterance.
  init(start: Double, speaker: Speaker, amplitude: Double, seed: UInt64) {
    self.start = start
    self.speaker = speaker
    self.amplitude = amplitude
    self.seed = seed
  }

  /// Appends the sounds of a consonant.
  mutating func appendConsonant(before vowel: Vowel, from draws: inout SplitMix64) {
    switch draws.nextIndex(below: 7) {
    case 0: break
    case 1, 2:
      // A plosive: closure, burst, and breath until the voice begins.
      let isVoiced = draws.nextIndex(below: 2) == 0
      segments.append(
        Segment(
          duration: draws.nextUniform(in: 0.04...0.09), vowel: vowel, voice: isVoiced ? 0.08 : 0))
      segments.append(
        Segment(
          duration: 0.008, vowel: vowel, hiss: draws.nextUniform(in: 0.2...0.6),
          hissCentre: draws.nextUniform(in: 800...4500)))
      if !isVoiced {
        segments.append(
          Segment(duration: draws.nextUniform(in: 0.015...0.06), vowel: vowel, breath: 0.35))
      }
    case 3, 4:
      // A fricative.
      let isVoiced = draws.nextIndex(below: 3) == 0
      segments.append(
        Segment(
          duration: draws.nextUniform(in: 0.06...0.13), vowel: vowel, voice: isVoiced ? 0.25 : 0,
          hiss: draws.nextUniform(in: 0.05...0.3), hissCentre: draws.nextUniform(in: 1500...6500)))
    case 5:
      segments.append(
        Segment(duration: draws.nextUniform(in: 0.03...0.07), vowel: vowel, breath: 0.3))
    default:
      // A nasal or a liquid.
      segments.append(
        Segment(duration: draws.nextUniform(in: 0.04...0.09), vowel: .murmur, voice: 0.4))
    }
  }

  /// Returns the pitch at a time, in hertz.
  func pitch(at seconds: Double) -> Double {
    speaker.pitch * exp2(semitones(at: seconds) / 12)
  }

  private func semitones(at seconds: Double) -> Double {
    let swing = vibrato.map { $0.depth * sin(2 * .pi * $0.rate * seconds) } ?? 0
    guard let last = knots.last, let first = knots.first else { return swing }
    if seconds >= last.seconds { return last.semitones + swing }
    if seconds <= first.seconds { return first.semitones + swing }
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].seconds <= seconds { low = middle } else { high = middle }
    }
    let width = max(knots[high].seconds - knots[low].seconds, 1e-9)
    let share = (seconds - knots[low].seconds) / width
    return knots[low].semitones + share * (knots[high].semitones - knots[low].semitones) + swing
  }
}
