// SPDX-License-Identifier: MIT

package import Acoustics
internal import Terminal
internal import TunerRuntime
package import TunerState

/// A player of reference tones, on a separate thread.
package protocol ReferenceTone: Sendable {
  /// True while a tone sounds.
  var isSounding: Bool { get }

  /// Returns the reason why the last tone could not sound, once.
  func takeFailure() -> AudioError?

  /// Plays a pitch until ``stop()``, in place of the current one.
  func start(_ frequency: Hertz)

  /// Ends the current tone.
  func stop()

  /// Plays a pitch for a fraction of a second.
  func soundOnce(_ frequency: Hertz)
}

/// Feedback on a terminal when a string is in tune: its bell, or a chime.
package struct ScreenFeedback: Feedback {
  private let chime: any ReferenceTone
  // B6, which no open string of a guitar has.
  private static let pitch = Hertz(1975.53)

  /// Makes the feedback of a display.
  package init(chime: any ReferenceTone) { self.chime = chime }

  /// Gives one signal.
  package func give(_ style: FeedbackStyle) {
    switch style {
    // The bell is one byte that does not move the cursor, so it may be written between two
    // pictures.
    case .bell: try? StandardOutput.draw("\u{7}")
    case .chime: chime.soundOnce(Self.pitch)
    case .none: break
    }
  }
}
