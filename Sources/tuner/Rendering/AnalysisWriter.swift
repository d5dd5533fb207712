// SPDX-License-Identifier: MIT

import NoteTracking
import Tuning

/// Writes what an analysis finds in one format, as it is found.
///
/// Only `TextWriter` and `MIDIWriter` keep notes until the end; the others need the same memory for an
/// hour as for a second.
protocol AnalysisWriter {
  /// Writes what comes before the first record.
  mutating func begin(_ sink: inout OutputSink) throws
  /// Writes one update, with what it says to a player.
  mutating func frame(
    _ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws
  /// Writes one note, in the order of their ends.
  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws
  /// Writes what comes behind the last record.
  ///
  /// - Parameters:
  ///   - report: what the recording held, as far as it could be read.
  ///   - failure: why it could not be read to its end; `nil` for a whole one.
  ///   - sink: where it goes.
  /// - Throws: what the sink throws.
  mutating func end(
    _ report: Hearing.Report, failure: String?, to sink: inout OutputSink) throws
}

extension AnalysisFormat {
  /// Makes the writer of this format.
  func writer(_ context: AnalysisContext) -> any AnalysisWriter {
    switch self {
    case .text: TextWriter(context)
    case .json: JSONWriter(context)
    case .ndjson: NDJSONWriter(context)
    case .csv: CSVWriter(context)
    case .labels: LabelWriter(context)
    case .jams: JAMSWriter(context)
    case .svl: SVLWriter(context)
    case .midi: MIDIWriter(context)
    }
  }
}
