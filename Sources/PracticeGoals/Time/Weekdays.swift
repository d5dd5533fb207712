// SPDX-License-Identifier: MIT

/// A non-empty set of weekdays.
public struct Weekdays: Hashable, Sendable {
  /// One bit a day, Monday the lowest; never 0.
  private let bits: UInt8

  /// Makes a set of days; `nil` for an empty one.
  ///
  /// - Parameter days: the days in any order, with or without repetitions.
  public init?(_ days: some Sequence<Weekday>) {
    let bits = days.reduce(UInt8(0)) { $0 | Self.bit($1) }
    guard bits != 0 else { return nil }
    self.bits = bits
  }

  /// Makes the set of a single day.
  public init(_ day: Weekday) { bits = Self.bit(day) }

  /// The days, from Monday on.
  public var days: [Weekday] { Weekday.allCases.filter { contains($0) } }

  /// Returns true if the set contains `day`.
  public func contains(_ day: Weekday) -> Bool { bits & Self.bit(day) != 0 }

  private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue - 1) }
}

extension Weekdays: Codable {
  /// Decodes a list of numbers, Monday 1; an empty one is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let days = Weekdays(try container.decode([Weekday].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a schedule needs at least one weekday")
    }
    self = days
  }

  /// Encodes an ordered list of numbers, Monday 1.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(days)
  }
}

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
  /// The days, from the first of the ISO week to the last.
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
