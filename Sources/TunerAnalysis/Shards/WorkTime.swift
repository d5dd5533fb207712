// SPDX-License-Identifier: MIT

/// The time that a worker has spent on a recording, without suspensions.
///
/// A suspended computer or job makes no progress, and its recordings are good. The clock goes on
/// meanwhile. The time is therefore counted in turns, each of which counts a second at most.
struct WorkTime {
  /// The longest time that one turn counts.
  ///
  /// The loop that counts turns ten times a second while workers are busy.
  static let longestTurn = Duration.seconds(1)

  /// The time that was counted.
  private(set) var total = Duration.zero
  private var last: ContinuousClock.Instant

  /// Starts to count.
  init(from start: ContinuousClock.Instant) { last = start }

  /// Ends a turn, and counts its time.
  mutating func count(until now: ContinuousClock.Instant) {
    total += min(now - last, Self.longestTurn)
    last = now
  }
}
