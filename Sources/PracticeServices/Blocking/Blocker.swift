// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// Makes targets inaccessible, and accessible again.
///
/// A blocker always receives the complete list of blocked targets, never a change to it.
public protocol Blocker: Actor {
  /// Checks whether blocking is permitted, and changes nothing.
  ///
  /// - Throws: `BlockerError.authorizationFailed` if it is not.
  func requestAuthorization() async throws(BlockerError)

  /// Accepts the targets that may have to be blocked later; the blocks in force do not change.
  ///
  /// - Throws: `BlockerError.updateFailed` if this blocker cannot block one of them.
  func setSelection(_ targets: [TargetID]) async throws(BlockerError)

  /// Blocks these targets and no others.
  ///
  /// - Parameters:
  ///   - blocked: the targets; an empty list unblocks everything.
  ///   - until: the end of the block; `nil` if it lasts until the next call.
  /// - Throws: `BlockerError`; the previous blocks then stay in force.
  func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError)
}

/// Several blockers that receive the same calls.
public actor BlockerChain: Blocker {
  private let blockers: [any Blocker]

  /// Combines blockers.
  ///
  /// - Parameter blockers: each receives every call, in this order, even if one before it failed.
  public init(_ blockers: [any Blocker]) { self.blockers = blockers }

  /// Asks all blockers, and then throws the first refusal.
  public func requestAuthorization() async throws(BlockerError) {
    try await callAll { blocker throws(BlockerError) in try await blocker.requestAuthorization() }
  }

  /// Calls all blockers, and then throws the first failure.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    try await callAll { blocker throws(BlockerError) in try await blocker.setSelection(targets) }
  }

  /// Calls all blockers, and then throws the first failure.
  public func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    try await callAll { blocker throws(BlockerError) in
      try await blocker.enforce(blocked: blocked, until: until)
    }
  }

  private func callAll(
    _ call: (any Blocker) async throws(BlockerError) -> Void
  ) async throws(BlockerError) {
    var failure: BlockerError?
    for blocker in blockers {
      do throws(BlockerError) {
        try await call(blocker)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
