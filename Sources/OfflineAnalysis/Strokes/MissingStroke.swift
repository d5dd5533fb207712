// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing
internal import Tuning

/// The reason why a recording has no stroke.
package enum MissingStroke: Hashable, Sendable {
  /// No sample is a number within the range of samples.
  case noNumbers
  /// Every sample is zero.
  case silence
  /// The channels of the recording cancel each other in their mix.
  case cancelled
  /// The recording is shorter than a stroke and its first reading.
  case short
  /// A sound begins so shortly before the end that no string could be read.
  case cutOff
  /// The sound ends before a string of a stroke can be read.
  case damped
  /// The sound has no string near its target, or is none of strings.
  case unknown

  /// The shortest sound in which a stroke is found, in seconds.
  package static let shortest = MissingStrokeReason.least
}

/// The properties of a recording that explain a missing stroke.
struct MissingStrokeReason {
  // | name    | unit | source                                                                 |
  // | ------- | ---- | ---------------------------------------------------------------------- |
  // | least   | s    | a fast stroke of 0.1 s, the reading 0.1 s after its last string, and   |
  // |         |      | 0.05 s before it; chosen                                               |
  // | pending | s    | the longest time between two strings of a stroke, and the reading      |
  static let least = 0.25
  private static let pending = 0.5

  private var hasSound = false
  private var loudTime: LoudTime
  /// The first of the last updates in which every string is unclear; `nil` if one is not.
  private var unclearSince: Double?

  /// Prepares for a recording.
  ///
  /// - Parameter sampleRate: the rate of the recording.
  init(_ sampleRate: SampleRate) { loudTime = LoudTime(sampleRate) }

  /// Adds samples.
  mutating func append(_ samples: Span<Float>) {
    loudTime.append(samples)
    guard !hasSound else { return }
    for index in samples.indices where SampleRange.contains(samples[index]) && samples[index] != 0 {
      hasSound = true
      return
    }
  }

  /// Adds an update.
  mutating func append(_ result: StrumResult) {
    var isUnclear = result.readings.count > 0
    for index in 0..<result.readings.count where result.readings[index].state != .unclear {
      isUnclear = false
    }
    unclearSince =
      isUnclear
      ? unclearSince ?? result.timestamp.seconds(at: result.sampleRate) : nil
  }

  /// Returns the reason at the end of a recording.
  ///
  /// - Parameters:
  ///   - summary: the totals.
  ///   - seconds: the length of the recording.
  /// - Returns: the reason, also if there is a stroke.
  func reason(_ summary: RecordingSummary, seconds: Double) -> MissingStroke {
    if summary.rejectedSamples > 0, Int64(summary.rejectedSamples) >= summary.duration.samples {
      return .noNumbers
    }
    if !hasSound { return .silence }
    if seconds < Self.least { return .short }
    if let unclearSince, seconds - unclearSince <= Self.pending { return .cutOff }
    return loudTime.seconds < Self.least ? .damped : .unknown
  }
}
