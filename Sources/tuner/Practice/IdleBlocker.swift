// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeServices

/// A blocker that leaves everything as it is.
actor IdleBlocker: Blocker {
  func requestAuthorization() async throws(BlockerError) {}
  func setSelection(_ targets: [TargetID]) async throws(BlockerError) {}
  func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {}
}
