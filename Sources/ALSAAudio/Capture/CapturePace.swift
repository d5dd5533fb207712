// SPDX-License-Identifier: MIT

/// Tells when a device delivers faster than any clock could.
///
/// ALSA's null and file devices have samples whenever they are asked. A thread of real-time priority
/// that never waits would take the machine from everybody else, and more would come than any analysis
/// can follow. A sound card that is a little fast is not meant: each second is counted by itself.
struct CapturePace {
  private static let window: Int64 = 1_000_000_000
  /// A quarter of a second: what a card may hold back and deliver at once.
  private static let tolerance: Int64 = 250_000_000

  private let rateInHertz: Int64
  private var start: Int64?
  private var frames: Int64 = 0

  init(rateInHertz: Int) { self.rateInHertz = Int64(rateInHertz) }

  /// Counts frames in.
  ///
  /// - Parameters:
  ///   - count: how many came.
  ///   - now: when, in nanoseconds of a steady clock.
  /// - Returns: whether to wait before the next are asked for.
  mutating func isAhead(after count: Int, at now: Int64) -> Bool {
    guard let start, now - start < Self.window else {
      start = now
      frames = 0
      return false
    }
    frames += Int64(count)
    return frames * 1_000_000_000 / rateInHertz - (now - start) > Self.tolerance
  }
}
