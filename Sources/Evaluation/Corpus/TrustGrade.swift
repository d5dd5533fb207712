// SPDX-License-Identifier: MIT

/// How well independent measurements of a recording's pitch agree: the spread of the fit over all
/// partials, autocorrelation and YIN.
public enum TrustGrade: String, Hashable, Codable, CaseIterable, Sendable {
  /// Within 3 cents: fit for scoring cents.
  case a = "A"
  /// Within 8 cents: fit for scoring cents against one named meaning of pitch.
  case b = "B"
  /// Further apart: fit for gross and octave errors only.
  case c = "C"
  /// No agreement: fit for nothing but robustness.
  case d = "D"

  /// Whether an error in cents against this reference says something about the detector.
  public var allowsCents: Bool { self == .a || self == .b }

  /// Whether a gross error against this reference says something about the detector.
  public var allowsGross: Bool { self != .d }
}
