// SPDX-License-Identifier: MIT

import Acoustics
package import Terminal

/// The outcome of all recordings of a batch.
package struct BatchSummary {
  private(set) var heard = 0
  private(set) var silent = 0
  private(set) var unusable = 0
  private(set) var skipped = 0
  private var soundSeconds = 0.0
  /// The first recordings, one row each.
  private var results: [RecordingResult] = []
  /// The largest number of rows in the table.
  private static let rowLimit = 100
  private let start: ContinuousClock.Instant
  private let target: TargetSettings?
  /// The pitches of all notes.
  ///
  /// They grow with the run, 8 bytes a note: the suggestions depend on all of them.
  private var frequencies: [Hertz] = []

  /// Starts a summary without recordings.
  ///
  /// - Parameters:
  ///   - start: the start of the batch.
  ///   - target: the targets of the notes; `nil` for a summary without notes.
  init(start: ContinuousClock.Instant, target: TargetSettings? = nil) {
    self.start = start
    self.target = target
  }

  /// Adds the outcome of one recording.
  mutating func add(_ result: RecordingResult) {
    soundSeconds += result.seconds
    frequencies += result.finding?.frequencies ?? []
    if results.count < Self.rowLimit { results.append(result) }
    switch result.kind {
    case .heard: heard += 1
    case .silent: silent += 1
    case .unusable: unusable += 1
    case .skipped: skipped += 1
    }
  }

  /// The number of recordings.
  package var count: Int { heard + silent + unusable + skipped }

  /// True if no recording could be used; files about all recordings are then not written.
  var isUnusable: Bool { unusable > 0 && unusable == count }

  /// The exit status of the program; `nil` for success, and without a recording.
  package var exitStatus: ExitStatus? {
    if unusable > 0 { return .usage }
    return heard + skipped > 0 || count == 0 ? nil : .answerIsNo
  }

  /// The width of the columns of a note's name and of its deviation.
  private static let (noteWidth, centsWidth) = (7, 15)

  /// A row for each recording, with its length and the number of its strokes, or its notes: the
  /// loudest one, and the number in tune.
  ///
  /// Recordings of which only frames are printed have neither.
  private var table: String {
    let widest = max(9, min(60, results.map(\.name.count).max() ?? 0))
    let countsStrokes = results.contains { $0.strokeCount != nil }
    let findsNotes = results.contains { $0.finding != nil }
    let columns =
      if countsStrokes {
        " strokes"
      } else if findsNotes {
        "   notes  chords  " + filled("note", to: Self.noteWidth)
          + filled("cents", to: Self.centsWidth) + "in tune"
      } else {
        ""
      }
    let header = filled("recording", to: widest) + "     length" + columns + "\n"
    let rows = results.map { result in
      // The end of a path distinguishes recordings better than its beginning.
      let name =
        result.name.count > widest ? "…" + result.name.suffix(widest - 1) : result.name
      let held =
        switch result.kind {
        case .unusable: "could not be used"
        case .skipped: "done before"
        case .heard, .silent:
          TextFigures.pad(BatchProgress.clock(result.seconds), to: 9)
            + (countsStrokes ? Self.cell(result.strokeCount) : "")
            + (findsNotes ? cells(of: result) : "")
        }
      return filled(name, to: widest) + "  " + held + "\n"
    }
    let rest = count - results.count
    return header + rows.joined() + (rest > 0 ? "and \(rest) more\n" : "")
  }

  private func cells(of result: RecordingResult) -> String {
    let counts = Self.cell(result.finding?.noteCount) + Self.cell(result.finding?.chordCount)
    guard let finding = result.finding, let target else { return counts }
    let cells = FindingCells(finding, in: target.notation)
    return counts + "  " + filled(cells.note, to: Self.noteWidth)
      + filled(cells.cents, to: Self.centsWidth) + cells.verdict
  }

  private static func cell(_ count: Int?) -> String {
    TextFigures.pad(count.map { String($0) } ?? "–", to: 8)
  }

  /// Returns the table, a line of totals, and a row for each kind of outcome that occurred.
  ///
  /// - Parameter end: the end of the batch.
  /// - Returns: the lines of text.
  package func text(at end: ContinuousClock.Instant) -> String {
    let seconds = (end - start) / .seconds(1)
    let speed =
      seconds > 0
      ? " (\(TextFigures.number(soundSeconds / seconds, places: 0)) times real time)" : ""
    let rows = [
      ("with a pitch", heard), ("without a pitch", silent), ("done before", skipped),
      ("could not be used", unusable),
    ].filter { $0.1 > 0 }
    let width = String(count).count
    return table + TextFigures.count(count, "recording")
      + ", \(BatchProgress.clock(soundSeconds)) of sound in "
      + "\(BatchProgress.clock(seconds))\(speed)\n"
      + rows.map { "  \(TextFigures.pad(String($0.1), to: width)) \($0.0)\n" }.joined()
      + (target?.suggestions(for: frequencies) ?? []).map { $0 + "\n" }.joined()
  }
}

/// The outcome of one recording of a batch.
struct RecordingResult: Sendable {
  /// The kinds of outcome.
  enum Kind: Sendable {
    /// A pitch was found.
    case heard
    /// There was no pitch.
    case silent
    /// It could not be used.
    case unusable
    /// Its results already existed.
    case skipped
  }

  let kind: Kind
  /// The name of the recording in messages.
  var name = ""
  /// The length of the part that was analysed, in seconds.
  var seconds = 0.0
  /// The summary of the notes; `nil` in an analysis without notes.
  var finding: RecordingFinding?
  /// The number of strokes; `nil` in an analysis without strokes.
  var strokeCount: Int?
}

/// The processor time of an analysis, and the pipeline's share of it.
struct AnalysisTiming: CustomStringConvertible {
  /// The length of the recording, in seconds.
  let soundSeconds: Double
  /// The processor time from opening the recording to the last record, in seconds.
  let totalSeconds: Double
  /// The processor time of the pipeline, in seconds.
  let engineSeconds: Double
  /// The processor time of the notes, in seconds.
  let noteSeconds: Double

  /// The line that `-v` prints.
  var description: String {
    let text = TextFigures.number
    let speed = totalSeconds > 0 ? text(soundSeconds / totalSeconds, 0) : "-"
    let ratio = engineSeconds > 0 ? text(totalSeconds / engineSeconds, 3) : "-"
    return "\(text(soundSeconds, 1)) s of sound in \(text(totalSeconds, 6)) s (\(speed) times real "
      + "time); the engine took \(text(engineSeconds, 6)) s, everything \(ratio) times that; "
      + "the notes took \(text(noteSeconds, 6)) s"
  }
}
