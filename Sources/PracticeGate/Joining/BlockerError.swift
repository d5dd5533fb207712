// SPDX-License-Identifier: MIT

/// Why a blocker did not do what it was told.
public enum BlockerError: Error, Hashable, Codable, Sendable {
  /// The permission to block was refused when it was asked for.
  case authorizationFailed
  /// The blocker has the permission and could not use it.
  case updateFailed(description: String)
  /// The blocker was never given the permission.
  case notAuthorized
}

extension BlockerError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .authorizationFailed: "The permission to block was refused. Ask for it again."
    case .updateFailed(let description):
      "The blocked targets could not be updated (\(description)). Try again."
    case .notAuthorized: "There is no permission to block. Go through the set-up."
    }
  }
}
