// SPDX-License-Identifier: MIT

/// The pitch of a stiff string that a reading reports.
///
/// It selects the reference of the reading.
public enum PitchMeaning: String, Hashable, Codable, CaseIterable, Sendable {
  /// The frequency of the first partial.
  case partial
  /// The repetition rate, which is higher than the first partial.
  case period

  /// Returns the pitch of this meaning in an estimate.
  ///
  /// - Parameter estimate: the result of a detector.
  /// - Returns: `nil` where the estimate lacks that pitch.
  public func frequency(of estimate: PitchEstimate) -> Hertz? {
    switch self {
    case .partial: estimate.frequency
    case .period: estimate.period
    }
  }
}
