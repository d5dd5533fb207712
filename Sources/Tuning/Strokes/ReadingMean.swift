// SPDX-License-Identifier: MIT

internal import Acoustics

/// The weighted mean of the readings of one string, and their standard deviation.
///
/// The weight of a reading is the inverse of its sigma. With the inverse square, one reading with a
/// very small sigma would decide alone, although the string wanders by more than that.
struct ReadingMean: Hashable, Sendable {
  /// The least sigma that counts, in cents: a string wanders by more.
  static let leastSigma = 0.02

  /// The sum of the weights, and of their products with the deviations and their squares.
  ///
  /// Deviations are counted from the first one, which keeps the digits of the squares.
  private var (weights, sum, squares) = (0.0, 0.0, 0.0)
  private var origin: Double?
  private var count = 0.0

  /// Adds a reading with a deviation and a sigma.
  mutating func add(_ reading: StringReading) {
    guard let deviation = reading.deviation?.value, let sigma = reading.sigma?.value else { return }
    let first = origin ?? deviation
    origin = first
    let weight = 1 / max(sigma, Self.leastSigma)
    let distance = deviation - first
    weights += weight
    sum += weight * distance
    squares += weight * distance * distance
    count += 1
  }

  /// Returns a reading with the mean as its deviation.
  ///
  /// - Parameter reading: gives the other values.
  /// - Returns: the reading itself if none was added.
  func reading(like reading: StringReading) -> StringReading {
    guard let origin, let deviation = reading.deviation, let frequency = reading.frequency else {
      return reading
    }
    let mean = sum / weights
    let variance = max(0, squares / weights - mean * mean)
    let sigma = count / weights
    let moved = Cents(origin + mean - deviation.value)
    var result = reading
    result.deviation = Cents(origin + mean)
    result.frequency = frequency.raised(by: moved)
    result.fittedFrequency = reading.fittedFrequency?.raised(by: moved)
    result.sigma = Cents((variance + sigma * sigma).squareRoot())
    return result
  }
}
