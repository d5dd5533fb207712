// SPDX-License-Identifier: MIT

/// The Gregorian calendar in one time zone, as a value: the zone's offsets and when they change.
///
/// Whoever reads the system's time-zone data makes one; nothing here does. Days of 23 and 25 hours,
/// midnights that do not exist and dates that a zone skipped all follow from the table.
public struct LocalCalendar: Hashable, Sendable {
  /// A change of the zone's offset.
  public struct Transition: Hashable, Codable, Sendable {
    /// The first moment of the new offset.
    public let time: WallTime
    /// What is added to UTC from then on, in seconds.
    public let offsetInSeconds: Int

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - time: the first moment of the new offset.
    ///   - offsetInSeconds: what is added to UTC from then on.
    public init(at time: WallTime, offsetInSeconds: Int) {
      self.time = time
      self.offsetInSeconds = offsetInSeconds
    }
  }

  /// The name of the zone, such as `Europe/Berlin`.
  public let identifier: String
  /// What is added to UTC before the first change, in seconds.
  public let offsetInSeconds: Int
  /// The changes, in order.
  public let transitions: [Transition]

  /// The offsets a zone can have, in seconds: less than a day either way.
  public static let offsets = -86_399...86_399

  /// The calendar of UTC.
  public static let utc = LocalCalendar(unchecked: "UTC", 0, [])

  /// Makes a calendar.
  ///
  /// - Parameters:
  ///   - identifier: the name of the zone.
  ///   - offsetInSeconds: what is added to UTC before the first change.
  ///   - transitions: the changes, each later than the one before.
  /// - Throws: `CalendarError` when an offset is a day or more, or a change is out of order.
  public init(
    identifier: String, offsetInSeconds: Int, transitions: [Transition] = []
  ) throws(CalendarError) {
    for offset in [offsetInSeconds] + transitions.map(\.offsetInSeconds)
    where !Self.offsets.contains(offset) {
      throw .offsetOutOfRange(required: Self.offsets, actual: offset)
    }
    for (earlier, later) in zip(transitions, transitions.dropFirst())
    where earlier.time >= later.time {
      throw .transitionsOutOfOrder(at: later.time)
    }
    self.init(unchecked: identifier, offsetInSeconds, transitions)
  }

  private init(unchecked identifier: String, _ offset: Int, _ transitions: [Transition]) {
    self.identifier = identifier
    offsetInSeconds = offset
    self.transitions = transitions
  }
}

extension LocalCalendar: Codable {
  private enum Key: String, CodingKey { case identifier, offsetInSeconds, transitions }

  /// Reads a calendar; a table that the initialiser refuses is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let identifier = try container.decode(String.self, forKey: .identifier)
    let offset = try container.decode(Int.self, forKey: .offsetInSeconds)
    let transitions = try container.decode([Transition].self, forKey: .transitions)
    do {
      try self.init(identifier: identifier, offsetInSeconds: offset, transitions: transitions)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "\(error)"))
    }
  }
}
