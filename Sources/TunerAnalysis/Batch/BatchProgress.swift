// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Terminal

/// The progress of a batch on one line of standard error: recordings, speed, and the time left.
final class BatchProgress: @unchecked Sendable {  // What changes is guarded by `lock`.
  /// The progress at one moment.
  struct Snapshot {
    let done: Int
    let total: Int
    /// The share of all bytes that is done, 0…1; `nil` when the sizes are not known.
    let share: Double?
    let soundSeconds: Double
    let seconds: Double

    /// The text of the line.
    var text: String {
      let speed = seconds > 0 ? TextFigures.number(soundSeconds / seconds, places: 0) : "0"
      let left =
        share.flatMap { share -> String? in
          guard share > 0, seconds >= 1 else { return nil }
          return ", \(BatchProgress.clock(seconds * (1 / share - 1))) left"
        } ?? ""
      let percent = share.map { " (\(TextFigures.number(100 * $0, places: 0)) %)" } ?? ""
      return "\(done) of \(total)\(percent), \(speed) times real time\(left)"
    }
  }

  private static let interval = Duration.milliseconds(200)

  private let lock = NSLock()
  private let isShown: Bool
  private let sizes: [Double]
  private let start = ContinuousClock.now
  private var shares: [Double]
  private var done = 0
  private var soundSeconds = 0.0
  private var shown: ContinuousClock.Instant?

  /// Starts the progress of a batch.
  ///
  /// - Parameters:
  ///   - inputs: the recordings; their sizes measure the work.
  ///   - isShown: true to show the line. Only a terminal shows it.
  init(_ inputs: BatchInputs, isShown: Bool) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    sizes = inputs.all.map { input in
      FileStamp(path: input.path).map { Double($0.byteCount) } ?? 0
    }
    shares = Array(repeating: 0, count: sizes.count)
  }

  /// Adds samples that were read from a recording.
  func advance(_ index: Int, samples: Int, of promised: Int64?, at rate: SampleRate) {
    guard isShown else { return }
    lock.lock()
    defer { lock.unlock() }
    soundSeconds += Double(samples) / Double(rate.hertz)
    if let promised, promised > 0 {
      shares[index] = min(1, shares[index] + Double(samples) / Double(promised))
    }
    let now = ContinuousClock.now
    guard shown.map({ now - $0 >= Self.interval }) ?? (now - start >= Self.interval) else { return }
    shown = now
    let total = sizes.reduce(0, +)
    let behind = zip(sizes, shares).reduce(0) { $0 + $1.0 * $1.1 }
    let snapshot = Snapshot(
      done: done, total: sizes.count, share: total > 0 ? behind / total : nil,
      soundSeconds: soundSeconds, seconds: (now - start) / .seconds(1))
    StandardError.draw("\r\(snapshot.text)\u{1B}[K")
  }

  /// Marks a recording as done.
  func finish(_ index: Int) {
    guard isShown else { return }
    lock.lock()
    defer { lock.unlock() }
    shares[index] = 1
    done += 1
  }

  /// Erases the line.
  func clear() {
    guard isShown else { return }
    lock.lock()
    defer { lock.unlock() }
    if shown != nil { StandardError.draw("\r\u{1B}[K") }
  }

  /// Returns a time in seconds as text: 12 s, 3:05 min, 2:04:10 h.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 {
      // The rounded value decides, so that 9.96 s is 10 s.
      let places = (10 * seconds).rounded() < 100 ? 1 : 0
      return "\(TextFigures.number(seconds, places: places)) s"
    }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(rest)) h" : "\(minutes):\(two(rest)) min"
  }
}
