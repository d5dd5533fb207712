// SPDX-License-Identifier: MIT

internal import Glibc

/// The properties of one person's voice.
struct Speaker: Hashable, Sendable {
  /// The pitch of the middle of the voice, in hertz.
  var pitch: Double
  /// The formants relative to those of an adult man.
  var formantScale: Double
  /// The standard deviation of a glottal period, as a share of it.
  var jitter: Double
  /// The standard deviation of a glottal pulse's amplitude, as a share of it.
  var shimmer: Double
  /// The open part of a glottal period.
  var openQuotient: Double
  /// The level of the breath in the voice, relative to the glottal pulses.
  var breath: Double
  /// The duration of its syllables relative to those of the language.
  var slowness: Double

  /// Draws a speaker: a man, a woman or a child.
  ///
  /// The ranges of the pitch are those of reading adults and playing children. The jitter and
  /// shimmer are those of healthy voices: up to 1 and 4 % of a period.
  static func draw(from draws: inout SplitMix64) -> Speaker {
    let (pitch, scale): (ClosedRange<Double>, Double) =
      switch draws.nextIndex(below: 5) {
      case 0, 1: (85...145, 1)
      case 2, 3: (165...245, 1.17)
      default: (240...340, 1.35)
      }
    return Speaker(
      pitch: draws.nextUniform(in: pitch), formantScale: scale * draws.nextUniform(in: 0.95...1.05),
      jitter: draws.nextUniform(in: 0.003...0.01), shimmer: draws.nextUniform(in: 0.01...0.04),
      openQuotient: draws.nextUniform(in: 0.45...0.75), breath: draws.nextUniform(in: 0.01...0.12),
      slowness: draws.nextUniform(in: 0.8...1.4))
  }
}
