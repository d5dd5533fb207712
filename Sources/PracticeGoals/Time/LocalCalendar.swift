// SPDX-License-Identifier: MIT

/// The Gregorian calendar in one time zone, as a table of the zone's offsets.
///
/// The caller reads the system's time-zone data and makes the table. Days of 23 and 25 hours,
/// missing midnights and skipped dates follow from it.
public struct LocalCalendar: Hashable, Sendable {
  /// A change of the zone's offset.
  public struct Transition: Hashable, Codable, Sendable {
    /// The first moment of the new offset.
    public let time: WallTime
    /// The new offset from UTC in seconds.
    public let offsetInSeconds: Int

    /// Makes a change.
    public init(at time: WallTime, offsetInSeconds: Int) {
      self.time = time
      self.offsetInSeconds = offsetInSeconds
    }
  }

  /// The name of the zone, such as `Europe/Berlin`.
  public let identifier: String
  /// The offset from UTC before the first change, in seconds.
  public let offsetInSeconds: Int
  /// The changes, in order.
  public let transitions: [Transition]

  /// The minute of the local clock at which a day begins; 0 for midnight.
  public let dayStartsAtMinute: Int

  /// The valid starts of a day: up to noon.
  public static let dayStarts = 0...720

  /// The valid offsets in seconds: less than a day either way.
  public static let offsets = -86_399...86_399

  /// The calendar of UTC.
  public static let utc = LocalCalendar(unchecked: "UTC", 0, [], dayStartsAtMinute: 0)

  /// Makes a calendar.
  ///
  /// - Parameters:
  ///   - identifier: the name of the zone.
  ///   - offsetInSeconds: the offset from UTC before the first change.
  ///   - transitions: the changes, each later than the one before.
  ///   - dayStartsAtMinute: the minute of the local clock at which a day begins.
  /// - Throws: `CalendarError` when an offset is a day or more, a change is out of order, or a day
  ///   would begin after noon.
  public init(
    identifier: String, offsetInSeconds: Int, transitions: [Transition] = [],
    dayStartsAtMinute: Int = 0
  ) throws(CalendarError) {
    guard Self.dayStarts.contains(dayStartsAtMinute) else {
      throw .dayStartOutOfRange(required: Self.dayStarts, actual: dayStartsAtMinute)
    }
    for offset in [offsetInSeconds] + transitions.map(\.offsetInSeconds)
    where !Self.offsets.contains(offset) {
      throw .offsetOutOfRange(required: Self.offsets, actual: offset)
    }
    for (earlier, later) in zip(transitions, transitions.dropFirst())
    where earlier.time >= later.time {
      throw .transitionsOutOfOrder(at: later.time)
    }
    self.init(
      unchecked: identifier, offsetInSeconds, transitions, dayStartsAtMinute: dayStartsAtMinute)
  }

  private init(
    unchecked identifier: String, _ offset: Int, _ transitions: [Transition], dayStartsAtMinute: Int
  ) {
    self.identifier = identifier
    offsetInSeconds = offset
    self.transitions = transitions
    self.dayStartsAtMinute = dayStartsAtMinute
  }
}

extension LocalCalendar: Codable {
  private enum Key: String, CodingKey {
    case identifier, offsetInSeconds, transitions, dayStartsAtMinute
  }

  /// Decodes a calendar; a table that the initialiser refuses is corrupt data.
  ///
  /// Without a start of the day, days begin at midnight.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let identifier = try container.decode(String.self, forKey: .identifier)
    let offset = try container.decode(Int.self, forKey: .offsetInSeconds)
    let transitions = try container.decode([Transition].self, forKey: .transitions)
    let dayStart = try container.decodeIfPresent(Int.self, forKey: .dayStartsAtMinute) ?? 0
    do {
      try self.init(
        identifier: identifier, offsetInSeconds: offset, transitions: transitions,
        dayStartsAtMinute: dayStart)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Encodes a calendar, with the start of the day only if it is not midnight.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(offsetInSeconds, forKey: .offsetInSeconds)
    try container.encode(transitions, forKey: .transitions)
    if dayStartsAtMinute != 0 {
      try container.encode(dayStartsAtMinute, forKey: .dayStartsAtMinute)
    }
  }
}

/// The errors of a calendar.
public enum CalendarError: Error, Equatable, Sendable {
  /// An offset from UTC is a day or more, in seconds.
  case offsetOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// The start of the day is outside its range of minutes.
  case dayStartOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// A change of the offset is not later than the one before.
  case transitionsOutOfOrder(at: WallTime)
}

extension CalendarError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .offsetOutOfRange(let required, let actual):
      "An offset of \(actual) s from UTC is outside \(required.lowerBound) to "
        + "\(required.upperBound). Reinstall the time-zone data."
    case .dayStartOutOfRange(let required, let actual):
      "A day can't begin at minute \(actual). Choose from \(required.lowerBound), which is midnight, to "
        + "\(required.upperBound)."
    case .transitionsOutOfOrder(let time):
      "The offset change \(time.milliseconds) ms after 1970 is not later than the one before it. "
        + "Sort the changes by time."
    }
  }
}
