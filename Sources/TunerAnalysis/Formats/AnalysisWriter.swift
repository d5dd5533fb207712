// SPDX-License-Identifier: MIT

import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of an analysis in one format, as its events come.
///
/// Only `TextWriter` and `MIDIWriter` keep notes and strokes until the end; the others need the same memory for an
/// hour as for a second.
protocol AnalysisWriter {
  /// The ending of its files.
  static var fileExtension: String { get }
  /// True where several recordings can follow one another on one stream.
  static var canFollow: Bool { get }
  /// True where every record reaches standard output as soon as it is rendered.
  static var isImmediate: Bool { get }
  /// True where it can hold updates; every format holds notes.
  static var holdsFrames: Bool { get }
  /// True where it can hold strokes, and the updates of all strings.
  static var holdsStrokes: Bool { get }
  /// The program that reads it; `nil` for no particular one.
  static var reader: String? { get }

  /// Begins one recording.
  init(_ context: AnalysisContext)
  /// Writes the opening of the document.
  mutating func begin(_ sink: inout OutputSink) throws
  /// Writes one update, with its state for a player.
  mutating func frame(
    _ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws
  /// Writes one note, in the order of their ends.
  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws
  /// Writes one update of all strings.
  mutating func update(_ update: StrumUpdate, to sink: inout OutputSink) throws
  /// Writes one stroke with its number in the recording, from 1.
  mutating func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws
  /// Writes the end of the document.
  ///
  /// - Parameters:
  ///   - summary: the totals of the recording, as far as it could be read.
  ///   - failure: the reason why it could not be read to its end; `nil` for a whole one.
  ///   - sink: receives the text.
  /// - Throws: what the sink throws.
  mutating func end(
    _ summary: RecordingSummary, failure: String?, to sink: inout OutputSink) throws
}

extension AnalysisWriter {
  /// False: records are written in blocks.
  static var isImmediate: Bool { false }
  /// True: updates are records too.
  static var holdsFrames: Bool { true }
  /// True: strings are records too.
  static var holdsStrokes: Bool { true }
  /// `nil`: no particular program reads it.
  static var reader: String? { nil }
}
