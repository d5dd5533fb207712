// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

extension TunerView {
  /// True if the pitch is so far from the locked string that the deviation stays at the end of its
  /// range.
  var isFarFromLocked: Bool {
    guard case .locked = mode, let cents = state.currentPitchResult?.cents else { return false }
    return cents.magnitude >= PitchClassifier.lockedRange
  }
}
