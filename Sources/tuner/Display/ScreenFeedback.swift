// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerRuntime
import TunerState

/// Tells a player that a string is in tune: by the terminal's bell, or by a chime.
struct ScreenFeedback: Feedback {
  /// Where the chime sounds.
  let chime: ReferenceTone
  /// A high note that no open string of a guitar has.
  private static let pitch = Hertz(1975.53)

  func give(_ style: FeedbackStyle) {
    switch style {
    // One byte that moves nothing: it may come between two pictures.
    case .bell: try? StandardOutput.draw("\u{7}")
    case .chime: chime.once(Self.pitch)
    case .none: break
    }
  }
}
