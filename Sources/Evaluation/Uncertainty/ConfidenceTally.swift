// SPDX-License-Identifier: MIT

/// The calibration of confidence as the probability that a reading is within 50 cents.
public struct ConfidenceTally: Hashable, Codable, Sendable {
  /// One row of the reliability table.
  public struct Bin: Hashable, Sendable {
    /// The range of confidence: the lower bound included, the upper excluded except for 1.
    public let range: ClosedRange<Double>
    /// The share of correct readings.
    public let correct: Rate
    /// The mean confidence, `nil` for an empty row.
    public let meanConfidence: Double?
  }

  private var right = Measurements()
  private var wrong = Measurements()
  /// The number of readings whose confidence lies outside 0…1.
  public private(set) var invalidCount = 0

  /// Makes an empty tally.
  public init() {}

  /// The number of readings with a usable confidence.
  public var count: Int { right.count + wrong.count }

  /// Adds one reading.
  public mutating func record(_ confidence: Double, isCorrect: Bool) {
    guard (0...1).contains(confidence) else {
      invalidCount += 1
      return
    }
    if isCorrect { right.append(confidence) } else { wrong.append(confidence) }
  }

  /// Adds the readings of another shard.
  public mutating func merge(_ other: ConfidenceTally) {
    right.merge(other.right)
    wrong.merge(other.wrong)
    invalidCount += other.invalidCount
  }

  /// The Brier score: the mean of (confidence − outcome)², outcome 1 for correct and 0 for not.
  ///
  /// 0 is perfect; `nil` without readings.
  public var brierScore: Double? {
    guard count > 0 else { return nil }
    let misses = right.ascending.lazy.map { (1 - $0) * (1 - $0) }
    let alarms = wrong.ascending.lazy.map { $0 * $0 }
    return (compensatedSum(misses) + compensatedSum(alarms)) / Double(count)
  }

  /// Returns the reliability table with `count` rows of equal width.
  ///
  /// - Precondition: `count` is above 0.
  public func reliability(bins count: Int = 10) -> [Bin] {
    precondition(count > 0, "A table has rows.")
    let index = { (confidence: Double) in min(count - 1, Int(confidence * Double(count))) }
    let right = Dictionary(grouping: right.ascending, by: index)
    let wrong = Dictionary(grouping: wrong.ascending, by: index)
    return (0..<count).map { row in
      let hits = right[row] ?? []
      let misses = wrong[row] ?? []
      return Bin(
        range: Double(row) / Double(count)...Double(row + 1) / Double(count),
        correct: Rate(hits: hits.count, of: hits.count + misses.count),
        meanConfidence: Measurements(hits + misses).distribution()?.mean)
    }
  }

  /// Returns the expected calibration error: the mean distance, over all readings, between the mean
  /// confidence of a bin and its share of correct readings.
  ///
  /// - Returns: 0…1, `nil` without readings.
  /// - Precondition: `count` is above 0.
  public func expectedCalibrationError(bins count: Int = 10) -> Double? {
    guard self.count > 0 else { return nil }
    let distances = reliability(bins: count).map { bin in
      guard let share = bin.correct.share, let mean = bin.meanConfidence else { return 0.0 }
      return Double(bin.correct.total) * abs(share - mean)
    }
    return compensatedSum(distances) / Double(self.count)
  }
}
