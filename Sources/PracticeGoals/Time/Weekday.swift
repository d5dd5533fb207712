// SPDX-License-Identifier: MIT

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
  /// The days, from the first of the ISO week to the last.
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
