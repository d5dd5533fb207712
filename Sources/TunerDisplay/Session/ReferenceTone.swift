// SPDX-License-Identifier: MIT

package import Acoustics
package import TunerState

/// A player of reference tones, on a thread of its own.
package protocol ReferenceTone: Sendable {
  /// True while a tone sounds.
  var isSounding: Bool { get }

  /// Returns the reason why the last tone could not sound, once.
  func takeFailure() -> AudioError?

  /// Sounds a pitch until ``stop()``; it replaces the pitch that sounds.
  ///
  /// - Parameter frequency: the pitch.
  func start(_ frequency: Hertz)

  /// Ends the tone that sounds.
  func stop()

  /// Sounds a pitch for a fraction of a second.
  ///
  /// - Parameter frequency: the pitch.
  func soundOnce(_ frequency: Hertz)
}
