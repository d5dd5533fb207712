// SPDX-License-Identifier: MIT

package import Acoustics
internal import Tuning

extension TunerView {
  /// True if the pitch is so far from the locked string that the deviation stays at the end of its
  /// range.
  package var isFarFromLocked: Bool {
    state.currentPitchResult?.cents.map(isFarFromLocked) ?? false
  }

  /// Returns true if a deviation reaches the end of the range of the locked string, so that a
  /// screen gives the distance in semitones.
  package func isFarFromLocked(_ cents: Cents) -> Bool {
    guard case .locked = mode else { return false }
    return PitchClassifier.reachesLockedRange(cents)
  }
}
