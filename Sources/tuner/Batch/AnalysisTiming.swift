// SPDX-License-Identifier: MIT

/// What an analysis cost in processor time, and how much of it was listening.
struct AnalysisTiming: CustomStringConvertible {
  /// The length of the recording.
  let soundSeconds: Double
  /// From opening the recording to the last record.
  let totalSeconds: Double
  /// The pipeline alone.
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
