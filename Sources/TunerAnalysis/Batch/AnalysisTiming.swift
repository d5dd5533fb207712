// SPDX-License-Identifier: MIT

/// The processor time of an analysis, and the pipeline's share of it.
struct AnalysisTiming: CustomStringConvertible {
  /// The length of the recording, in seconds.
  let soundSeconds: Double
  /// The processor time from opening the recording to the last record, in seconds.
  let totalSeconds: Double
  /// The processor time of the pipeline, in seconds.
  let engineSeconds: Double

  /// One line for `-v`.
  var description: String {
    let text = TextFigures.number
    let speed = totalSeconds > 0 ? text(soundSeconds / totalSeconds, 0) : "-"
    let ratio = engineSeconds > 0 ? text(totalSeconds / engineSeconds, 3) : "-"
    return "\(text(soundSeconds, 1)) s of sound in \(text(totalSeconds, 3)) s (\(speed) times real "
      + "time); the engine took \(text(engineSeconds, 3)) s, everything \(ratio) times that"
  }
}
