// SPDX-License-Identifier: MIT

/// The reasons why a set of recordings can't be listed.
package enum DatasetItemsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file of the set is installed.
  case notInstalled(name: String)
  /// The directory holds no manifest.
  case noManifest(directory: String)
  /// The manifest can't be read as a whole.
  case unreadable(file: String, reason: String)

  /// One or two sentences for a person that end with the remedy when there is one.
  package var description: String {
    switch self {
    case .notInstalled(let name):
      "\(name) is not installed. Install it: tuner-bench datasets fetch \(name)"
    case .noManifest(let directory):
      "\(directory) holds no manifest. Name a directory with manifest.json or manifest.csv, or a set "
        + "from: tuner-bench datasets list"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    }
  }
}
