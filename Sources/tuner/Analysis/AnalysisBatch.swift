// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import SignalProcessing
import Terminal

/// One run over several recordings: each is done, whatever happens to the others.
struct AnalysisBatch {
  /// What came of all of them together.
  struct Outcome {
    var heard = 0
    var unusable = 0

    var exitStatus: ExitStatus? {
      if unusable > 0 { return .usage }
      return heard > 0 ? nil : .answerIsNo
    }
  }

  private static let standardInputName = "standard input"

  let settings: AnalysisSettings
  let channels: ChannelSelection
  let content: OutputContent
  let format: OutputFormat
  let isJournaling: Bool
  let isQuiet: Bool

  /// Analyses `files` in their order.
  ///
  /// - Parameters:
  ///   - files: paths, or `-` for standard input.
  ///   - output: a file, or a directory when there are several recordings; `nil` for standard output.
  /// - Returns: how many recordings held a pitch, and how many could not be used.
  /// - Throws: `OutputError` when results can't be written and `ExitStatus.closedPipe` when nobody
  ///   reads them; nothing else stops a batch.
  func run(_ files: [String], output: String?) throws -> Outcome {
    let places = try OutputPlaces(files: files, output: output, format: format)
    var outcome = Outcome()
    for file in files {
      do {
        let report = try withDenormalsFlushed { try analyze(file, to: places.place(of: file)) }
        if report.clearResults > 0 { outcome.heard += 1 }
      } catch let error as OutputError {
        throw error
      } catch let status as ExitStatus {
        throw status
      } catch let error as StreamError {
        throw error
      } catch {
        outcome.unusable += 1
        say("\(name(of: file)): \(error)")
      }
    }
    if files.count > 1, outcome.unusable > 0 {
      say("\(outcome.unusable) of \(files.count) recordings could not be used")
    }
    return outcome
  }

  private func analyze(_ file: String, to place: OutputPlaces.Place) throws -> Hearing.Report {
    var reader = try open(file)
    var sink = try OutputSink(place, isImmediate: format != .csv)
    let feed =
      isJournaling
      ? try PracticeFeed.recording(file, sampleRate: reader.sampleRate, settings: settings.target)
      : nil
    let analysis = FileAnalysis(
      settings: settings, content: content, format: format,
      name: file == "-" ? Self.standardInputName : file, feed: feed)
    let report = try analysis.run(&reader, into: &sink)
    try sink.finish()
    try feed?.conclude(file, report.duration.seconds(at: reader.sampleRate), isQuiet: isQuiet)
    if !isQuiet { warn(about: file, report, reader.shortfall) }
    return report
  }

  private func open(_ file: String) throws(AudioFileError) -> AudioFileReader {
    if file == "-" { return try AudioFileReader.standardInput(channels: channels) }
    return try AudioFileReader(path: file, channels: channels)
  }

  private func warn(about file: String, _ report: Hearing.Report, _ shortfall: Shortfall?) {
    if let shortfall { say("\(name(of: file)): \(shortfall)") }
    if report.rejectedSamples > 0 {
      let samples =
        report.rejectedSamples == 1 ? "1 sample is" : "\(report.rejectedSamples) samples are"
      say(
        "\(name(of: file)): \(samples) not a number or out of all scale; "
          + "taken as silence, with no pitch around them")
    }
  }

  /// The recording as messages call it.
  private func name(of file: String) -> String {
    file == "-" ? Self.standardInputName : printable(file)
  }

  private func say(_ message: String) { StandardError.write("tuner: \(message)\n") }
}
