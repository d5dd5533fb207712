// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Terminal
internal import TunerRuntime
package import TunerState

/// Feedback on a terminal when a string is in tune: its bell, or a chime.
package struct ScreenFeedback: Feedback {
  private let chime: any ReferenceTone
  // B6, which no open string of a guitar has.
  private static let pitch = Hertz(1975.53)

  /// Makes the feedback of a display.
  ///
  /// - Parameter chime: sounds the chime.
  package init(chime: any ReferenceTone) { self.chime = chime }

  /// Gives one sign.
  ///
  /// - Parameter style: the kind of sign.
  package func give(_ style: FeedbackStyle) {
    switch style {
    // One byte that moves no cursor, so it may come between two pictures.
    case .bell: try? StandardOutput.draw("\u{7}")
    case .chime: chime.soundOnce(Self.pitch)
    case .none: break
    }
  }
}
