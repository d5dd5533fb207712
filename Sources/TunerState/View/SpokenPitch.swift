// SPDX-License-Identifier: MIT

package import Acoustics
package import Tuning

/// The pitch of one string in the words of a screen reader.
package enum SpokenPitch: Hashable, Sendable {
  /// The note is within the in-tune window.
  case inTune(note: String)
  /// The note is off by some cents.
  case out(note: String, cents: Int)
  /// The pitch is far from a string, by a distance in words.
  case far(distance: String)

  /// Makes the words for a pitch; `nil` if no line about it is due.
  ///
  /// - Parameters:
  ///   - state: the tuning state.
  ///   - note: the name of the note.
  ///   - cents: the deviation in whole cents; `nil` without a target.
  ///   - distance: the distance to the nearest or the locked string in words; `nil` if there is no
  ///     such string.
  ///   - isFar: true if the pitch is too far from the locked string for a deviation in cents.
  package init?(
    _ state: TuningState, note: String, cents: Int?, distance: String?, isFar: Bool
  ) {
    switch state {
    case .silent, .detecting: return nil
    case .active:
      guard let distance else { return nil }
      self = .far(distance: distance)
    case .inTune: self = .inTune(note: note)
    case .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      guard let cents else { return nil }
      if isFar, let distance {
        self = .far(distance: distance)
      } else {
        self = .out(note: note, cents: cents)
      }
    }
  }

  /// True if both are about the same note, or both are far from every note that counts.
  package func hasNote(of other: SpokenPitch) -> Bool { note == other.note }

  /// True if both have the same direction, or none.
  fileprivate func hasState(of other: SpokenPitch) -> Bool {
    switch (self, other) {
    case (.inTune, .inTune), (.far, .far): true
    case (.out(_, let cents), .out(_, let others)): (cents < 0) == (others < 0)
    case (.inTune, _), (.out, _), (.far, _): false
    }
  }

  private var note: String? {
    switch self {
    case .inTune(let note), .out(let note, _): note
    case .far: nil
    }
  }
}

/// The times at which a screen reader gets another line about the same note.
///
/// Readings come faster than speech, and a reader would speak old ones long after the peg was
/// turned.
package struct SpokenPitchFilter: Hashable, Sendable {
  // | name   | unit  | source                                                                   |
  // | ------ | ----- | ------------------------------------------------------------------------ |
  // | margin | cents | distance beyond the window up to which a note stays in tune              |
  // | step   | cents | least change of a deviation                                              |
  // | steady | s     | time for which a change must last                                        |
  // | pause  | s     | a sentence: time after a change of the state in which another must last  |
  private static let margin = 1.0
  private static let step = 3
  private static let steady = Duration.milliseconds(500)
  private static let pause = Duration.seconds(1)

  private var last: SpokenPitch?
  /// The time of the last change between flat, in tune and sharp.
  private var changed: Duration?
  /// The time since which the pitch differs from `last`.
  private var differsSince: Duration?

  /// Makes a filter that has given no line.
  package init() {}

  /// Forgets the last line, after another one that is not about a pitch.
  package mutating func reset() { self = SpokenPitchFilter() }

  /// Returns true if a line about the pitch is due.
  ///
  /// - Parameters:
  ///   - pitch: the pitch.
  ///   - window: the largest deviation that is in tune.
  ///   - now: the time of the picture.
  /// - Returns: false while the last line holds, and while a change is too short.
  package mutating func takes(_ pitch: SpokenPitch, window: Cents, at now: Duration) -> Bool {
    guard let last, pitch.hasNote(of: last) else {
      self = SpokenPitchFilter()
      last = pitch
      return true
    }
    guard differs(pitch, from: last, window) else {
      differsSince = nil
      return false
    }
    let since = differsSince ?? now
    differsSince = since
    let isNewState = !pitch.hasState(of: last)
    let isAtOnce = isNewState && changed.map { now - $0 >= Self.pause } ?? true
    guard isAtOnce || now - since >= Self.steady else { return false }
    if isNewState { changed = now }
    self.last = pitch
    differsSince = nil
    return true
  }

  private func differs(
    _ pitch: SpokenPitch, from last: SpokenPitch, _ window: Cents
  ) -> Bool {
    switch (last, pitch) {
    case (.inTune, .out(_, let cents)): Double(abs(cents)) > window.value + Self.margin
    case (.out(_, let before), .out(_, let cents)): abs(cents - before) >= Self.step
    default: pitch != last
    }
  }
}
