// SPDX-License-Identifier: MIT

public import Acoustics

/// A list of tolerances for which a table has columns.
public protocol ToleranceScale {
  /// The tolerances, widest first.
  static var tolerances: [Cents] { get }
}

/// The tolerances of raw pitch accuracy.
public enum PitchScale: ToleranceScale {
  /// 50, 10, 5, 1 and 0.1 cents.
  public static var tolerances: [Cents] { ScoringThreshold.tolerances }
}

/// The tolerances for which settling is reported.
public enum SettlingScale: ToleranceScale {
  /// 50, 5 and 1 cents.
  public static var tolerances: [Cents] { ScoringThreshold.settling }
}

/// One value for every tolerance of a scale, in the scale's order.
///
/// The encoded form contains the tolerances. Decoding requires the scale's own, so that shards of
/// different versions cannot be merged by mistake.
public struct PerTolerance<Scale: ToleranceScale, Value> {
  private var values: [Value]

  /// Makes a row with `value` for every tolerance.
  public init(repeating value: Value) { values = Scale.tolerances.map { _ in value } }
}

extension PerTolerance: RandomAccessCollection, MutableCollection {
  /// The place of the first tolerance, 0.
  public var startIndex: Int { 0 }

  /// The number of tolerances.
  public var endIndex: Int { values.count }

  /// The value for the tolerance at `index` of the scale.
  public subscript(index: Int) -> Value {
    get { values[index] }
    set { values[index] = newValue }
  }
}

extension PerTolerance: Sendable where Value: Sendable {}
extension PerTolerance: Equatable where Value: Equatable {}
extension PerTolerance: Hashable where Value: Hashable {}

private enum PerToleranceKeys: String, CodingKey {
  case tolerances = "tolerance_cents"
  case values
}

extension PerTolerance: Encodable where Value: Encodable {
  /// Writes the tolerances in cents and the values.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PerToleranceKeys.self)
    try container.encode(Scale.tolerances.map(\.value), forKey: .tolerances)
    try container.encode(values, forKey: .values)
  }
}

extension PerTolerance: Decodable where Value: Decodable {
  /// Reads a row.
  ///
  /// - Parameter decoder: holds `tolerance_cents` and `values`.
  /// - Throws: `DecodingError` when the tolerances are not the scale's or a value is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PerToleranceKeys.self)
    let tolerances = try container.decode([Double].self, forKey: .tolerances)
    values = try container.decode([Value].self, forKey: .values)
    guard tolerances == Scale.tolerances.map(\.value), values.count == tolerances.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .tolerances, in: container,
        debugDescription: "The tolerances are not those of this version. Run all shards again.")
    }
  }
}
