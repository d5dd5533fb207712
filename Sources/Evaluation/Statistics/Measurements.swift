// SPDX-License-Identifier: MIT

/// A multiset of measured numbers that can be merged in any order.
///
/// Every value is kept, so percentiles are exact. All statistics use the values in ascending order,
/// so equal multisets give equal bits, whatever the order of values and shards was.
public struct Measurements: Sendable {
  private var values: [Double]

  /// Makes an empty multiset.
  public init() { values = [] }

  /// Makes a multiset of `values`, in any order.
  ///
  /// - Precondition: every value is finite.
  public init(_ values: some Sequence<Double>) {
    self.values = []
    for value in values { append(value) }
  }

  /// The number of values.
  public var count: Int { values.count }

  /// True when there is no value.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds one value.
  ///
  /// - Precondition: `value` is finite.
  /// - Complexity: O(1) amortised.
  public mutating func append(_ value: Double) {
    precondition(value.isFinite, "A measurement is finite.")
    values.append(value + 0)  // −0 becomes 0: the two compare equal and sort in no fixed order.
  }

  /// Adds every value of `other`.
  ///
  /// - Complexity: O(n), n = `other.count`.
  public mutating func merge(_ other: Measurements) { values += other.values }

  /// Returns the distribution of the values; `nil` when there are none.
  ///
  /// - Complexity: O(n log n).
  public func distribution() -> Distribution? { Distribution(values) }

  /// Returns the distribution of the values without their signs, `nil` when there are none.
  ///
  /// - Complexity: O(n log n).
  public func magnitudes() -> Distribution? { Distribution(values.map(abs)) }

  /// The values in ascending order.
  var ascending: [Double] { values.sorted() }
}

extension Measurements: Hashable {
  /// Compares the values regardless of their order.
  public static func == (left: Measurements, right: Measurements) -> Bool {
    left.ascending == right.ascending
  }

  /// Feeds the values to `hasher` in ascending order.
  public func hash(into hasher: inout Hasher) { hasher.combine(ascending) }
}

extension Measurements: Codable {
  /// Reads a multiset from a list of numbers.
  ///
  /// - Parameter decoder: holds an unkeyed list of finite numbers.
  /// - Throws: `DecodingError` for any other content.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.singleValueContainer().decode([Double].self)
    guard values.allSatisfy(\.isFinite) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A measurement is not finite."))
    }
    self.init(values)
  }

  /// Writes the values in ascending order.
  ///
  /// - Parameter encoder: receives an unkeyed list.
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ascending)
  }
}
