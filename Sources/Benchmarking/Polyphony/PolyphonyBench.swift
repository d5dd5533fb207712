// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import NoteTracking
internal import OfflineAnalysis
internal import PitchDetection
internal import SignalProcessing
internal import Tuning

/// A test of polyphony detection: chords must be flagged as polyphonic, single notes must not.
package enum PolyphonyBench {
  /// The least share of chords that must be flagged as polyphonic, and the greatest of notes.
  package static let limits = (chords: 0.95, notes: 0.01)

  /// Runs `tuner analyze` on recordings at 20 updates a second and compares the flags.
  ///
  /// - Parameters:
  ///   - items: the recordings; the single notes are also mixed to chords.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report; when a limit is missed, every wrong flag is an incident.
  /// - Throws: `ItemFault` for a recording that can't be read, `PolyphonyBenchError.nothing`
  ///   without a recording of chords or notes.
  package static func run(
    _ items: ItemList, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> ServiceReport {
    let trials = try PolyphonyTrials.list(items)
    guard !trials.isEmpty else { throw PolyphonyBenchError.nothing }
    let outcomes = try judge(trials, progress: progress)
    return ServiceReport(
      schema: ServiceReport.schema, command: "polyphony", provenance: .current(),
      datasets: items.checksums,
      conditions: [
        "20 updates a second",
        "a chord is judged by its longest note; one string counts as a chord if any note of it does",
        "chords: recorded ones, and sums of two to six recorded strings of one instrument",
      ], tables: tables(of: outcomes), incidents: incidents(of: outcomes), runs: 1, curves: [],
      unmeasured: unmeasured(in: outcomes))
  }

  private static func judge(
    _ trials: [PolyphonyTrial], progress: @escaping @Sendable (Double) -> Void
  ) throws -> [PolyphonyOutcome] {
    try concurrentValues(count: trials.count, progress: progress) { index in
      try withDenormalsFlushed { try outcome(of: trials[index]) }
    }
  }

  private static func outcome(of trial: PolyphonyTrial) throws -> PolyphonyOutcome {
    var analysis = try RecordingAnalysis(
      sampleRate: trial.sampleRate,
      .init(updateRate: .standard, classifier: PitchClassifier(selection: .chromatic)),
      detector: ChosenDetector(
        .engine, .init(sampleRate: trial.sampleRate, detectsSecondString: true)))
    var notes: [TrackedNote] = []
    func take(_ event: RecordingAnalysis.Event) {
      if case .note(let note) = event { notes.append(note) }
    }
    analysis.append(trial.samples.span, take)
    analysis.finish(take)
    // `tuner analyze` does not list fainter notes either.
    let heard = AudibleNotes.among(notes)
    let longest = heard.max { $0.end.distance(from: $0.start) < $1.end.distance(from: $1.start) }
    return PolyphonyOutcome(
      name: trial.name, set: trial.set, group: trial.group, noteCount: heard.count,
      polyphonicCount: heard.count(where: \.isPolyphonic),
      isPolyphonic: longest?.isPolyphonic ?? false)
  }

  // MARK: - Figures

  static func tables(of outcomes: [PolyphonyOutcome]) -> [FigureTable] {
    var sets: [String] = []
    for outcome in outcomes where !sets.contains(outcome.set) { sets.append(outcome.set) }
    let rows = sets.map { set in row(set, outcomes.filter { $0.set == set }) }
    return [
      FigureTable(
        "polyphony", "What was called polyphonic",
        [
          .count("chords"), .good("chords, called so"), .count("single notes"),
          .bad("single notes, called chords"), .count("notes of phrases"),
          .bad("notes of phrases, called chords"),
        ], rows + [row("all", outcomes)])
    ]
  }

  private static func row(_ name: String, _ outcomes: [PolyphonyOutcome]) -> FigureTable.Row {
    let chords = outcomes.filter { $0.group == .chord }
    let notes = outcomes.filter { $0.group == .note }
    let phrases = outcomes.filter { $0.group == .phrase }
    let played = phrases.reduce(0) { $0 + $1.noteCount }
    return .init(
      name: name,
      figures: [
        chords.isEmpty ? nil : Double(chords.count),
        Rate(hits: chords.count(where: \.isPolyphonic), of: chords.count).share,
        notes.isEmpty ? nil : Double(notes.count),
        Rate(hits: notes.count { $0.polyphonicCount > 0 }, of: notes.count).share,
        played == 0 ? nil : Double(played),
        Rate(hits: phrases.reduce(0) { $0 + $1.polyphonicCount }, of: played).share,
      ])
  }

  /// Returns the limits without a trial.
  static func unmeasured(in outcomes: [PolyphonyOutcome]) -> [String] {
    [("chords", PolyphonyTrial.Group.chord), ("single notes", .note)].filter { _, group in
      !outcomes.contains { $0.group == group }
    }.map(\.0)
  }

  /// Returns every wrong flag when a limit is missed.
  static func incidents(
    of outcomes: [PolyphonyOutcome]
  ) -> [ServiceReport.Incident] {
    let chords = outcomes.filter { $0.group == .chord }
    let notes = outcomes.filter { $0.group == .note }
    let missed = chords.filter { !$0.isPolyphonic }
    let wrong = notes.filter { $0.polyphonicCount > 0 }
    let isChordMissed = Double(missed.count) > (1 - limits.chords) * Double(chords.count) + 1e-9
    let isNoteWrong = Double(wrong.count) > limits.notes * Double(notes.count) + 1e-9
    return missed.map {
      .init(place: $0.name, event: "a chord was taken for a note", isExcused: !isChordMissed)
    }
      + wrong.map {
        .init(place: $0.name, event: "a note was called a chord", isExcused: !isNoteWrong)
      }
  }
}

/// The reasons why polyphony can't be measured.
package enum PolyphonyBenchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No recording contains a chord or a note.
  case nothing

  /// Two sentences for a person that end with the remedy.
  package var description: String {
    "no recording contains a chord or a note. Name others with --dataset"
  }
}
