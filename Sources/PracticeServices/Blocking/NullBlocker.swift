// SPDX-License-Identifier: MIT

package import PracticeGate
package import PracticeGoals

/// A blocker that leaves everything as it is, for a reading or a dry run.
package actor NullBlocker: Blocker {
  private let failure: BlockerError?

  /// Makes the blocker.
  ///
  /// - Parameter failure: the failure of the last real order, which stays; `nil` for none.
  package init(keeping failure: BlockerError? = nil) { self.failure = failure }

  /// Grants permission.
  package func requestAuthorization() async throws(BlockerError) {}

  /// Accepts every target.
  package func setSelection(_ targets: [TargetID]) async throws(BlockerError) {}

  /// Changes nothing.
  ///
  /// - Throws: the failure of the last real order: only a real order can end it.
  package func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    if let failure { throw failure }
  }
}
