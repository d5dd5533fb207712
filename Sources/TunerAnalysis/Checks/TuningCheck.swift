// SPDX-License-Identifier: MIT

import Acoustics
package import AudioInput
import FileStore
import NoteTracking
import OfflineAnalysis
import PitchDetection
package import Terminal
import Tuning

/// A check of several recordings; an error in one does not stop the others.
package struct TuningCheck: Sendable {
  /// The outcome of all recordings together.
  package struct Outcome: Sendable {
    /// The number of notes or strings in tune.
    var inTune = 0
    /// The number of notes or strings out of tune, and of recordings without a note or stroke.
    var wrong = 0
    /// The number of recordings that could be used.
    var usable = 0
    /// The number of recordings that could not be used.
    var unusable = 0
    /// The sentences on another tuning or another A4 that fits all notes.
    package fileprivate(set) var suggestions: [String] = []

    /// Counts recordings that could not be used.
    init(unusable: Int = 0) { self.unusable = unusable }

    /// Counts the results of a usable recording.
    init(_ results: [any CheckedResult]) {
      usable = 1
      inTune = results.count { $0.isInTune == true }
      wrong = results.count { $0.isInTune == false }
    }

    static func += (total: inout Outcome, part: Outcome) {
      total.inTune += part.inTune
      total.wrong += part.wrong
      total.usable += part.usable
      total.unusable += part.unusable
    }

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
  ///   - isQuiet: true to report only the recordings that can't be used.
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

  /// The results of one recording.
  private struct Findings {
    let results: [any CheckedResult]
    let pitches: [Hertz]
    let warnings: [String]
  }

  /// The lines of one recording, and its share of the outcome.
  private struct Delivery: BatchDelivery {
    var lines = ""
    var messages: [String] = []
    var outcome = Outcome()
    var pitches: [Hertz] = []

    var size: Int { lines.utf8.count }
  }

  /// Checks the recordings, and writes a line for each note in the order of the recordings.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - sink: receives the lines.
  ///   - report: receives a sentence on each recording that can't be used, and the warnings, before
  ///     the lines of their recording.
  /// - Returns: the outcome of all recordings.
  /// - Throws: `OutputError`, and `ExitStatus.closedPipe` unless the sink outlives its reader.
  package func run(
    _ inputs: BatchInputs, into sink: inout OutputSink, reporting report: (String) -> Void
  ) throws -> Outcome {
    var outcome = Outcome()
    var frequencies: [Hertz] = []
    switch format {
    case .text: break
    case .csv: try sink.write(CSVRendering.header(of: record))
    case .ndjson: try sink.write(NDJSONRendering.header(of: record, context))
    }
    try BatchOutput<Delivery>.run(count: inputs.all.count, jobs: jobs) { index, _ in
      delivery(of: inputs.all[index])
    } consume: { delivery in
      delivery.messages.forEach(report)
      try sink.write(delivery.lines)
      outcome += delivery.outcome
      frequencies += delivery.pitches
    }
    if format == .text { try sink.write(CheckText.summary(of: outcome)) }
    outcome.suggestions = settings.target.suggestions(for: frequencies)
    return outcome
  }

  /// Checks one recording, or states why it can't be used.
  private func delivery(of input: BatchInputs.Input) -> Delivery {
    func unusable(_ reason: String) -> Delivery {
      Delivery(messages: ["\(input.name): \(reason)"], outcome: Outcome(unusable: 1))
    }
    if let problem = input.problem { return unusable(problem) }
    do {
      let findings = try findings(in: input)
      return Delivery(
        lines: findings.results.map(line(of:)).joined(),
        messages: isQuiet ? [] : findings.warnings.map { "\(input.name): \($0)" },
        outcome: Outcome(findings.results), pitches: findings.pitches)
    } catch {
      return unusable("\(error)")
    }
  }

  /// Checks the notes of a recording, or the strings of each stroke.
  ///
  /// A silent string counts as not played.
  private func findings(in input: BatchInputs.Input) throws -> Findings {
    let recording = RecordingFile(input.identity)
    let name = FilePath.inputName(input.path)
    if let strum = settings.strum {
      let heard = try recording.strokes(of: strum, by: settings, channels: channels)
      return Findings(
        results: CheckedString.all(
          in: heard, targets: strum.targets, file: name, tolerance: settings.tolerance),
        pitches: [], warnings: heard.warnings)
    }
    let heard = try recording.notes(by: settings, channels: channels)
    let struck = Self.struck(among: heard.audible)
    let notes: [TrackedNote?] = struck.isEmpty ? [nil] : struck
    return Findings(
      results: notes.map {
        CheckedNote(
          file: name, note: $0, sampleRate: $0 == nil ? nil : heard.sampleRate,
          tolerance: settings.tolerance,
          target: $0.flatMap(settings.target.frequency(ofTargetOf:)))
      }, pitches: struck.filter { !$0.isPolyphonic }.map(\.frequency),
      warnings: heard.warnings)
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

  private func line(of result: any CheckedResult) -> String {
    switch format {
    case .text: result.line(CheckText(target: settings.target))
    case .csv: CSVRendering.row(result)
    case .ndjson: NDJSONRendering.line(result)
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
