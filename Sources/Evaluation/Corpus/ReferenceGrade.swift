// SPDX-License-Identifier: MIT

/// The agreement of independent measurements of a recording's pitch: the spread of the fit over all
/// partials, autocorrelation and YIN.
public enum ReferenceGrade: String, Hashable, Codable, CaseIterable, Sendable {
  /// Within 3 cents: usable for scores in cents.
  case a = "A"
  /// Within 8 cents: usable for scores in cents against one meaning of pitch.
  case b = "B"
  /// Further apart: usable for gross and octave errors only.
  case c = "C"
  /// No agreement: usable for robustness tests only.
  case d = "D"

  /// True when the reference is accurate enough for errors in cents.
  public var allowsCents: Bool { self == .a || self == .b }

  /// True when the reference is accurate enough for gross errors.
  public var allowsGross: Bool { self != .d }
}
