// SPDX-License-Identifier: MIT

package import PracticeGate
package import PracticeGoals

/// A blocker that leaves everything as it is, for a reading or a dry run.
package actor NullBlocker: Blocker {
  /// Makes the blocker.
  package init() {}

  /// Grants permission.
  package func requestAuthorization() async throws(BlockerError) {}

  /// Accepts every target.
  package func setSelection(_ targets: [TargetID]) async throws(BlockerError) {}

  /// Changes nothing.
  package func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {}
}
