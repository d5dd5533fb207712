// SPDX-License-Identifier: MIT

/// A recursive least-squares fit of (f_n/n)² = f₁² + b·(n² − 1), with a prior on b, and one on f₁²
/// if its error is known.
struct InharmonicFit {
  /// The largest B: above that of the highest fretted notes of wound and plain strings.
  static let highestInharmonicity = 1.5e-3

  private(set) var f1Squared: Double
  private(set) var b: Double
  private let priorWeight: Double
  private let priorTimesB: Double
  private var (sum, sumX, sumXX, sumY, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)

  /// Starts from the prior of a string.
  ///
  /// - Parameters:
  ///   - squaredFrequency: f₁², in hertz squared.
  ///   - inharmonicity: b / f₁².
  ///   - spread: the standard error of b / f₁².
  ///   - error: the relative standard error of f₁; `nil` if f₁ has no prior.
  init(
    squaredFrequency: Double, inharmonicity: Double, spread: Double, error: Double? = nil
  ) {
    f1Squared = squaredFrequency
    b = squaredFrequency * inharmonicity
    if let error {
      let deviation = 2 * error * squaredFrequency
      sum = 1 / (deviation * deviation)
      sumY = sum * squaredFrequency
    }
    let deviation = spread * squaredFrequency
    priorWeight = 1 / (deviation * deviation)
    priorTimesB = priorWeight * b
  }

  /// Returns (f_n/n)² of partial `number`.
  @inline(__always)
  func squared(_ number: Int) -> Double {
    f1Squared + b * Double(number * number - 1)
  }

  /// Adds partial `number`, measured at `frequency` with a standard error of 1/`slope` hertz.
  @inline(__always)
  mutating func add(_ frequency: Double, as number: Int, slope: Double, weight: Double) {
    let n = Double(number)
    let x = n * n - 1
    let y = (frequency / n) * (frequency / n)
    let inverse = n * n * slope / (2 * frequency)
    let w = inverse * inverse * weight
    sum += w
    sumX += w * x
    sumXX += w * x * x
    sumY += w * y
    sumXY += w * x * y
    let determinant = sum * (sumXX + priorWeight) - sumX * sumX
    guard determinant > 0 else { return }
    let right = sumXY + priorTimesB
    f1Squared = ((sumXX + priorWeight) * sumY - sumX * right) / determinant
    b = (sum * right - sumX * sumY) / determinant
    if b < -2e-5 * f1Squared {
      b = 0
      f1Squared = sumY / sum
    }
    if b > Self.highestInharmonicity * f1Squared {
      b = Self.highestInharmonicity * f1Squared
      f1Squared = (sumY - b * sumX) / sum
    }
  }
}
