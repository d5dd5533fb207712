// SPDX-License-Identifier: MIT

/// The time at which the last read sample was converted, from the device's own reports.
///
/// An overrun loses the samples between that sample and the first one after the restart: the
/// discarded buffer and the time without a stream. The system's monotonic clock stops while the
/// machine sleeps, and so does the stream's position.
struct StreamClock: Hashable {
  let rateInHertz: Int
  /// The time of the sample after the last read one, in nanoseconds.
  private(set) var end: Int64
  private var start: Int64
  private var framesSinceStart = 0

  /// Makes the clock of a stream that starts at `time`.
  init(rateInHertz: Int, start time: Int64) {
    self.rateInHertz = rateInHertz
    end = time
    start = time
  }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - frames: the number of frames read.
  ///   - available: the number of frames left at `time`.
  ///   - time: the time of the device's last report, in nanoseconds.
  mutating func read(_ frames: Int, available: Int, at time: Int64) {
    framesSinceStart += frames
    end = time - duration(of: available)
  }

  /// Returns the number of samples that were not read before the stream restarted at `time`, and
  /// continues from that time.
  mutating func restart(at time: Int64) -> Int {
    let nanoseconds = max(0, time - end)
    let lost = (Double(nanoseconds) * 1e-9 * Double(rateInHertz)).rounded()
    end = max(end, time)
    start = end
    framesSinceStart = 0
    return Int(lost)
  }

  /// The samples a second by the system's clock; `nil` until the stream has run long enough to
  /// distinguish a wrong rate from a late wake-up.
  func measuredRate(after seconds: Double = 5) -> Double? {
    let elapsed = Double(end - start) * 1e-9
    guard elapsed >= seconds else { return nil }
    return Double(framesSinceStart) / elapsed
  }

  private func duration(of frames: Int) -> Int64 {
    Int64(Double(frames) * 1e9 / Double(rateInHertz))
  }
}

/// Detects a device that delivers faster than any clock.
///
/// ALSA's null and file devices always have samples. With such a device, a thread with real-time
/// priority would never wait, so it would starve the machine and outrun the analysis. A sound card
/// with a slightly fast clock is not affected: each second is counted separately.
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
  /// - Returns: true if the capture must wait before the next read.
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
