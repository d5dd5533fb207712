// SPDX-License-Identifier: MIT

/// A wall-clock time in milliseconds since 1970-01-01 00:00 UTC, without leap seconds.
///
/// Every value lies within the years 1 to 9999, so that no arithmetic can overflow.
public struct WallTime: Hashable, Sendable {
  /// The milliseconds since 1970-01-01 00:00 UTC; negative before it.
  public let milliseconds: Int64

  /// The valid values: from 0001-01-01 00:00 to 9999-12-31 23:59:59.999 UTC.
  public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Makes the time `milliseconds` after 1970-01-01 00:00 UTC.
  ///
  /// - Parameter milliseconds: any number, clamped to `range`.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Makes the time `seconds` after 1970-01-01 00:00 UTC.
  ///
  /// - Parameter seconds: any number, clamped to the range.
  public init(seconds: Int64) {
    let product = seconds.multipliedReportingOverflow(by: 1000)
    self.init(milliseconds: product.overflow ? seconds.signum() * .max : product.partialValue)
  }

  /// Returns the time `milliseconds` later, clamped to `range`.
  ///
  /// - Parameter milliseconds: the difference; negative for earlier.
  /// - Returns: the moved time.
  public func advanced(byMilliseconds milliseconds: Int64) -> WallTime {
    let sum = self.milliseconds.addingReportingOverflow(milliseconds)
    return WallTime(milliseconds: sum.overflow ? milliseconds.signum() * .max : sum.partialValue)
  }

  /// Returns the time `seconds` later, clamped to the range.
  ///
  /// - Parameter seconds: the difference; negative for earlier.
  /// - Returns: the moved time.
  public func advanced(bySeconds seconds: Int) -> WallTime {
    let product = Int64(seconds).multipliedReportingOverflow(by: 1000)
    return advanced(
      byMilliseconds: product.overflow ? Int64(seconds.signum()) * .max : product.partialValue)
  }

  /// Returns the difference to an earlier time.
  ///
  /// - Parameter earlier: the other time.
  /// - Returns: milliseconds, negative if `earlier` is later.
  public func milliseconds(since earlier: WallTime) -> Int64 { milliseconds - earlier.milliseconds }

  /// Returns the remaining seconds for a countdown.
  ///
  /// - Parameter now: the current time.
  /// - Returns: whole seconds, rounded up; 0 once this time is reached.
  public func secondsRemaining(at now: WallTime) -> Int {
    Int((max(0, milliseconds(since: now)) + 999) / 1000)
  }
}

extension WallTime: Comparable {
  /// Compares two times.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension WallTime: Codable {
  /// Decodes the number of milliseconds; one outside `range` is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let milliseconds = try container.decode(Int64.self)
    guard Self.range.contains(milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(milliseconds) ms is not within the years 1 to 9999")
    }
    self.init(milliseconds: milliseconds)
  }

  /// Encodes the number of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

/// An action with its time: the input of a reducer, and an entry of a history.
///
/// The wall time and the uptime are the reducers' only source of time.
public struct Timed<Action> {
  /// The action.
  public var action: Action
  /// The wall time of the action.
  public var now: WallTime
  /// The reading of a clock that can't be set, such as the uptime, in milliseconds; `nil` without
  /// one.
  public var uptimeInMilliseconds: Int64?

  /// Combines an action with its time.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - now: the wall time of the action.
  ///   - uptimeInMilliseconds: the reading of a clock that can't be set; it may restart at any
  ///     time.
  public init(_ action: Action, now: WallTime, uptimeInMilliseconds: Int64? = nil) {
    self.action = action
    self.now = now
    self.uptimeInMilliseconds = uptimeInMilliseconds
  }
}

extension Timed: Sendable where Action: Sendable {}
extension Timed: Equatable where Action: Equatable {}
extension Timed: Hashable where Action: Hashable {}
extension Timed: Encodable where Action: Encodable {}
extension Timed: Decodable where Action: Decodable {}
