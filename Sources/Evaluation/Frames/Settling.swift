// SPDX-License-Identifier: MIT

internal import Acoustics

/// When one note was first read right, and when the reading had settled.
///
/// Times are seconds after the pluck, `nil` for never. An *answer* is one with confidence 0.3 or
/// more; a frame without is unanswered.
public struct Settling: Hashable, Encodable, Sendable {
  /// The first answer within 50 cents.
  public let firstCorrect: Double?
  /// The settled time for each of `ScoringWord.settling`: 50, 5 and 1 cents.
  public let settled: [Double?]

  /// Times the note that is plucked at `pluck`.
  ///
  /// - Parameters:
  ///   - frames: every update in the order of time, unanswered ones included: a frame that is left
  ///     out breaks nothing. Frames before `pluck` are passed over; the note ends at the first frame
  ///     behind it without a truth.
  ///   - pluck: the note's beginning in seconds.
  /// - Complexity: O(n).
  public init(of frames: some Sequence<JudgedFrame>, pluck: Double) {
    let note = Array(
      frames.lazy.drop { $0.seconds < pluck || $0.truth == nil }.prefix { $0.truth != nil })
    firstCorrect = note.first { Self.isRight($0, within: ScoringWord.gross) }
      .map { $0.seconds - pluck }
    settled = ScoringWord.settling.map { tolerance in
      Self.settledTime(of: note, within: tolerance).map { $0 - pluck }
    }
  }

  /// Returns the first time from which every frame is answered within `tolerance` for 60 ms.
  ///
  /// The stay is proved by a right answer 60 ms or more later, with none wrong or missing between,
  /// so one lucky frame at a slow rate or at the end of a note has not settled.
  ///
  /// - Returns: the time of the first frame of the stay; `nil` for never.
  static func settledTime(of frames: [JudgedFrame], within tolerance: Cents) -> Double? {
    var start: Double?
    for frame in frames {
      guard isRight(frame, within: tolerance) else {
        start = nil
        continue
      }
      let first = start ?? frame.seconds
      start = first
      // Times are multiples of a hop: 0.060 may come out as 0.05999…
      if frame.seconds - first >= ScoringWord.hold - 1e-9 { return first }
    }
    return nil
  }

  private static func isRight(_ frame: JudgedFrame, within tolerance: Cents) -> Bool {
    guard frame.isAnswered(at: ScoringWord.heard), let error = frame.error else { return false }
    return error.magnitude <= tolerance
  }
}
