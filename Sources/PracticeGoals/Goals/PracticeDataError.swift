// SPDX-License-Identifier: MIT

/// The reasons why a source of practice or health data gave no answer.
public enum PracticeDataError: Error, Hashable, Codable, Sendable {
  /// The data do not exist on this machine.
  case notAvailable
  /// The player refused access.
  case authorizationDenied
  /// The read failed.
  case queryFailed(description: String)
}

extension PracticeDataError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .notAvailable: "The data is not available here. Choose another metric for the goal."
    case .authorizationDenied: "The data may not be read. Grant the permission and try again."
    case .queryFailed(let description): "The data could not be read (\(description)). Try again."
    }
  }
}
