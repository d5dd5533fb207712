// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import Terminal

/// Renders the result of `datasets verify`.
enum DatasetVerdict {
  /// The faults of an installed set.
  struct Result {
    /// The number of recordings or files in the set.
    var count: Int
    var noun = "recordings"
    /// The statement about a set without faults.
    var successText = "as measured"
    var faults: [(file: String, fault: DatasetLibrary.Fault)]

    /// Compares an installed set with its manifest.
    ///
    /// - Throws: `DatasetError` when checksums can't be computed.
    init(of choice: DatasetSelection.Choice, in library: DatasetLibrary) throws {
      switch choice {
      case .package(let manifest):
        count = manifest.recordings.count
        faults = try library.faults(of: manifest).map { ($0.recording.file, $0.fault) }
      case .download(let set):
        (count, faults) = try library.faults(of: set)
        (noun, successText) = ("files", "as unpacked")
      }
    }
  }

  /// Renders a line for the set, then a line for each fault, and the remedy.
  ///
  /// - Parameters:
  ///   - name: the set's name.
  ///   - directory: the directory of the set, whether it is installed or not.
  ///   - result: the faults; `nil` when nothing is installed.
  /// - Returns: whole lines.
  static func text(_ name: String, in directory: String, _ result: Result?) -> String {
    let fetch = "tuner-bench datasets fetch \(name)"
    guard let result else { return "\(name): not installed. Install it: \(fetch)\n" }
    if result.faults.isEmpty {
      return "\(name): all \(result.count) \(result.noun) are \(result.successText)\n"
    }
    let lines = result.faults.map { "\(name): \(printable($0.file)) \($0.fault)\n" }
    return lines.joined()
      + "\(name): \(result.faults.count) of \(result.count) \(result.noun) are wrong. "
      + "Remove \(printable(directory)) and install it again: \(fetch)\n"
  }
}
