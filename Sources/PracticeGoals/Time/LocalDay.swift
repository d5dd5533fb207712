// SPDX-License-Identifier: MIT

/// A date of the Gregorian calendar without a time zone: `2026-11-21`.
///
/// Every date lies within the years 1 to 9999.
public struct LocalDay: Hashable, Sendable {
  /// The days since 1970-01-01; negative before it.
  public let daysSinceEpoch: Int

  /// The valid values of `daysSinceEpoch`: from 0001-01-01 to 9999-12-31.
  public static let range = -daysBefore1970...daysBefore(year: 10_000) - daysBefore1970 - 1

  /// Makes the date `daysSinceEpoch` days after 1970-01-01.
  ///
  /// - Parameter daysSinceEpoch: any number; one outside `range` becomes the nearer end of it.
  public init(daysSinceEpoch: Int) {
    self.daysSinceEpoch = min(max(daysSinceEpoch, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Makes a date from its parts; `nil` for a date that does not exist, such as 29 February 2027.
  ///
  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) }
    self.init(daysSinceEpoch: Self.daysBefore(year: year) - Self.daysBefore1970 + months + day - 1)
  }

  /// The next date; the last valid date returns itself.
  public var next: LocalDay { LocalDay(daysSinceEpoch: daysSinceEpoch + 1) }

  /// The previous date; the first valid date returns itself.
  public var previous: LocalDay { LocalDay(daysSinceEpoch: daysSinceEpoch - 1) }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday, three days after a Monday.
    let days = (daysSinceEpoch + 3) % 7
    return Weekday.allCases[days < 0 ? days + 7 : days]
  }

  /// The year, 1 to 9999, the month, 1 to 12, and the day of the month, from 1.
  public var parts: (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + Self.daysBefore1970
    // 400 years have 146 097 days, so this estimate is off by at most a year.
    var year = days * 400 / 146_097 + 1
    while Self.daysBefore(year: year + 1) <= days { year += 1 }
    while Self.daysBefore(year: year) > days { year -= 1 }
    var month = 1
    var rest = days - Self.daysBefore(year: year)
    while rest >= Self.length(ofMonth: month, in: year) {
      rest -= Self.length(ofMonth: month, in: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  private static let daysBefore1970 = daysBefore(year: 1970)

  /// The days from 0001-01-01 to the first of January of `year`.
  private static func daysBefore(year: Int) -> Int {
    let years = year - 1
    return 365 * years + years / 4 - years / 100 + years / 400
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension LocalDay: Comparable {
  /// Compares two dates by their order.
  public static func < (left: LocalDay, right: LocalDay) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }
}

extension LocalDay: LosslessStringConvertible {
  /// The date in ISO 8601: `2026-11-21`.
  public var description: String {
    let (year, month, day) = parts
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// Parses a date in ISO 8601; `nil` for anything else and for a date that does not exist.
  ///
  /// - Parameter description: ten characters, `2026-11-21`.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension LocalDay: Codable {
  /// Decodes a date in ISO 8601.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = LocalDay(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is not a date such as 2026-11-21")
    }
    self = day
  }

  /// Encodes the date in ISO 8601.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

private func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
