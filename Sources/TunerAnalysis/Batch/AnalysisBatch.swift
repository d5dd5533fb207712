// SPDX-License-Identifier: MIT

package import Acoustics
import AudioFile
package import AudioInput
import Dispatch
import NoteTracking
import OfflineAnalysis
import SignalProcessing
import Terminal
import TunerRuntime

/// One run over several recordings; an error in one does not stop the others.
package struct AnalysisBatch: Sendable {
  /// The amount of messages on standard error.
  package enum Verbosity: Sendable {
    /// Errors only.
    case quiet
    /// Errors and warnings.
    case normal
    /// Errors, warnings, and the cost of each recording.
    case verbose
  }

  /// Makes a follower of one recording.
  ///
  /// - Parameters:
  ///   - recording: the recording or the part of it; `-` for standard input.
  ///   - sampleRate: its rate.
  /// - Returns: a follower without results.
  /// - Throws: the reason why there is none. The recording then counts as unusable.
  package typealias FollowerMaker =
    @Sendable (_ recording: RecordingIdentity, _ sampleRate: SampleRate) throws ->
    any ResultFollower

  private static let standardInputName = "standard input"

  private let settings: AnalysisSettings
  private let channels: ChannelSelection
  private let content: OutputContent
  private let format: AnalysisFormat
  private let verbosity: Verbosity
  private let jobs: Int
  private let skipsExisting: Bool
  private let figures: BatchFigures
  private let makeFollower: FollowerMaker?
  /// The names of the recordings in files that people share.
  private var titles: [String] = []
  /// The extent of the data for figures; `nil` for none.
  private var extent: RecordingFigure.Extent?
  /// The file with the rows of all recordings; `nil` if each has a place of its own.
  private var table: SharedTable?

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - settings: the settings of every recording.
  ///   - channels: the channels that are mixed.
  ///   - content: the records that are written.
  ///   - format: the format of the records.
  ///   - verbosity: the amount of messages on standard error.
  ///   - jobs: the number of recordings that are analysed at once, from 1.
  ///   - skipsExisting: true to leave out recordings whose results exist already.
  ///   - figures: the figures and pages to make.
  ///   - makeFollower: makes a follower of each recording; `nil` for none.
  package init(
    settings: AnalysisSettings, channels: ChannelSelection, content: OutputContent,
    format: AnalysisFormat, verbosity: Verbosity, jobs: Int, skipsExisting: Bool,
    figures: BatchFigures, makeFollower: FollowerMaker?
  ) {
    self.settings = settings
    self.channels = channels
    self.content = content
    self.format = format
    self.verbosity = verbosity
    self.jobs = jobs
    self.skipsExisting = skipsExisting
    self.figures = figures
    self.makeFollower = makeFollower
  }

  /// Returns true for an error that ends the batch, because the results can't be written.
  static func isFatal(_ error: any Error) -> Bool {
    error is OutputError || error is ExitStatus || error is StreamError
  }

  /// Analyses the recordings; their output has the same order.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - output: a file, or a directory when there are several recordings; `nil` for standard
  ///     output.
  /// - Returns: the number of recordings that contained a pitch, and of those that could not be
  ///   used.
  /// - Throws: `OutputError` when results can't be written, `ExitStatus.closedPipe` when nobody
  ///   reads them, `UsageError` for figures that can't be made, and `PictureConverterError` for a
  ///   picture that can't become a PNG; nothing else stops a batch.
  package func run(_ inputs: BatchInputs, output: String?) throws -> BatchSummary {
    var prepared = self
    return try prepared.runPrepared(inputs, output: output)
  }

  private mutating func runPrepared(
    _ inputs: BatchInputs, output: String?
  ) throws -> BatchSummary {
    let places = try OutputPlaces(
      inputs, output: output, fileExtension: format.writer.fileExtension,
      canShare: format.writer.hasSharedTable)
    try figures.prepare(sparing: inputs)
    titles = inputs.titles
    extent = figures.extent(hasSeveral: inputs.needsDirectory)
    table = try openedTable(places.table)
    let batch = self
    let summary = try batch.analyze(inputs, places)
    if !summary.isUnusable { try table?.commit() }
    return summary
  }

  /// Opens the file with the rows of all recordings, and writes the names of its columns.
  private func openedTable(_ path: String?) throws -> SharedTable? {
    guard let path else { return nil }
    if skipsExisting { throw SharedTableError(path: path) }
    let table = try SharedTable(path: path)
    let header = CSVRendering.header(
      of: content.record, withFile: true, withVerdict: content == .notes)
    try table.write(Array(header.utf8))
    return table
  }

  private func analyze(_ inputs: BatchInputs, _ places: OutputPlaces) throws -> BatchSummary {
    let progress = BatchProgress(inputs, isShown: verbosity != .quiet)
    var summary = BatchSummary(start: .now, target: settings.target)
    var figureWriter = try FigureWriter(
      figures, settings, hasSeveral: inputs.needsDirectory)
    // The batch calls this for one delivery at a time, and only until the loop below is over.
    // withoutActuallyEscaping would put the length of this file's path into the program.
    let order = BatchOutput { (delivery: BatchOutput.Delivery) throws in
      if let table {
        try table.write(delivery.output)
      } else {
        try delivery.output.withUnsafeBytes { try StandardOutput.write($0) }
      }
      if !delivery.messages.isEmpty { progress.clear() }
      for message in delivery.messages { StandardError.write("tuner: \(message)\n") }
      if let figure = delivery.figure { try figureWriter.add(figure) }
      summary.add(delivery.result)
    }
    let next = BatchCounter(count: inputs.all.count)
    DispatchQueue.concurrentPerform(iterations: min(jobs, max(1, inputs.all.count))) { _ in
      while order.stopped == nil, let index = next.take() {
        do {
          try withDenormalsFlushed {
            let input = inputs.all[index]
            var delivery = try process(
              input, places, order.turn(of: index), progress, index)
            delivery.result.name = name(of: input.path)
            try order.deliver(delivery, of: index)
          }
        } catch {
          order.stop(error)
        }
      }
    }
    progress.clear()
    if let error = order.stopped { throw error }
    if summary.isUnusable { figureWriter.abandon() } else { try figureWriter.finish() }
    return summary
  }

  private func process(
    _ input: BatchInputs.Input, _ places: OutputPlaces, _ turn: BatchOutput.Turn,
    _ progress: BatchProgress, _ index: Int
  ) throws -> BatchOutput.Delivery {
    defer { progress.finish(index) }
    if let problem = input.problem {
      return BatchOutput.Delivery(
        messages: ["\(name(of: input.path)): \(problem)"], result: RecordingResult(kind: .unusable))
    }
    if skipsExisting, places.holdsResult(of: input.identity) {
      return BatchOutput.Delivery(result: RecordingResult(kind: .skipped))
    }
    var sink = try OutputSink(
      places.place(of: input.identity), isImmediate: format.writer.isImmediate, turn: turn,
      table: table)
    var delivery: BatchOutput.Delivery
    do {
      delivery = try analyze(input, into: &sink, progress, index)
    } catch  where !Self.isFatal(error) && turn.isGoing {
      return BatchOutput.Delivery(
        output: sink.abandon(), messages: ["\(name(of: input.path)): \(error)"],
        result: RecordingResult(kind: .unusable))
    }
    delivery.output = try sink.finish()
    return delivery
  }

  private func analyze(
    _ input: BatchInputs.Input, into sink: inout OutputSink, _ progress: BatchProgress,
    _ index: Int
  ) throws -> BatchOutput.Delivery {
    let start = ThreadTime.now
    let file = input.path
    var reader = try PartReader(input.identity, channels: channels)
    let follower = try makeFollower?(input.identity, reader.sampleRate)
    var analysis = FileAnalysis(
      settings: settings, content: content, format: format,
      name: file == "-" ? Self.standardInputName : file, isTimed: verbosity == .verbose,
      figure: extent, follower: follower)
    analysis.part = input.part
    analysis.title = titles[index]
    analysis.namesFile = table != nil
    analysis.hasVerdict = table != nil && content == .notes
    var notes: [TrackedNote] = []
    analysis.noteReceiver = { notes.append($0) }
    let (rate, promised) = (reader.sampleRate, reader.promisedFrames)
    let (summary, figure) = try analysis.run(&reader, into: &sink) { count in
      progress.advance(index, samples: count, of: promised, at: rate)
    }
    var messages = verbosity == .quiet ? [] : warnings(file, summary, reader.remark)
    let seconds = summary.duration.seconds(at: rate)
    if let account = try follower?.conclude(file, after: seconds), verbosity != .quiet {
      messages.append(account)
    }
    if verbosity == .verbose {
      let timing = AnalysisTiming(
        soundSeconds: seconds, totalSeconds: ThreadTime.now - start,
        engineSeconds: summary.pipelineSeconds, noteSeconds: summary.noteSeconds)
      messages.append("\(name(of: file)): \(timing)")
    }
    return BatchOutput.Delivery(
      messages: messages,
      result: RecordingResult(
        kind: summary.hasPitch || summary.noteCount > 0 ? .heard : .silent, seconds: seconds,
        finding: content == .notes
          ? RecordingFinding(notes, tolerance: settings.tolerance) : nil,
        strokeCount: content == .strokes ? summary.strokeCount : nil),
      figure: figure)
  }

  private func warnings(
    _ file: String, _ summary: RecordingSummary, _ remark: String?
  ) -> [String] {
    var warnings: [String] = []
    if let remark { warnings.append("\(name(of: file)): \(remark)") }
    if summary.rejectedSamples > 0 {
      let (samples, place) =
        summary.rejectedSamples == 1
        ? ("1 sample is", "it") : ("\(summary.rejectedSamples) samples are", "them")
      warnings.append(
        "\(name(of: file)): \(samples) not a number or out of all scale; "
          + "taken as silence, with no pitch around \(place)")
    }
    return warnings
  }

  /// The name of the recording in messages.
  private func name(of file: String) -> String {
    file == "-" ? Self.standardInputName : printable(file)
  }
}
