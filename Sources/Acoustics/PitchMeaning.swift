// SPDX-License-Identifier: MIT

/// Which pitch of a stiff string a reading claims, and so which reference it is held against.
public enum PitchMeaning: String, Hashable, Codable, CaseIterable, Sendable {
  /// The first partial as it rings.
  case partial
  /// The repetition rate, sharp of the first partial.
  case period

  /// Returns the pitch of this meaning in an estimate.
  ///
  /// - Parameter estimate: what a detector heard.
  /// - Returns: `nil` where the detector did not say.
  public func frequency(of estimate: PitchEstimate) -> Hertz? {
    switch self {
    case .partial: estimate.frequency
    case .period: estimate.period
    }
  }
}
