// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeServices

/// Blocks by keeping a list, where a blocker of your own would tell a router, a window manager or a
/// child's tablet.
///
/// It is told whole lists and never a flag: what is not in the list is open. `until` is the moment
/// from which the block must be over even if nobody calls any more.
actor ListBlocker: Blocker {
  private(set) var blocked: [TargetID] = []

  /// Finds out whether blocking is allowed: of a list, always.
  func requestAuthorization() async throws(BlockerError) {}

  /// Refuses, before anything is enforced, what could not be blocked.
  func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    for target in targets where !target.rawValue.hasPrefix("game:") {
      throw .updateFailed(description: "\(target) is no game. Name it game:NAME")
    }
  }

  func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    self.blocked = blocked
    let names = blocked.map(\.rawValue).joined(separator: ", ")
    print("blocked: \(names.isEmpty ? "nothing" : names)")
  }
}
