// SPDX-License-Identifier: MIT

/// A moment as a wall clock tells it: milliseconds since 1970-01-01 00:00 UTC, leap seconds ignored.
///
/// Every moment lies within the years 1 to 9999, so that no arithmetic on moments can overflow.
public struct WallTime: Hashable, Sendable {
  /// The milliseconds since 1970-01-01 00:00 UTC; negative before it.
  public let milliseconds: Int64

  /// What a moment can be: from 0001-01-01 00:00 to 9999-12-31 23:59:59.999 UTC.
  public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Makes the moment `milliseconds` after 1970-01-01 00:00 UTC.
  ///
  /// - Parameter milliseconds: any number; one outside `range` becomes the nearer end of it.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Makes the moment `seconds` after 1970-01-01 00:00 UTC.
  ///
  /// - Parameter seconds: any number; one outside `range` becomes the nearer end of it.
  public init(seconds: Int64) {
    let product = seconds.multipliedReportingOverflow(by: 1000)
    self.init(milliseconds: product.overflow ? seconds.signum() * .max : product.partialValue)
  }

  /// Returns the moment `milliseconds` later, or the end of `range` that it would pass.
  ///
  /// - Parameter milliseconds: how much later; negative for earlier.
  /// - Returns: the moved moment.
  public func advanced(byMilliseconds milliseconds: Int64) -> WallTime {
    let sum = self.milliseconds.addingReportingOverflow(milliseconds)
    return WallTime(milliseconds: sum.overflow ? milliseconds.signum() * .max : sum.partialValue)
  }

  /// Returns the moment `seconds` later, or the end of `range` that it would pass.
  ///
  /// - Parameter seconds: how much later; negative for earlier.
  /// - Returns: the moved moment.
  public func advanced(bySeconds seconds: Int) -> WallTime {
    let product = Int64(seconds).multipliedReportingOverflow(by: 1000)
    return advanced(
      byMilliseconds: product.overflow ? Int64(seconds.signum()) * .max : product.partialValue)
  }

  /// Returns the time from `earlier` to here.
  ///
  /// - Parameter earlier: the moment to count from.
  /// - Returns: milliseconds, negative where `earlier` is the later of the two.
  public func milliseconds(since earlier: WallTime) -> Int64 { milliseconds - earlier.milliseconds }

  /// Returns how long it is until here, as a countdown shows it.
  ///
  /// - Parameter now: the moment to count from.
  /// - Returns: whole seconds, rounded up; 0 once the moment is reached.
  public func secondsRemaining(at now: WallTime) -> Int {
    Int((max(0, milliseconds(since: now)) + 999) / 1000)
  }
}

extension WallTime: Comparable {
  /// Compares two moments by their order in time.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension WallTime: Codable {
  /// Reads the number of milliseconds; one outside `range` is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let milliseconds = try container.decode(Int64.self)
    guard Self.range.contains(milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(milliseconds) ms is not within the years 1 to 9999")
    }
    self.init(milliseconds: milliseconds)
  }

  /// Writes the number of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
