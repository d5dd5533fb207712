// SPDX-License-Identifier: MIT

package import Acoustics
import AudioFile
package import AudioInput
import FileStore
import Glibc
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

  /// The output of one recording.
  struct Delivery: BatchDelivery {
    /// The bytes that have yet to be written to standard output.
    var output: [UInt8] = []
    /// Lines for standard error.
    var messages: [String] = []
    /// The outcome of the recording.
    var result: RecordingResult
    /// The data of its figure; `nil` for none.
    var figure: RecordingFigure?

    var size: Int { output.count + (figure?.size ?? 0) }
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

  let settings: AnalysisSettings
  let channels: ChannelSelection
  let content: OutputContent
  let format: AnalysisFormat
  let verbosity: Verbosity
  private let jobs: Int
  let skipsExisting: Bool
  private let figures: BatchFigures
  let makeFollower: FollowerMaker?
  /// The names of the recordings in files that people share.
  private(set) var titles: [String] = []
  /// The extent of the data for figures; `nil` for none.
  private(set) var extent: RecordingFigure.Extent?
  /// The file with the rows of all recordings; `nil` if each has a place of its own.
  private(set) var table: OutputFile?

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
  ///
  /// A place that is too long for the file system, or that is a directory, is that of one recording
  /// only.
  static func isFatal(_ error: any Error) -> Bool {
    if case .file(let failure)? = error as? OutputError,
      failure.code == ENAMETOOLONG || failure.code == EISDIR
    {
      return false
    }
    return error is OutputError || error is ExitStatus || error is StreamError
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
  ///   reads them and there are neither figures nor followers, `UsageError` for figures that can't
  ///   be made, and `PictureConverterError` for a picture that can't become a PNG; nothing else
  ///   stops a batch.
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

  /// True if the summary of the run has columns for notes.
  ///
  /// A quiet run and one recording have no summary.
  var summarisesNotes: Bool { content == .notes && verbosity != .quiet && titles.count > 1 }

  /// True if the run has results beside standard output, which a closed pipe must not end.
  var outlivesReader: Bool { figures.areRequested || makeFollower != nil }

  /// Opens the file with the rows of all recordings, and writes the names of its columns.
  private func openedTable(_ path: String?) throws -> OutputFile? {
    guard let path else { return nil }
    if skipsExisting { throw SharedTableError(path: path) }
    let table = try OutputFile(path: path)
    try table.write(Array(CSVRendering.sharedHeader(of: content).utf8))
    return table
  }

  private func analyze(_ inputs: BatchInputs, _ places: OutputPlaces) throws -> BatchSummary {
    let progress = BatchProgress(inputs, isShown: verbosity != .quiet)
    var summary = BatchSummary(start: .now, target: settings.target)
    var figureWriter = try FigureWriter(
      figures, settings, hasSeveral: inputs.needsDirectory)
    do {
      defer { progress.clear() }
      try BatchOutput<Delivery>.run(count: inputs.all.count, jobs: jobs) { index, turn in
        try withDenormalsFlushed {
          let input = inputs.all[index]
          var delivery = try process(input, places, turn, progress, index)
          delivery.result.name = input.name
          return delivery
        }
      } consume: { delivery in
        if let table {
          try table.write(delivery.output)
        } else {
          try StandardOutput.write(delivery.output, outlivesReader: outlivesReader)
        }
        if !delivery.messages.isEmpty { progress.clear() }
        for message in delivery.messages { StandardError.write("tuner: \(message)\n") }
        if let figure = delivery.figure { try figureWriter.add(figure) }
        summary.add(delivery.result)
      }
    } catch {
      figureWriter.abandon()
      throw error
    }
    if summary.isUnusable { figureWriter.abandon() } else { try figureWriter.finish() }
    return summary
  }
}
