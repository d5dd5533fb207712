// SPDX-License-Identifier: MIT

package import Acoustics
internal import Terminal
internal import TunerRuntime
package import TunerState

/// A player of reference tones, on a thread of its own.
package protocol ReferenceTone: Sendable {
  /// True while a tone sounds.
  var isSounding: Bool { get }

  /// Returns the reason why the last tone could not sound, once.
  func takeFailure() -> AudioError?

  /// Sounds a pitch until ``stop()``; it replaces the pitch that sounds.
  func start(_ frequency: Hertz)

  /// Ends the tone that sounds.
  func stop()

  /// Sounds a pitch for a fraction of a second.
  func soundOnce(_ frequency: Hertz)
}

/// Feedback on a terminal when a string is in tune: its bell, or a chime.
package struct ScreenFeedback: Feedback {
  private let chime: any ReferenceTone
  // B6, which no open string of a guitar has.
  private static let pitch = Hertz(1975.53)

  /// Makes the feedback of a display.
  package init(chime: any ReferenceTone) { self.chime = chime }

  /// Gives one sign.
  package func give(_ style: FeedbackStyle) {
    switch style {
    // One byte that moves no cursor, so it may come between two pictures.
    case .bell: try? StandardOutput.draw("\u{7}")
    case .chime: chime.soundOnce(Self.pitch)
    case .none: break
    }
  }
}
