// SPDX-License-Identifier: MIT

/// Measures the processor time of parts of an analysis, without the time of the readings
/// themselves.
struct ProcessorStopwatch {
  private let processorTime: (() -> Double)?
  /// The time that one reading takes, in seconds.
  private let readingSeconds: Double

  /// Makes a stopwatch.
  ///
  /// - Parameter processorTime: returns the processor time of the calling thread in seconds; `nil`
  ///   if nothing is measured, and every time is 0.
  init(_ processorTime: (() -> Double)?) {
    self.processorTime = processorTime
    readingSeconds = processorTime.map(Self.readingSeconds) ?? 0
  }

  /// Returns a reading, from which a part is measured.
  func read() -> Double { processorTime?() ?? 0 }

  /// Returns the processor time since a reading, in seconds.
  func seconds(since start: Double) -> Double { max(0, read() - start - readingSeconds) }

  /// Returns the shortest of a few times between two successive readings.
  private static func readingSeconds(_ processorTime: () -> Double) -> Double {
    var least = Double.infinity
    for _ in 0..<8 {
      let start = processorTime()
      least = min(least, processorTime() - start)
    }
    return least
  }
}
