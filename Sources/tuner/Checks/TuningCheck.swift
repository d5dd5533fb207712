// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import PitchDetection
import Terminal
import Tuning

/// One run over several recordings: each is checked, whatever happens to the others.
struct TuningCheck {
  /// What came of all of them together.
  struct Outcome {
    var inTune = 0
    var wrong = 0
    var unusable = 0

    var exitStatus: ExitStatus? {
      if unusable > 0 { return .usage }
      return wrong > 0 ? .answerIsNo : nil
    }
  }

  let settings: AnalysisSettings
  let channels: ChannelSelection
  let format: OutputFormat

  /// Checks `files` in their order and writes a line for each of their notes.
  ///
  /// - Throws: `OutputError` and `ExitStatus.closedPipe` when results can't be written.
  func run(_ files: [String], into sink: inout OutputSink) throws -> Outcome {
    var outcome = Outcome()
    switch format {
    case .text: break
    case .csv: try sink.write(CSVRendering.header(of: CheckedNote.self))
    case .ndjson: try sink.write(NDJSONRendering.header(of: CheckedNote.self, context))
    }
    for file in files {
      do {
        for note in try check(file) {
          try write(note, to: &sink)
          if note.verdict == .inTune { outcome.inTune += 1 } else { outcome.wrong += 1 }
        }
      } catch let error where error is OutputError || error is ExitStatus || error is StreamError {
        throw error
      } catch {
        outcome.unusable += 1
        StandardError.write("tuner: \(RecordingFile(path: file).name): \(error)\n")
      }
    }
    if format == .text { try sink.write(CheckText.summary(of: outcome)) }
    return outcome
  }

  private func check(_ file: String) throws -> [CheckedNote] {
    let recording = RecordingFile(path: file)
    let heard = try recording.notes(by: settings, channels: channels)
    let name = file == "-" ? "standard input" : file
    guard !heard.notes.isEmpty else {
      return [
        CheckedNote(file: name, note: nil, sampleRate: nil, tolerance: settings.tolerance)
      ]
    }
    return heard.notes.map {
      CheckedNote(
        file: name, note: $0, sampleRate: heard.sampleRate, tolerance: settings.tolerance)
    }
  }

  private func write(_ note: CheckedNote, to sink: inout OutputSink) throws {
    switch format {
    case .text: try sink.write(CheckText(target: settings.target).line(note))
    case .csv: try sink.write(CSVRendering.row(note))
    case .ndjson: try sink.write(NDJSONRendering.line(note))
    }
  }

  private var context: [(key: String, value: Field)] {
    [
      ("a4_hz", Field(settings.classifier.reference.a4.value)),
      ("tuning", Field(settings.classifier.selection.id)),
      ("temperament", Field(settings.classifier.system.temperament.name)),
      ("tolerance_cents", Field(settings.tolerance.inTune.value)),
      ("engine", Field("headstock-\(settings.detector.rawValue) \(Tuner.version)")),
    ]
  }
}
