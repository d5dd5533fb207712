// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Dispatch
import OfflineAnalysis
import SignalProcessing
import Terminal
import TunerRuntime

/// One run over several recordings: each is done, whatever happens to the others.
struct AnalysisBatch: Sendable {
  /// How much is said on standard error.
  enum Verbosity: Sendable { case quiet, normal, verbose }

  private static let standardInputName = "standard input"

  let settings: AnalysisSettings
  let channels: ChannelSelection
  let content: OutputContent
  let format: AnalysisFormat
  let verbosity: Verbosity
  /// How many recordings are under way at once.
  let jobs: Int
  /// Whether a recording whose results are there already is left out.
  let skipsExisting: Bool
  /// Whether what was played goes into the practice journal.
  let isJournaling: Bool
  /// Pictures and pages to be made.
  let pictures: BatchPictures

  /// Tells whether an error ends the batch: the results can't be written.
  static func isFatal(_ error: any Error) -> Bool {
    error is OutputError || error is ExitStatus || error is StreamError
  }

  /// Analyses the recordings; what is written comes in their order.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - output: a file, or a directory when there are several recordings; `nil` for standard output.
  /// - Returns: how many recordings held a pitch, and how many could not be used.
  /// - Throws: `OutputError` when results can't be written and `ExitStatus.closedPipe` when nobody
  ///   reads them; nothing else stops a batch.
  func run(_ inputs: BatchInputs, output: String?) throws -> BatchSummary {
    let places = try OutputPlaces(
      inputs, output: output, fileExtension: format.writer.fileExtension)
    try pictures.prepare(sparing: inputs)
    let progress = BatchProgress(inputs, isShown: verbosity != .quiet)
    var summary = BatchSummary(start: .now)
    var gallery = try Gallery(pictures, settings)
    // Only the delivery whose turn it is runs this, and only until the loop below is over.
    try withoutActuallyEscaping({ (delivery: BatchOutput.Delivery) throws in
      try delivery.output.withUnsafeBytes { try StandardOutput.write($0) }
      if !delivery.messages.isEmpty { progress.clear() }
      for message in delivery.messages { StandardError.write("tuner: \(message)\n") }
      if let portrait = delivery.portrait { try gallery.add(portrait) }
      summary.add(delivery.result)
    }) { consume in
      let order = BatchOutput(consume)
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
    }
    try gallery.finish()
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
    if skipsExisting, places.holdsResult(of: input.path) {
      return BatchOutput.Delivery(result: RecordingResult(kind: .skipped))
    }
    var sink = try OutputSink(
      places.place(of: input.path), isImmediate: format.writer.isImmediate, turn: turn)
    var delivery: BatchOutput.Delivery
    do {
      delivery = try analyze(input.path, into: &sink, progress, index)
    } catch  where !Self.isFatal(error) && turn.isGoing {
      return BatchOutput.Delivery(
        output: sink.abandon(), messages: ["\(name(of: input.path)): \(error)"],
        result: RecordingResult(kind: .unusable))
    }
    delivery.output = try sink.finish()
    return delivery
  }

  private func analyze(
    _ file: String, into sink: inout OutputSink, _ progress: BatchProgress, _ index: Int
  ) throws -> BatchOutput.Delivery {
    let start = ThreadTime.now
    var reader = try open(file)
    let feed =
      isJournaling
      ? try PracticeFeed.recording(
        file, sampleRate: reader.sampleRate, settings.target.classifier,
        settings.target.tolerance)
      : nil
    let analysis = FileAnalysis(
      settings: settings, content: content, format: format,
      name: file == "-" ? Self.standardInputName : file, isTimed: verbosity == .verbose,
      portrait: pictures.extent, feed: feed)
    let (rate, promised) = (reader.sampleRate, reader.promisedFrames)
    let (report, portrait) = try analysis.run(&reader, into: &sink) { count in
      progress.advance(index, samples: count, of: promised, at: rate)
    }
    var messages = verbosity == .quiet ? [] : warnings(file, report, reader.shortfall)
    let seconds = report.duration.seconds(at: rate)
    if let account = try feed?.conclude(file, seconds), verbosity != .quiet {
      messages.append(account)
    }
    if verbosity == .verbose {
      let timing = AnalysisTiming(
        soundSeconds: seconds, totalSeconds: ThreadTime.now - start,
        engineSeconds: report.pipelineSeconds)
      messages.append("\(name(of: file)): \(timing)")
    }
    return BatchOutput.Delivery(
      messages: messages,
      result: RecordingResult(
        kind: report.clearResults + report.noteCount > 0 ? .heard : .silent, seconds: seconds,
        noteCount: content == .notes ? report.noteCount : nil, chordCount: report.chordCount),
      portrait: portrait)
  }

  private func open(_ file: String) throws(AudioFileError) -> AudioFileReader {
    if file == "-" { return try AudioFileReader.standardInput(channels: channels) }
    return try AudioFileReader(path: file, channels: channels)
  }

  private func warnings(
    _ file: String, _ report: RecordingSummary, _ shortfall: Shortfall?
  ) -> [String] {
    var warnings: [String] = []
    if let shortfall { warnings.append("\(name(of: file)): \(shortfall)") }
    if report.rejectedSamples > 0 {
      let samples =
        report.rejectedSamples == 1 ? "1 sample is" : "\(report.rejectedSamples) samples are"
      warnings.append(
        "\(name(of: file)): \(samples) not a number or out of all scale; "
          + "taken as silence, with no pitch around them")
    }
    return warnings
  }

  /// The recording as messages call it.
  private func name(of file: String) -> String {
    file == "-" ? Self.standardInputName : printable(file)
  }
}
