// SPDX-License-Identifier: MIT

public import Tuning

/// The colour of the marker, independent of the theme.
public enum MarkerColor: String, CaseIterable, Hashable, Sendable {
  case green, yellow, red, grey

  /// Returns the colour of a tuning state.
  ///
  /// - Parameter state: the tuning state of a result.
  public init(_ state: TuningState) {
    switch state {
    case .inTune: self = .green
    case .slightlyFlat, .slightlySharp: self = .yellow
    case .veryFlat, .verySharp: self = .red
    case .silent, .detecting, .active: self = .grey
    }
  }

  /// Red, green and blue, as `#RRGGBB`.
  public var hex: String {
    switch self {
    case .green: "#4CAF50"
    case .yellow: "#FFC107"
    case .red: "#FF5252"
    case .grey: "#9E9E9E"
    }
  }
}
