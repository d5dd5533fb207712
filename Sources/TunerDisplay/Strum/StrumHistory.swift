// SPDX-License-Identifier: MIT

import Acoustics
package import StringCoupling
package import TunerState
import Tuning

/// The successive strokes of a session, from which the couplings of the strings are fitted.
package struct StrumHistory: Hashable, Sendable {
  /// The strokes of the current strings.
  package private(set) var memory = StrokeMemory(stringCount: 0)
  private let earlier: EarlierStrokes?
  private var targets: [StrumTarget] = []
  private var lastStroke = 0

  /// Makes a history without a stroke of this session.
  ///
  /// - Parameter earlier: strokes of the same guitar, used while its strings are the session's;
  ///   `nil` for none.
  package init(after earlier: EarlierStrokes? = nil) { self.earlier = earlier }

  /// Adds the newest stroke once its readings are settled.
  ///
  /// New strings begin a new history.
  ///
  /// - Parameter view: the strings of a session; call this at least once per stroke.
  package mutating func follow(_ view: StrumView) {
    let present = view.strings.map(\.target)
    if present != targets {
      targets = present
      memory =
        earlier?.memory(for: present.map(\.frequency)) ?? StrokeMemory(stringCount: present.count)
      lastStroke = 0
    }
    // The count of strokes restarts when the player starts listening again.
    if view.strokeCount < lastStroke { lastStroke = 0 }
    guard view.settledStroke == view.strokeCount, view.settledStroke > lastStroke else { return }
    lastStroke = view.settledStroke
    memory.add(
      view.strings.map { string in
        guard let reading = string.settledReading, let cents = reading.deviation else { return nil }
        return StrokeDeviation(cents, sigma: reading.sigma ?? Cents(0))
      })
  }
}
