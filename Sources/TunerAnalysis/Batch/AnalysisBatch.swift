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

  private let inputs: BatchInputs
  let places: OutputPlaces
  /// The names of the recordings in files that people share.
  let titles: [String]
  /// The extent of the data for figures; `nil` for none.
  let extent: RecordingFigure.Extent?
  /// The file with the rows of all recordings; `nil` if each has a place of its own.
  let table: OutputFile?

  /// Prepares a run: checks the places of the results, and opens the table.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - output: a file, or a directory when there are several recordings; `nil` for standard
  ///     output.
  ///   - settings: the settings of every recording.
  ///   - channels: the channels that are mixed.
  ///   - content: the records that are written.
  ///   - format: the format of the records.
  ///   - verbosity: the amount of messages on standard error.
  ///   - jobs: the number of recordings that are analysed at once, from 1.
  ///   - skipsExisting: true to leave out recordings whose results exist already.
  ///   - figures: the figures and pages to make.
  ///   - makeFollower: makes a follower of each recording; `nil` for none.
  /// - Throws: `OutputError` for a place that can't be used, `UsageError` for figures that can't be
  ///   made, and `PictureConverterError` for a picture that can't become a PNG.
  package init(
    _ inputs: BatchInputs, output: String?, settings: AnalysisSettings,
    channels: ChannelSelection, content: OutputContent, format: AnalysisFormat,
    verbosity: Verbosity, jobs: Int, skipsExisting: Bool, figures: BatchFigures,
    makeFollower: FollowerMaker?
  ) throws {
    self.inputs = inputs
    self.settings = settings
    self.channels = channels
    self.content = content
    self.format = format
    self.verbosity = verbosity
    self.jobs = jobs
    self.skipsExisting = skipsExisting
    self.figures = figures
    self.makeFollower = makeFollower
    places = try OutputPlaces(
      inputs, output: output, fileExtension: format.writer.fileExtension,
      canShare: format.writer.hasSharedTable)
    try figures.prepare(sparing: inputs)
    titles = inputs.titles
    extent = figures.extent(hasSeveral: inputs.needsDirectory)
    if let path = places.table {
      if skipsExisting { throw SharedTableError(path: path) }
      table = try OutputFile(path: path)
      try table?.write(Array(CSVRendering.sharedHeader(of: content).utf8))
    } else {
      table = nil
    }
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

  /// True if the summary of the run has columns for notes.
  ///
  /// A quiet run and one recording have no summary.
  var summarisesNotes: Bool { content == .notes && verbosity != .quiet && titles.count > 1 }

  /// True if the run has results beside standard output, which a closed pipe must not end.
  var outlivesReader: Bool { figures.areRequested || makeFollower != nil }

  /// Analyses the recordings; their output has the same order.
  ///
  /// - Returns: the number of recordings that contained a pitch, and of those that could not be
  ///   used.
  /// - Throws: `OutputError` when results can't be written, `ExitStatus.closedPipe` when nobody
  ///   reads them and there are neither figures nor followers, and `PictureConverterError` for a
  ///   picture that can't become a PNG; nothing else stops a batch.
  package func run() throws -> BatchSummary {
    let progress = BatchProgress(inputs, isShown: verbosity != .quiet)
    var summary = BatchSummary(start: .now, target: settings.target)
    var figureWriter = try FigureWriter(figures, settings, hasSeveral: inputs.needsDirectory)
    do {
      defer { progress.clear() }
      try BatchOutput<Delivery>.run(count: inputs.all.count, jobs: jobs) { index, turn in
        try withDenormalsFlushed {
          let input = inputs.all[index]
          var delivery = try process(input, turn, progress, index)
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
    if summary.isUnusable {
      figureWriter.abandon()
    } else {
      try figureWriter.finish()
      try table?.commit()
    }
    return summary
  }
}
