// SPDX-License-Identifier: MIT

internal import Acoustics

/// The times from a pluck to the first correct reading and to settling.
///
/// Times are seconds after the pluck, `nil` for never. An *answer* has confidence 0.3 or more;
/// other frames are unanswered. The spread of the reference is subtracted from an error before it is
/// compared with 5 and 1 cents.
public struct Settling: Hashable, Encodable, Sendable {
  /// The first answer within 50 cents.
  public let firstCorrect: Double?
  /// The settled time for each of `ScoringThreshold.settling`: 50, 5 and 1 cents.
  public let settled: [Double?]

  /// Measures the times of the note that is plucked at `pluck`.
  ///
  /// - Parameters:
  ///   - frames: every update in the order of time, including unanswered ones, because a frame that
  ///     is missing here would not interrupt the stay. Frames before `pluck` are ignored; the note
  ///     ends at the first frame after it without a reference.
  ///   - pluck: the note's beginning in seconds.
  /// - Complexity: O(n).
  public init(of frames: some Sequence<ScoredFrame>, pluck: Double) {
    let note = Array(
      frames.lazy.drop { $0.seconds < pluck || $0.truth == nil }.prefix { $0.truth != nil })
    firstCorrect = note.first { Self.isRight($0, within: ScoringThreshold.gross) }
      .map { $0.seconds - pluck }
    settled = ScoringThreshold.settling.map { tolerance in
      Self.settledTime(of: note, within: tolerance).map { $0 - pluck }
    }
  }

  /// Returns the start of the first stay of 60 ms in which every frame is answered within
  /// `tolerance`.
  ///
  /// The stay must end with a correct answer 60 ms or more after its start, without a wrong or
  /// unanswered frame in between. So a single correct frame at a slow rate or at the end of a note
  /// does not count as settled.
  ///
  /// - Returns: the time of the first frame of the stay; `nil` for never.
  static func settledTime(of frames: [ScoredFrame], within tolerance: Cents) -> Double? {
    var start: Double?
    for frame in frames {
      guard isRight(frame, within: tolerance) else {
        start = nil
        continue
      }
      let first = start ?? frame.seconds
      start = first
      // Times are multiples of a hop, so 0.060 may come out as 0.05999…
      if frame.seconds - first >= ScoringThreshold.hold - 1e-9 { return first }
    }
    return nil
  }

  private static func isRight(_ frame: ScoredFrame, within tolerance: Cents) -> Bool {
    guard frame.isAnswered(at: ScoringThreshold.tentative), let error = frame.error else {
      return false
    }
    // The measurements of a reference disagree by up to 8 cents, which is no error of a reading.
    // A gross error is far larger, and its limit stays as it is.
    let spread = tolerance < ScoringThreshold.gross ? frame.spread.value : 0
    return error.magnitude.value - spread <= tolerance.value
  }
}
