// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import FileStore
import NoteTracking
import OfflineAnalysis
import Terminal
import TunerRuntime

extension AnalysisBatch {
  /// Analyses one recording, or states why it can't be used.
  func process(
    _ input: BatchInputs.Input, _ turn: BatchTurn, _ progress: BatchProgress, _ index: Int
  ) throws -> Delivery {
    defer { progress.finish(index) }
    if let problem = input.problem {
      return Delivery(
        messages: ["\(input.name): \(problem)"], result: RecordingResult(kind: .unusable))
    }
    if skipsExisting, places.holdsResult(of: input.identity) {
      return Delivery(result: RecordingResult(kind: .skipped))
    }
    do {
      return try output(of: input, turn, progress, index)
    } catch  where !Self.isFatal(error) && turn.isGoing {
      return Delivery(
        messages: ["\(input.name): \(error)"], result: RecordingResult(kind: .unusable))
    }
  }

  /// Opens the place of a recording, and analyses the recording.
  ///
  /// - Throws: the errors of the place; those of the recording are in the result.
  private func output(
    of input: BatchInputs.Input, _ turn: BatchTurn, _ progress: BatchProgress, _ index: Int
  ) throws -> Delivery {
    var sink = try OutputSink(
      places.place(of: input.identity), isImmediate: format.writer.isImmediate,
      outlivesReader: outlivesReader, turn: turn, table: table)
    var delivery: Delivery
    do {
      delivery = try analyze(input, into: &sink, progress, index)
    } catch  where !Self.isFatal(error) && turn.isGoing {
      return Delivery(
        output: sink.abandon(), messages: ["\(input.name): \(error)"],
        result: RecordingResult(kind: .unusable))
    }
    delivery.output = try sink.finish()
    return delivery
  }

  private func analyze(
    _ input: BatchInputs.Input, into sink: inout OutputSink, _ progress: BatchProgress,
    _ index: Int
  ) throws -> Delivery {
    let start = ThreadTime.now
    var reader = try PartReader(input.identity, channels: channels)
    let follower = try makeFollower?(input.identity, reader.sampleRate)
    var analysis = FileAnalysis(
      context: AnalysisContext(
        settings: settings, content: content, format: format,
        name: FilePath.inputName(input.path), title: titles[index], sampleRate: reader.sampleRate,
        part: input.part, sharesTable: table != nil),
      isTimed: verbosity == .verbose, figure: extent, follower: follower)
    var notes: [TrackedNote] = []
    if summarisesNotes { analysis.noteReceiver = { notes.append($0) } }
    let (rate, promised) = (reader.sampleRate, reader.promisedFrames)
    let (summary, figure) = try analysis.run(
      &reader, into: &sink, isCancelled: { $0.mixIsCancelled },
      progress: { count in progress.advance(index, samples: count, of: promised, at: rate) })
    var messages: [String] = []
    if verbosity != .quiet {
      messages = RecordingWarnings.all(reader.remark, summary).map { "\(input.name): \($0)" }
    }
    let seconds = summary.duration.seconds(at: rate)
    if let account = try follower?.conclude(input.path, after: seconds), verbosity != .quiet {
      messages.append(account)
    }
    if verbosity == .verbose {
      let timing = AnalysisTiming(
        soundSeconds: seconds, totalSeconds: ThreadTime.now - start,
        engineSeconds: summary.pipelineSeconds, noteSeconds: summary.noteSeconds)
      messages.append("\(input.name): \(timing)")
    }
    return Delivery(
      messages: messages, result: result(of: summary, notes, seconds: seconds), figure: figure)
  }

  /// Returns the result of one recording for the summary of the batch.
  private func result(
    of summary: RecordingSummary, _ notes: [TrackedNote], seconds: Double
  ) -> RecordingResult {
    RecordingResult(
      kind: content.hasPitch(summary) ? .heard : .silent, seconds: seconds,
      finding: summarisesNotes ? RecordingFinding(notes, tolerance: settings.tolerance) : nil,
      strokeCount: content == .strokes ? summary.strokeCount : nil)
  }
}
