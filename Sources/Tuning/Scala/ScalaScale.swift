// SPDX-License-Identifier: MIT

/// A scale of the Scala program: degrees above an implicit first one.
///
/// The last degree is the interval after which the scale repeats.
public struct ScalaScale: Hashable, Sendable {
  /// The description in the file, one line.
  public let description: String
  /// Degrees 1…count in cents above degree 0, in any order; negative ones are allowed.
  public let cents: [Double]

  /// Makes a scale.
  ///
  /// - Parameters:
  ///   - description: one line.
  ///   - cents: degrees 1…count; the last is the period.
  /// - Precondition: every value is finite.
  public init(description: String, cents: [Double]) {
    precondition(cents.allSatisfy(\.isFinite), "A degree is a finite number of cents.")
    self.description = description
    self.cents = cents
  }

  /// The number of degrees in a period; 0 for a scale with a single pitch.
  public var count: Int { cents.count }

  /// The interval after which the scale repeats, in cents; `nil` without degrees.
  public var period: Double? { cents.last }

  /// Returns the pitch of any degree.
  ///
  /// The scale repeats up and down.
  ///
  /// - Parameter degree: 0 for the first; negative below it.
  /// - Returns: cents above degree 0; always 0 for a scale without degrees.
  public func cents(ofDegree degree: Int) -> Double {
    guard let period else { return 0 }
    let inside = (degree % count + count) % count
    let turns = (degree - inside) / count
    return Double(turns) * period + (inside == 0 ? 0 : cents[inside - 1])
  }
}
