// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The way from the first start to a gate that is on.
///
/// It is kept, step by step.
public struct Onboarding: Hashable, Codable, Sendable {
  /// Where it stands.
  public enum Step: String, Codable, Sendable, CaseIterable {
    /// The idea is explained.
    case welcome
    /// The permission to read practice and health data is asked for.
    case dataPermission
    /// The permission to block is asked for.
    case blockerPermission
    /// The gate is on.
    case done
  }

  /// Why the current step failed.
  public enum Failure: Hashable, Codable, Sendable {
    /// The data may not be read.
    case data(PracticeDataError)
    /// Nothing may be blocked.
    case blocker(BlockerError)
  }

  /// What can happen to it.
  public enum Action: Hashable, Codable, Sendable {
    /// The player asks for the step, the first time or again.
    case proceed
    /// The data may be read.
    case dataAuthorized
    /// The data may not be read.
    case dataRefused(PracticeDataError)
    /// Targets may be blocked.
    case blockerAuthorized
    /// Nothing may be blocked.
    case blockerRefused(BlockerError)
  }

  /// What it asks of the world.
  public enum Effect: Hashable, Codable, Sendable {
    /// Ask for the permission to read practice and health data.
    case requestDataAuthorization
    /// Ask for the permission to block.
    case requestBlockerAuthorization
    /// Say that the action does not belong to the step, and was left out.
    case outOfOrder(Action, Step)
  }

  /// Where it stands.
  public private(set) var step: Step = .welcome
  /// Why the step failed, to be shown with a retry; `nil` while it has not.
  public private(set) var failure: Failure?

  /// Makes the first step.
  public init() {}

  /// The text of the step's button.
  public var label: GateLabel {
    switch step {
    case .welcome, .done: .getStarted
    case .dataPermission: .connectHealth
    case .blockerPermission: .enableScreenTime
    }
  }

  /// Takes one action.
  ///
  /// - Parameter action: what happened.
  /// - Returns: what the world is to do.
  public mutating func reduce(_ action: Action) -> [Effect] {
    switch (step, action) {
    case (.welcome, .proceed): move(to: .dataPermission)
    case (.dataPermission, .proceed):
      failure = nil
      return [.requestDataAuthorization]
    case (.dataPermission, .dataAuthorized): move(to: .blockerPermission)
    case (.dataPermission, .dataRefused(let error)): failure = .data(error)
    case (.blockerPermission, .proceed):
      failure = nil
      return [.requestBlockerAuthorization]
    case (.blockerPermission, .blockerAuthorized): move(to: .done)
    case (.blockerPermission, .blockerRefused(let error)): failure = .blocker(error)
    case (.done, .proceed): break
    case (.welcome, _), (.dataPermission, _), (.blockerPermission, _), (.done, _):
      return [.outOfOrder(action, step)]
    }
    return []
  }

  private mutating func move(to next: Step) {
    step = next
    failure = nil
  }
}
