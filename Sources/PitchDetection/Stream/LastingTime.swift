// SPDX-License-Identifier: MIT

/// Measures for how long the readings of a noisy pitch have agreed, and how much they scatter.
///
/// The readings of a weak string in noise scatter by tens of cents, but about one pitch, while
/// those of noise alone run away. A reading far from the slow mean counts against the pitch, and
/// the next one may agree again. At a line of mains hum no time counts, because hum lasts too
/// (docs/decisions/0159-readings-that-agree-for-half-a-second.md).
struct LastingTime {
  // | name          | unit | source                                                             |
  // | ------------- | ---- | ------------------------------------------------------------------ |
  // | answerSeconds | s    | voices stay near their slow mean for a shorter time                |
  // | meanSeconds   | s    | time constant of the slow mean: several independent windows        |
  // | reach         | Hz   | scatter of strings in pink noise at −5 dB: 40 cents at 86 Hz. It   |
  // |               |      | is about the same frequency in windows of one length               |
  // | reachShare    | 1    | 40 cents, less than half a semitone                                |
  // | loss          | 1    | time that a second of disagreement takes away, in seconds          |
  // | mainsReach    | 1    | 43 cents: hum in noise scatters as strings do                      |
  /// The time from which a pitch is an answer, in seconds.
  static let answerSeconds = 0.5
  private static let meanSeconds = 0.3
  private static let reach = 2.0
  private static let reachShare = 0.0231
  private static let loss = 20.0
  private static let mainsReach = 0.025

  private var agreed = 0.0
  private var mean = 0.0
  private var agrees = false
  private var variance = 0.0

  /// The time for which the readings have agreed, in seconds; 0 if the last one disagrees.
  var seconds: Double { agrees ? agreed : 0 }
  /// The standard deviation of the readings from their slow mean, as a share of it.
  var scatter: Double { mean > 0 ? variance.squareRoot() / mean : 0 }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - elapsed: the time since the last update, in seconds.
  mutating func add(_ frequency: Double, after elapsed: Double) {
    guard !MainsLine.isNear(frequency, within: Self.mainsReach) else {
      self = LastingTime()
      return
    }
    let distance = mean > 0 ? frequency - mean : .infinity
    agrees = abs(distance) < min(Self.reach, Self.reachShare * mean)
    if agrees {
      let share = min(1, elapsed / Self.meanSeconds)
      agreed += elapsed
      mean += distance * share
      variance += (distance * distance - variance) * share
    } else if agreed > Self.loss * elapsed {
      agreed -= Self.loss * elapsed
    } else {
      self = LastingTime()
      mean = frequency
    }
  }
}
