// SPDX-License-Identifier: MIT

/// Detects a device that delivers faster than any clock.
///
/// ALSA's null and file devices always have samples. A thread with real-time priority that never
/// waits would starve the machine, and no analysis could follow. A sound card with a slightly fast
/// clock is not affected: each second is counted separately.
struct CapturePace {
  private static let window: Int64 = 1_000_000_000
  /// A quarter of a second: the samples that a card may hold back and deliver at once.
  private static let tolerance: Int64 = 250_000_000

  private let rateInHertz: Int64
  private var start: Int64?
  private var frames: Int64 = 0

  init(rateInHertz: Int) { self.rateInHertz = Int64(rateInHertz) }

  /// Counts frames.
  ///
  /// - Parameters:
  ///   - count: the number of frames.
  ///   - now: the time in nanoseconds of a steady clock.
  /// - Returns: true where the capture must wait before the next read.
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
