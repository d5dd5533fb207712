// SPDX-License-Identifier: MIT

/// A histogram of the time that pictures took to build and write, in steps of 0.05 ms.
package struct PictureCosts {
  private static let step = Duration.microseconds(50)
  private static let stepCount = 2000

  private var counts = [Int](repeating: 0, count: Self.stepCount)
  /// The number of pictures.
  package private(set) var total = 0
  /// The longest duration.
  package private(set) var longest = Duration.zero

  /// Counts a picture.
  mutating func add(_ duration: Duration) {
    let place = Int(max(0, duration / Self.step))
    counts[min(place, Self.stepCount - 1)] += 1
    total += 1
    longest = max(longest, duration)
  }

  /// Returns a quantile of the durations, rounded up to a step.
  ///
  /// - Parameter share: 0…1.
  /// - Returns: the duration; `nil` without pictures.
  package func quantile(_ share: Double) -> Duration? {
    guard total > 0 else { return nil }
    let rank = max(1, Int((share * Double(total)).rounded(.up)))
    var before = 0
    for (place, count) in counts.enumerated() {
      before += count
      if before >= rank { return min(Self.step * (place + 1), longest) }
    }
    return longest
  }
}
