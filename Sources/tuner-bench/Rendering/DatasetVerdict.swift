// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import Terminal

/// Renders what `datasets verify` found.
enum DatasetVerdict {
  /// What was found in an installed set.
  struct Result {
    /// The recordings, or files, of the set.
    var count: Int
    var noun = "recordings"
    /// What they should be.
    var praise = "as measured"
    var faults: [(file: String, fault: DatasetLibrary.Fault)]

    /// Compares everything with what it should be.
    ///
    /// - Throws: `DatasetError` when checksums can't be made.
    init(of choice: DatasetSelection.Choice, in library: DatasetLibrary) throws {
      switch choice {
      case .package(let manifest):
        count = manifest.recordings.count
        faults = try library.faults(of: manifest).map { ($0.recording.file, $0.fault) }
      case .download(let set):
        (count, faults) = try library.faults(of: set)
        (noun, praise) = ("files", "as unpacked")
      }
    }
  }

  /// Renders one line for a whole set, and one more for each fault with the remedy behind them.
  ///
  /// - Parameters:
  ///   - name: the set's name.
  ///   - directory: where it is, or would be.
  ///   - result: what was found; `nil` where nothing is installed.
  /// - Returns: whole lines.
  static func text(_ name: String, in directory: String, _ result: Result?) -> String {
    let fetch = "tuner-bench datasets fetch \(name)"
    guard let result else { return "\(name): not installed. Install it: \(fetch)\n" }
    if result.faults.isEmpty {
      return "\(name): all \(result.count) \(result.noun) are \(result.praise)\n"
    }
    let lines = result.faults.map { "\(name): \(printable($0.file)) \($0.fault)\n" }
    return lines.joined()
      + "\(name): \(result.faults.count) of \(result.count) \(result.noun) are wrong. "
      + "Remove \(printable(directory)) and install it again: \(fetch)\n"
  }
}
