// SPDX-License-Identifier: MIT

import Acoustics
package import AudioInput
import Dispatch
import FileStore
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Synchronization
package import Terminal
import Tuning

/// One run over several recordings; an error in one does not stop the others.
package struct TuningCheck: Sendable {
  /// The outcome of all recordings together.
  package struct Outcome {
    /// The number of notes or strings in tune.
    var inTune = 0
    /// The number of notes or strings out of tune, and of recordings without a note or stroke.
    var wrong = 0
    /// The number of recordings that could be used.
    var usable = 0
    /// The number of recordings that could not be used.
    var unusable = 0

    /// True if no recording could be used; a file of results is then not written.
    package var isUnusable: Bool { unusable > 0 && usable == 0 }

    /// The exit status of the program; `nil` for success.
    package var exitStatus: ExitStatus? {
      if unusable > 0 { return .usage }
      return wrong > 0 ? .answerIsNo : nil
    }
  }

  private let settings: AnalysisSettings
  private let channels: ChannelSelection
  private let format: CheckFormat
  private let isQuiet: Bool
  private let jobs: Int

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - settings: the settings of every recording.
  ///   - channels: the channels that are mixed.
  ///   - format: the format of the output.
  ///   - isQuiet: true to print only errors on standard error.
  ///   - jobs: the number of recordings that are analysed at once, from 1.
  package init(
    settings: AnalysisSettings, channels: ChannelSelection, format: CheckFormat, isQuiet: Bool,
    jobs: Int
  ) {
    self.settings = settings
    self.channels = channels
    self.format = format
    self.isQuiet = isQuiet
    self.jobs = jobs
  }

  /// The outcome of one recording.
  private enum Verdict: Sendable {
    case heard([any CheckedResult], pitches: [Hertz], warnings: [String])
    case unusable(String)
  }

  /// Checks the recordings, and writes a line for each note in the order of the recordings.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - sink: receives the lines.
  /// - Returns: the outcome of all recordings.
  /// - Throws: `OutputError`, and `ExitStatus.closedPipe` unless the sink outlives its reader.
  package func run(_ inputs: BatchInputs, into sink: inout OutputSink) throws -> Outcome {
    var outcome = Outcome()
    var frequencies: [Hertz] = []
    switch format {
    case .text: break
    case .csv: try sink.write(CSVRendering.header(of: record))
    case .ndjson: try sink.write(NDJSONRendering.header(of: record, context))
    }
    // The recordings are analysed in batches of `jobs`, so that results for the first files appear
    // before the last ones are read.
    for start in stride(from: 0, to: inputs.all.count, by: jobs) {
      let part = Array(inputs.all[start..<min(start + jobs, inputs.all.count)])
      for (input, verdict) in zip(part, verdicts(of: part)) {
        switch verdict {
        case .unusable(let reason):
          outcome.unusable += 1
          say(input, reason)
        case .heard(let results, let pitches, let warnings):
          outcome.usable += 1
          frequencies += pitches
          if !isQuiet { for warning in warnings { say(input, warning) } }
          for result in results {
            try write(result, to: &sink)
            switch result.isInTune {
            case true?: outcome.inTune += 1
            case false?: outcome.wrong += 1
            case nil: break
            }
          }
        }
      }
    }
    if format == .text { try sink.write(CheckText.summary(of: outcome)) }
    if !isQuiet {
      for sentence in settings.target.suggestions(for: frequencies) {
        StandardError.write("tuner: \(sentence)\n")
      }
    }
    return outcome
  }

  private func say(_ input: BatchInputs.Input, _ text: String) {
    StandardError.write("tuner: \(RecordingFile(path: input.path).name): \(text)\n")
  }

  /// Analyses all of `inputs` at once.
  private func verdicts(of inputs: [BatchInputs.Input]) -> [Verdict] {
    let verdicts = Mutex([Verdict?](repeating: nil, count: inputs.count))
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
      let verdict = verdict(on: inputs[index])
      verdicts.withLock { $0[index] = verdict }
    }
    return verdicts.withLock { $0.compactMap { $0 } }
  }

  private func verdict(on input: BatchInputs.Input) -> Verdict {
    if let problem = input.problem { return .unusable(problem) }
    let name = FilePath.inputName(input.path)
    do {
      if let strum = settings.strum { return try verdict(on: input.path, name, strum) }
      let heard = try RecordingFile(path: input.path).notes(by: settings, channels: channels)
      let struck = Self.struck(among: heard.audible)
      let notes: [TrackedNote?] = struck.isEmpty ? [nil] : struck
      return .heard(
        notes.map {
          CheckedNote(
            file: name, note: $0, sampleRate: $0 == nil ? nil : heard.sampleRate,
            tolerance: settings.tolerance,
            target: $0.flatMap(settings.target.frequency(ofTargetOf:)))
        }, pitches: struck.filter { !$0.isPolyphonic }.map(\.frequency),
        warnings: heard.warnings)
    } catch {
      return .unusable("\(error)")
    }
  }

  /// Checks the strings of each stroke.
  ///
  /// A silent string counts as not played.
  private func verdict(
    on path: String, _ name: String, _ strum: StrumTargets
  ) throws -> Verdict {
    let heard = try RecordingFile(path: path).strokes(of: strum, by: settings, channels: channels)
    return .heard(
      CheckedString.all(
        in: heard, targets: strum.targets, file: name, tolerance: settings.tolerance),
      pitches: [], warnings: heard.warnings)
  }

  /// Returns the notes that were struck.
  private static func struck(among notes: [TrackedNote]) -> [TrackedNote] {
    struct Sound: Hashable {
      let target: PitchTarget?
      let isPolyphonic: Bool

      init(_ note: TrackedNote) { (target, isPolyphonic) = (note.target, note.isPolyphonic) }
    }
    let levels = notes.compactMap { note in note.onsetLevel.map { (Sound(note), $0) } }
    let loudest = Dictionary(levels, uniquingKeysWith: max)
    return notes.filter { StruckNotes.contain($0, loudest: loudest[Sound($0)]) }
  }

  private func write(_ result: any CheckedResult, to sink: inout OutputSink) throws {
    switch format {
    case .text: try sink.write(result.line(CheckText(target: settings.target)))
    case .csv: try sink.write(CSVRendering.row(result))
    case .ndjson: try sink.write(NDJSONRendering.line(result))
    }
  }

  private var record: any Record.Type {
    settings.strum == nil ? CheckedNote.self : CheckedString.self
  }

  private var context: [(key: String, value: Field)] {
    [
      ("a4_hz", Field(settings.classifier.reference.a4.value)),
      ("tuning", Field(settings.classifier.selection.id)),
      ("temperament", Field(settings.classifier.system.temperament.name)),
      ("capo", Field(settings.target.capo)),
    ] + settings.target.adjustmentMembers + [
      ("tolerance_cents", Field(settings.tolerance.inTune.value)),
      ("engine", Field(settings.engine)),
    ]
  }
}
