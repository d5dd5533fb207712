// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// What makes targets inaccessible, and accessible again.
///
/// It is told the list, never a flag.
public protocol Blocker: Actor {
  /// Finds out whether blocking is allowed; changes nothing.
  ///
  /// - Throws: `BlockerError.authorizationFailed` when it is not.
  func requestAuthorization() async throws(BlockerError)

  /// Takes the targets that may have to be blocked; changes nothing that is enforced.
  ///
  /// - Parameter targets: all targets.
  /// - Throws: `BlockerError.updateFailed` when one of them can't be blocked by anything here.
  func setSelection(_ targets: [TargetID]) async throws(BlockerError)

  /// Blocks these targets and nothing else.
  ///
  /// - Parameters:
  ///   - blocked: the targets; none to unblock everything.
  ///   - until: until when this holds by itself; `nil` when only another order ends it.
  /// - Throws: `BlockerError`; what was enforced before still is.
  func updateShields(blocked: [TargetID], until: WallTime?) async throws(BlockerError)
}

/// Several blockers that are told the same.
public actor BlockerChain: Blocker {
  private let blockers: [any Blocker]

  /// Joins blockers.
  ///
  /// - Parameter blockers: each is told everything, in this order, even if one before it failed.
  public init(_ blockers: [any Blocker]) { self.blockers = blockers }

  /// Asks all of them; the first refusal counts.
  public func requestAuthorization() async throws(BlockerError) {
    for blocker in blockers { try await blocker.requestAuthorization() }
  }

  /// Tells all of them; the first failure counts.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    for blocker in blockers { try await blocker.setSelection(targets) }
  }

  /// Tells all of them; the first failure is thrown when all were told.
  public func updateShields(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    var failure: BlockerError?
    for blocker in blockers {
      do throws(BlockerError) {
        try await blocker.updateShields(blocked: blocked, until: until)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
