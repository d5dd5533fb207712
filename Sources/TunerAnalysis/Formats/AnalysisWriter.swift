// SPDX-License-Identifier: MIT

import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of the events of an analysis in one format.
///
/// `TextWriter` and `MIDIWriter` keep notes and strokes until the end, and `JAMSWriter` and
/// `SVLWriter` keep chords. The memory of the others does not depend on the length of the
/// recording.
protocol AnalysisWriter {
  /// The file name extension.
  static var fileExtension: String { get }
  /// True if several recordings can follow one another on one stream.
  static var canFollow: Bool { get }
  /// True if every record reaches standard output as soon as it is rendered.
  static var isImmediate: Bool { get }
  /// True if the format can represent updates; every format can represent notes.
  static var holdsFrames: Bool { get }
  /// True if the format can represent strokes, and the updates of all strings.
  static var holdsStrokes: Bool { get }
  /// True if one file can hold the rows of several recordings.
  static var hasSharedTable: Bool { get }
  /// The properties of a file with the records of many recordings; `nil` if each recording needs a
  /// file of its own.
  static var appendedRecords: AppendedRecords? { get }
  /// True if the format contains records for programs.
  static var holdsRecords: Bool { get }
  /// The program that reads the format; `nil` for none in particular.
  static var reader: String? { get }

  /// Starts the output of one recording.
  init(_ context: AnalysisContext)
  /// Writes the opening of the document.
  mutating func begin(_ sink: inout OutputSink) throws
  /// Writes one update, with the state that a player sees.
  mutating func frame(
    _ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws
  /// Writes one note. Notes come in the order of their ends.
  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws
  /// Writes one update of all strings.
  mutating func update(_ update: StrumUpdate, to sink: inout OutputSink) throws
  /// Writes one stroke with its number in the recording, from 1.
  mutating func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws
  /// Writes the end of the document.
  ///
  /// - Parameters:
  ///   - summary: the totals of the recording, as far as it could be read.
  ///   - failure: the reason why the recording could not be read to its end; `nil` if it was
  ///     complete.
  ///   - sink: receives the text.
  /// - Throws: the errors of the sink.
  mutating func end(
    _ summary: RecordingSummary, failure: String?, to sink: inout OutputSink) throws
}

extension AnalysisWriter {
  /// False by default: records are written in blocks.
  static var isImmediate: Bool { false }
  /// True by default: the format can represent updates.
  static var holdsFrames: Bool { true }
  /// True by default: the format can represent strokes.
  static var holdsStrokes: Bool { true }
  /// False by default: every recording has a file of its own.
  static var hasSharedTable: Bool { false }
  /// `nil` by default: every recording has a file of its own.
  static var appendedRecords: AppendedRecords? { nil }
  /// True by default: the format contains records.
  static var holdsRecords: Bool { true }
  /// `nil` by default: no program in particular reads the format.
  static var reader: String? { nil }
}
