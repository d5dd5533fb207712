// SPDX-License-Identifier: MIT

import NoteTracking
import OfflineAnalysis
import Tuning

/// Writes what an analysis finds in one format, as it is found.
///
/// Only `TextWriter` and `MIDIWriter` keep notes until the end; the others need the same memory for an
/// hour as for a second.
protocol AnalysisWriter {
  /// The ending of a file that holds it.
  static var fileExtension: String { get }
  /// Whether what comes of several recordings can follow one another on one stream.
  static var canFollow: Bool { get }
  /// Whether every record reaches standard output as soon as it is rendered.
  static var isImmediate: Bool { get }
  /// Whether it can hold updates; notes it always can.
  static var holdsFrames: Bool { get }
  /// The program that it is for; `nil` for none in particular.
  static var reader: String? { get }

  /// Begins one recording.
  init(_ context: AnalysisContext)
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
    _ report: RecordingSummary, failure: String?, to sink: inout OutputSink) throws
}

extension AnalysisWriter {
  /// Records wait for one another.
  static var isImmediate: Bool { false }
  /// Updates are records too.
  static var holdsFrames: Bool { true }
  /// It is for no program in particular.
  static var reader: String? { nil }
}
