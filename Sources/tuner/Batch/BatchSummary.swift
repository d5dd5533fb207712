// SPDX-License-Identifier: MIT

import Terminal

/// What came of all recordings of a batch together.
struct BatchSummary {
  private(set) var heard = 0
  private(set) var silent = 0
  private(set) var unusable = 0
  private(set) var skipped = 0
  private var soundSeconds = 0.0
  private let start: ContinuousClock.Instant

  /// Begins with none.
  init(start: ContinuousClock.Instant) { self.start = start }

  /// Takes in what came of one recording.
  mutating func add(_ result: RecordingResult) {
    soundSeconds += result.seconds
    switch result.kind {
    case .heard: heard += 1
    case .silent: silent += 1
    case .unusable: unusable += 1
    case .skipped: skipped += 1
    }
  }

  /// The number of recordings.
  var count: Int { heard + silent + unusable + skipped }

  /// How the program ends; `nil` when it is simply done.
  var exitStatus: ExitStatus? {
    if unusable > 0 { return .usage }
    return heard + skipped > 0 ? nil : .answerIsNo
  }

  /// A line for all, and a row for each kind that occurred.
  func text(at end: ContinuousClock.Instant) -> String {
    let seconds =
      Double((end - start).components.seconds)
      + Double((end - start).components.attoseconds) * 1e-18
    let speed =
      seconds > 0
      ? " (\(TextFigures.number(soundSeconds / seconds, places: 0)) times real time)" : ""
    let rows = [
      ("with a pitch", heard), ("without a pitch", silent), ("done before", skipped),
      ("could not be used", unusable),
    ].filter { $0.1 > 0 }
    let width = String(count).count
    return "\(count) recordings, \(BatchProgress.clock(soundSeconds)) of sound in "
      + "\(BatchProgress.clock(seconds))\(speed)\n"
      + rows.map { "  \(TextFigures.pad(String($0.1), to: width)) \($0.0)\n" }.joined()
  }
}
