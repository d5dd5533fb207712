// SPDX-License-Identifier: MIT

/// Why a source of practice or health data gave no answer.
public enum PracticeDataError: Error, Hashable, Codable, Sendable {
  /// There is no such data on this machine.
  case notAvailable
  /// The player did not let it be read.
  case authorizationDenied
  /// It is there, and reading it failed.
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
