// SPDX-License-Identifier: MIT

/// A scale as the Scala program keeps it: degrees above an implicit first one, the last of them the
/// interval after which all repeats.
public struct ScalaScale: Hashable, Sendable {
  /// The file's one line about itself.
  public let description: String
  /// Degrees 1…count in cents above degree 0; negative ones and any order are allowed.
  public let cents: [Double]

  /// Makes a scale.
  ///
  /// - Parameters:
  ///   - description: one line about it.
  ///   - cents: degrees 1…count; the last is the period.
  /// - Precondition: every value is finite.
  public init(description: String, cents: [Double]) {
    precondition(cents.allSatisfy(\.isFinite), "A degree is a finite number of cents.")
    self.description = description
    self.cents = cents
  }

  /// The number of degrees in a period; 0 for a scale that is one pitch alone.
  public var count: Int { cents.count }

  /// The interval after which all repeats, in cents; `nil` of no degrees.
  public var period: Double? { cents.last }

  /// Returns the pitch of any degree, the scale being repeated up and down.
  ///
  /// - Parameter degree: 0 for the first, negative ones below it.
  /// - Returns: cents above degree 0; 0 throughout for a scale of no degrees.
  public func cents(ofDegree degree: Int) -> Double {
    guard let period else { return 0 }
    let inside = (degree % count + count) % count
    let turns = (degree - inside) / count
    return Double(turns) * period + (inside == 0 ? 0 : cents[inside - 1])
  }
}
