// SPDX-License-Identifier: MIT

public import Acoustics
package import Tuning

/// The reducer of strokes: the content of a screen that shows every string at once.
///
/// A new stroke replaces the previous one. A string that the new stroke does not contain keeps its
/// last reading, with its age. A string that stops sounding remains unchanged for the grace period
/// and then fades. Each string is confirmed once per stay in tune, as by the tuner of one string.
///
/// The player gets a signal when a string that was off in this stroke comes in tune, and once per
/// stroke when all of its strings are in tune.
public struct StrumView: Hashable, Sendable {
  // | name     | source                                                                           |
  // | -------- | -------------------------------------------------------------------------------- |
  // | grace    | two attacks of 0.25 s: during an attack, a ringing string may be unclear; chosen |
  // | fading   | chosen                                                                           |
  /// The time for which a string that no longer sounds is shown as sounding.
  public static let grace = Duration.milliseconds(500)
  /// The time of fading after the grace period.
  public static let fading = Duration.seconds(2)

  /// The strings in the order of the instrument.
  public internal(set) var strings: [StrumStringView] = []
  /// True while results arrive.
  public internal(set) var isListening = false
  /// The number of strokes in which a string sounded.
  public internal(set) var strokeCount = 0
  /// The number of the newest stroke whose readings are settled; 0 for none.
  ///
  /// They settle 1.2 s after the first update of the stroke in which a string sounds, in a slow
  /// stroke 1.2 s after the onset of its last string but at most 3.2 s after that update, or when its
  /// strings have been silent for half a second.
  public internal(set) var settledStroke = 0
  /// The RMS level of the newest result; `nil` for digital silence.
  public internal(set) var level: Decibels?

  var rules: StrumRules
  /// The onset of the newest stroke.
  var onset: SamplePosition?
  /// The onset of the stroke that was counted last.
  var countedOnset: SamplePosition?
  /// The updates of the newest stroke.
  var readings = StrokeReadings(stringCount: 0)
  /// The position of the newest result; `nil` before the first.
  public internal(set) var latestTimestamp: SamplePosition?
  var latestTime = Duration.zero
  /// The number of the stroke that was signalled as in tune.
  var signalledStroke = 0
  /// One latch for each position.
  ///
  /// Latches remain when the strings change, so that no token is reused.
  var latches = (0..<StringReadings.capacity).map {
    ConfirmationLatch(firstToken: UInt64($0 + 1) << Self.tokenBits)
  }

  /// The bits of a token that count confirmations; the others are the latch's.
  private static let tokenBits = 48

  /// Makes a view of no string.
  public init(_ rules: StrumRules = StrumRules()) { self.rules = rules }

  /// True if the newest stroke has a reading and all of its strings are in tune.
  public var isAllInTune: Bool {
    var hasReading = false
    for index in strings.indices where strings[index].stroke == strokeCount && strokeCount > 0 {
      guard strings[index].tuningState == .inTune else { return false }
      hasReading = true
    }
    return hasReading
  }

  /// Judges a string in the newest stroke.
  ///
  /// - Parameter string: one of `strings`.
  /// - Returns: the verdict; `nil` before the stroke is settled.
  package func settledVerdict(on string: StrumStringView) -> StringVerdict? {
    string.settledReading.map { StringVerdict($0, rules.tolerance) }
  }

  /// Returns the freshness of a string's reading.
  ///
  /// When the newest stroke is settled, a reading from an earlier stroke counts as faded. Until
  /// then the string may still be found in the newest stroke.
  ///
  /// - Parameters:
  ///   - string: one of `strings`.
  ///   - now: the time, since the session began.
  /// - Returns: the freshness.
  public func freshness(of string: StrumStringView, at now: Duration) -> StrumFreshness {
    guard let stroke = string.stroke, let readingTime = string.readingTime, stroke != strokeCount,
      settledStroke == strokeCount
    else { return string.freshness(at: now) }
    return .kept(age: max(.zero, now - readingTime))
  }

  /// True while a string's confirmation is displayed.
  public var showsConfirmation: Bool {
    for index in strings.indices where strings[index].confirmation != nil { return true }
    return false
  }

  /// The strings of the newest stroke that are out of tune, the worst first.
  public var worstFirst: [StrumStringView] {
    strings.filter { $0.stroke == strokeCount && $0.direction != nil }
      .sorted { ($0.cents?.magnitude.value ?? 0) > ($1.cents?.magnitude.value ?? 0) }
  }
}
