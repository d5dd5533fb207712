// SPDX-License-Identifier: MIT

/// The reason why settings or tunings cannot be read or stored; `place` is the file or directory.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no home directory for files.
  case noHome
  /// Writing is not permitted.
  case readOnly(place: String)
  /// The disk is full.
  case full(place: String)
  /// The file cannot be read.
  case unreadable(place: String, reason: String)
  /// Another failure, in the words of its source.
  case unknown(description: String)
}

extension StorageError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
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
