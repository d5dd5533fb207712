// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// One string of a stroke on a screen: its last reading and its age.
///
/// The reading remains when the string fades, and when the next stroke does not contain it.
public struct StrumStringView: Hashable, Sendable {
  /// The string, or the unison course that is measured as one.
  public let target: StrumTarget
  /// The last reading in which the string sounded, compared with `target`; `nil` before the first.
  public internal(set) var reading: StringReading?
  /// The number of the stroke that the reading belongs to; `nil` before the first.
  public internal(set) var stroke: Int?
  /// The time of the reading; `nil` before the first.
  public internal(set) var readingTime: Duration?
  /// The one reading of the newest stroke, once it is settled: that of a sounding string, or only
  /// the state of another one; `nil` until then.
  ///
  /// It is the mean that `tuner analyze --strum` gives, over the updates until the stroke settled.
  public internal(set) var settledReading: StringReading?
  /// The decision about the string in the newest update.
  public internal(set) var latestState = StringReading.State.silent
  /// True if the string sounds in the newest update, but too uncertainly to decide whether it is in
  /// tune; `latestState` is then *unclear*.
  public internal(set) var isUncertain = false
  /// The state of the last reading by the player's settings; `silent` before the first.
  public internal(set) var tuningState = TuningState.silent

  var hysteresis: TuningStateHysteresis?
  var latch: ConfirmationLatch
  /// True if the string was out of tune since the onset of the newest stroke.
  var hasBeenOff = false

  init(_ target: StrumTarget, latch: ConfirmationLatch) {
    self.target = target
    self.latch = latch
  }

  /// The deviation from the target; `nil` before the first reading.
  public var cents: Cents? { reading?.deviation }

  /// The deviation in whole cents, rounded half away from zero; `nil` without one.
  public var displayCents: Int? { cents.flatMap { Int(exactly: $0.value.rounded()) } }

  /// The position of the marker: 0 for a semitone flat or more, 1 for a semitone sharp or more, and
  /// 0.5 in tune and without a reading.
  public var markerPosition: Double {
    guard let cents = cents?.value, cents.isFinite else { return 0.5 }
    return min(max(0.5 + cents / 100 * 0.5, 0), 1)
  }

  /// The colour of the marker.
  public var markerColor: MarkerColor { MarkerColor(tuningState) }

  /// The direction to turn the peg; `nil` in tune, and before the first reading.
  public var direction: TuningDirection? { TuningDirection(tuningState) }

  /// The displayed confirmation that the string is in tune; `nil` for none.
  public var confirmation: PendingConfirmation? { latch.pending }

  /// Returns the freshness of the reading by its age alone.
  ///
  /// - Parameter now: the time, since the session began.
  /// - Returns: the freshness.
  public func freshness(at now: Duration) -> StrumFreshness {
    guard let readingTime else { return .awaited }
    let age = max(.zero, now - readingTime)
    if age <= StrumView.grace { return .sounding }
    let faded = (age - StrumView.grace) / StrumView.fading
    return faded < 1 ? .fading(brightness: 1 - faded) : .kept(age: age)
  }
}

/// The freshness of a string's reading.
public enum StrumFreshness: Hashable, Sendable {
  /// The string has not sounded yet.
  case awaited
  /// The string sounds, or stopped less than the grace period ago.
  case sounding
  /// The string has just ended; the brightness falls from 1 to 0.
  case fading(brightness: Double)
  /// The reading has faded; it may be from an earlier stroke.
  case kept(age: Duration)

  /// True while the reading fades.
  public var isFading: Bool { if case .fading = self { true } else { false } }
}

/// The direction to turn a peg.
public enum TuningDirection: String, CaseIterable, Hashable, Sendable {
  /// The string is flat.
  case up
  /// The string is sharp.
  case down

  /// Returns the direction to turn the peg in a state; `nil` in tune and without a reading.
  public init?(_ state: TuningState) {
    switch state {
    case .slightlyFlat, .veryFlat: self = .up
    case .slightlySharp, .verySharp: self = .down
    case .inTune, .silent, .detecting, .active: return nil
    }
  }
}
