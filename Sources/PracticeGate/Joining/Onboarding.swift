// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The steps from the first start to an active gate.
///
/// The state is stored after each step.
public struct Onboarding: Hashable, Codable, Sendable {
  /// A step of the onboarding.
  public enum Step: String, Codable, Sendable, CaseIterable {
    /// The introduction.
    case welcome
    /// The request for permission to read practice and health data.
    case dataPermission
    /// The request for permission to block.
    case blockerPermission
    /// The onboarding is complete.
    case done
  }

  /// The reason why the current step failed.
  public enum Failure: Hashable, Codable, Sendable {
    /// The data can't be read.
    case data(PracticeDataError)
    /// Nothing can be blocked.
    case blocker(BlockerError)
  }

  /// An action of the onboarding.
  public enum Action: Hashable, Codable, Sendable {
    /// The player starts or repeats the step.
    case proceed
    /// The permission to read the data was granted.
    case dataAuthorized
    /// The permission to read the data was refused.
    case dataRefused(PracticeDataError)
    /// The permission to block was granted.
    case blockerAuthorized
    /// The permission to block was refused.
    case blockerRefused(BlockerError)
  }

  /// An effect of the onboarding.
  public enum Effect: Hashable, Codable, Sendable {
    /// Requests the permission to read practice and health data.
    case requestDataAuthorization
    /// Requests the permission to block.
    case requestBlockerAuthorization
    /// Reports an action that does not belong to the step and was ignored.
    case outOfOrder(Action, Step)
  }

  /// The current step.
  public private(set) var step: Step = .welcome
  /// The reason why the step failed, shown with a retry; `nil` without a failure.
  public private(set) var failure: Failure?

  /// Makes the first step.
  public init() {}

  /// The label of the step's button.
  public var label: GateLabel {
    switch step {
    case .welcome, .done: .getStarted
    case .dataPermission: .connectHealth
    case .blockerPermission: .enableScreenTime
    }
  }

  /// Applies one action.
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
