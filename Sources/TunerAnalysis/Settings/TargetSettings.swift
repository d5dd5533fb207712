// SPDX-License-Identifier: MIT

package import Tuning

/// The targets that pitches are compared with, checked, and the notation that names them.
package struct TargetSettings: Sendable {
  /// The strings, the reference pitch, the temperament and the locked string.
  package var classifier: PitchClassifier
  /// The largest deviation that is in tune.
  package var tolerance: TuningTolerance
  /// The way in which people read notes.
  package var notation: NoteStyle
  /// The fret that a capo sits at; 0 for none.
  package var capo: Int
}
