// SPDX-License-Identifier: MIT

/// One or more days of the week.
public struct Weekdays: Hashable, Sendable {
  /// One bit a day, Monday the lowest; never 0.
  private let bits: UInt8

  /// Makes a set of days; `nil` for none.
  ///
  /// - Parameter days: the days, in any order, repeated or not.
  public init?(_ days: some Sequence<Weekday>) {
    let bits = days.reduce(UInt8(0)) { $0 | Self.bit($1) }
    guard bits != 0 else { return nil }
    self.bits = bits
  }

  /// Makes the set of a single day.
  ///
  /// - Parameter day: the day.
  public init(_ day: Weekday) { bits = Self.bit(day) }

  /// The days, from Monday on.
  public var days: [Weekday] { Weekday.allCases.filter { contains($0) } }

  /// Tells whether `day` is one of the days.
  ///
  /// - Parameter day: the day to look for.
  /// - Returns: whether it is in the set.
  public func contains(_ day: Weekday) -> Bool { bits & Self.bit(day) != 0 }

  private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue - 1) }
}

extension Weekdays: Codable {
  /// Reads a list of numbers, Monday 1; an empty one is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let days = Weekdays(try container.decode([Weekday].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a schedule needs at least one weekday")
    }
    self = days
  }

  /// Writes a list of numbers, Monday 1, in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(days)
  }
}
