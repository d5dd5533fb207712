// SPDX-License-Identifier: MIT

import AudioInput
import OfflineAnalysis
import TunerRuntime

extension FileAnalysis {
  /// Analyses the strokes of `source` to its end.
  ///
  /// A follower receives the results for one string, which a second analysis of the same samples
  /// gives.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - strum: the strings.
  ///   - writer: writes the records.
  ///   - builder: takes the samples and the strokes; `nil` for no figure.
  ///   - sink: receives the records.
  ///   - progress: receives the number of samples of every block.
  ///   - summary: the totals, which are set even if the source fails.
  /// - Throws: the errors of the source and of the sink, and `StrumError` for a rate that is not
  ///   supported.
  func strum<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ strum: StrumTargets, _ writer: inout any AnalysisWriter,
    _ builder: RecordingFigureBuilder?, into sink: inout OutputSink, progress: (Int) -> Void,
    summary: inout RecordingSummary
  ) throws {
    let processorTime = isTimed ? { ThreadTime.now } : nil
    var analysis = try StrumAnalysis(
      strum.configuration(at: source.sampleRate), updateRate: context.settings.rate,
      clock: context.settings.clock, processorTime: processorTime)
    var number = 0
    func prepare(_ block: Span<Float>) throws {
      try builder?.take(block)
      progress(block.count)
    }
    func take(_ event: StrumAnalysis.Event) throws {
      try write(event, &number, builder, &writer, &sink)
    }
    guard let follower else {
      defer { summary = analysis.summary }
      return try analysis.run(&source, preparing: prepare, take)
    }
    var pair = PairedAnalysis(
      analysis,
      try context.settings.analysis(
        at: source.sampleRate, tracksNotes: false, detectingSecondString: true,
        processorTime: processorTime))
    defer {
      summary = pair.first.summary
      summary.pipelineSeconds += pair.second.summary.pipelineSeconds
    }
    try pair.run(&source, preparing: prepare) { event in
      switch event {
      case .first(let event): try take(event)
      case .second(.result(let result, _)): follower.take(result)
      case .second(.note): break
      }
    }
  }

  private func write(
    _ event: StrumAnalysis.Event, _ number: inout Int, _ builder: RecordingFigureBuilder?,
    _ writer: inout any AnalysisWriter, _ sink: inout OutputSink
  ) throws {
    switch event {
    case .update(let update):
      builder?.take(update)
      if context.content == .strumFrames { try writer.update(update, to: &sink) }
    case .stroke(let stroke):
      number += 1
      builder?.take(stroke)
      if context.content == .strokes { try writer.stroke(stroke, number: number, to: &sink) }
    }
  }
}
