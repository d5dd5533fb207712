// SPDX-License-Identifier: MIT

/// Why settings or tunings can't be read or kept; `place` is the file or directory.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no home directory to keep anything in.
  case noHome
  /// The place may not be written to.
  case readOnly(place: String)
  /// There is no room left.
  case full(place: String)
  /// What is there can't be read.
  case unreadable(place: String, reason: String)
  /// Anything else, in its own words.
  case unknown(description: String)
}

extension StorageError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .noHome: "There is no home directory to keep settings in. Set HOME or XDG_CONFIG_HOME."
    case .readOnly(let place):
      "\(place): may not be written to. Change its permissions, or set XDG_CONFIG_HOME."
    case .full(let place): "\(place): there is no room left. Make room, and choose again."
    case .unreadable(let place, let reason):
      "\(place): can't be read (\(reason)). Mend it, or remove it."
    case .unknown(let description): description
    }
  }
}
