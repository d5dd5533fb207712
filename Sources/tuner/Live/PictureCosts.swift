// SPDX-License-Identifier: MIT

/// How long pictures took to build and write, counted in steps of 0.05 ms.
struct PictureCosts {
  private static let step = Duration.microseconds(50)
  private static let stepCount = 2000

  private var counts = [Int](repeating: 0, count: Self.stepCount)
  private var total = 0
  private var longest = Duration.zero

  /// Counts a picture that took so long.
  mutating func add(_ duration: Duration) {
    let place = Int(max(0, duration / Self.step))
    counts[min(place, Self.stepCount - 1)] += 1
    total += 1
    longest = max(longest, duration)
  }

  /// The duration that so large a share of all pictures did not take longer than, to the next step.
  ///
  /// - Parameter share: 0…1.
  /// - Returns: `nil` without pictures.
  func quantile(_ share: Double) -> Duration? {
    guard total > 0 else { return nil }
    let rank = max(1, Int((share * Double(total)).rounded(.up)))
    var before = 0
    for (place, count) in counts.enumerated() {
      before += count
      if before >= rank { return min(Self.step * (place + 1), longest) }
    }
    return longest
  }

  /// An account for a person; `nil` without pictures.
  var account: String? {
    guard let high = quantile(0.99) else { return nil }
    let tenths = { (duration: Duration) in "\((duration / .microseconds(10)).rounded() / 100)" }
    return "\(total) pictures; built and written in \(tenths(high)) ms at the 99th percentile, "
      + "\(tenths(longest)) ms at most"
  }
}
