// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import Terminal

/// Renders what `datasets verify` found.
enum DatasetVerdict {
  /// Returns one line for a whole set, and one more for each fault with the remedy behind them.
  static func text(
    _ manifest: DatasetManifest, in directory: String, isAbsent: Bool,
    faults: [(recording: DatasetRecording, fault: DatasetLibrary.Fault)]
  ) -> String {
    let fetch = "tuner-bench datasets fetch \(manifest.name)"
    if isAbsent { return "\(manifest.name): not installed. Install it: \(fetch)\n" }
    if faults.isEmpty {
      return "\(manifest.name): all \(manifest.recordings.count) recordings are as measured\n"
    }
    let lines = faults.map { "\(manifest.name): \($0.recording.file) \($0.fault)\n" }
    return lines.joined()
      + "\(manifest.name): \(faults.count) of \(manifest.recordings.count) recordings are wrong. "
      + "Remove \(printable(directory)) and install it again: \(fetch)\n"
  }
}
