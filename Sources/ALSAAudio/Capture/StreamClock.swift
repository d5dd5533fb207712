// SPDX-License-Identifier: MIT

/// When the last sample that was read was played, by what the device said about itself.
///
/// What is lost at an overrun is what was played between that sample and the first one after the
/// restart; the buffer that is thrown away and the time without a stream are both in it. The
/// system's monotonic clock stands still while the machine sleeps, and so does the stream's position.
struct StreamClock: Hashable {
  let rateInHertz: Int
  /// When the sample behind the last one read was due, in nanoseconds.
  private(set) var end: Int64
  private var start: Int64
  private var framesSinceStart = 0

  /// Makes the clock of a stream that starts at `time`.
  init(rateInHertz: Int, start time: Int64) {
    self.rateInHertz = rateInHertz
    end = time
    start = time
  }

  /// Takes note of a read.
  ///
  /// - Parameters:
  ///   - frames: how many were read.
  ///   - available: how many more were there at `time`.
  ///   - time: when the device was last looked at, in nanoseconds.
  mutating func read(_ frames: Int, available: Int, at time: Int64) {
    framesSinceStart += frames
    end = time - duration(of: available)
  }

  /// Returns how many samples were played and not read before the stream restarted at `time`, and
  /// goes on from there.
  mutating func restart(at time: Int64) -> Int {
    let nanoseconds = max(0, time - end)
    let lost = (Double(nanoseconds) * 1e-9 * Double(rateInHertz)).rounded()
    end = max(end, time)
    start = end
    framesSinceStart = 0
    return Int(lost)
  }

  /// Samples a second as they come in, by the system's clock; `nil` until the stream has run for long
  /// enough to tell a lie from a late wake-up.
  func measuredRate(after seconds: Double = 5) -> Double? {
    let elapsed = Double(end - start) * 1e-9
    guard elapsed >= seconds else { return nil }
    return Double(framesSinceStart) / elapsed
  }

  private func duration(of frames: Int) -> Int64 {
    Int64(Double(frames) * 1e9 / Double(rateInHertz))
  }
}
