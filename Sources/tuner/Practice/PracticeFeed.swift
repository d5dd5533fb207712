// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PracticeGoals
import PracticeServices
import Terminal
import TunerAnalysis
import Tuning

/// Writes practice to the journal: that of `tuner live`, and that of `tuner analyze --journal`.
///
/// If the journal can't be written, this reports it once, and listening continues.
final class PracticeFeed {
  private let journal: PracticeJournal
  private let isLive: Bool
  private let report: (String) -> Void
  private var recorder: PracticeRecorder
  private var waiting: [PracticeRecord] = []
  private var hasFailed = false
  /// The moment at which the last sample of a recording was played.
  private var end = WallTime(milliseconds: 0)
  /// The practice written so far, in minutes.
  private(set) var minutes = 0.0

  /// Begins a feed of live sound.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - report: receives, once, the reason why the journal can't be written.
  /// - Returns: the feed.
  /// - Throws: `PracticeUsageError` without a home directory.
  static func live(
    sampleRate: SampleRate, _ classifier: PitchClassifier, _ tolerance: TuningTolerance,
    report: @escaping (String) -> Void
  ) throws -> PracticeFeed {
    try PracticeFeed(
      start: SystemClock().now, sampleRate: sampleRate, classifier, tolerance, source: .live,
      report: report)
  }

  /// Begins a feed of a recording, whose end is the time when its file was last written.
  ///
  /// - Parameters:
  ///   - path: the recording; `-` for live sound on standard input.
  ///   - sampleRate: its rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  /// - Returns: the feed.
  /// - Throws: `PracticeUsageError` without a home directory.
  static func recording(
    _ path: String, sampleRate: SampleRate, _ classifier: PitchClassifier,
    _ tolerance: TuningTolerance
  ) throws -> PracticeFeed {
    var status = stat()
    let isFile = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let feed = try PracticeFeed(
      start: WallTime(milliseconds: 0), sampleRate: sampleRate, classifier, tolerance,
      source: .recording, report: { _ in })
    feed.end = isFile ? WallTime(seconds: Int64(status.st_mtim.tv_sec)) : SystemClock().now
    return feed
  }

  private init(
    start: WallTime, sampleRate: SampleRate, _ classifier: PitchClassifier,
    _ tolerance: TuningTolerance, source: PracticeRecord.Source, report: @escaping (String) -> Void
  ) throws {
    journal = try PracticePlaces().journal
    isLive = source == .live
    self.report = report
    recorder = PracticeRecorder(
      start: start, sampleRate: sampleRate, classifier: classifier, tolerance: tolerance,
      tuning: classifier.selection.id, source: source)
  }

  /// Adds the next result.
  func take(_ result: PitchResult) {
    guard let record = recorder.take(result) else { return }
    waiting.append(record)
    if isLive { write() }
  }

  /// Ends the stream.
  ///
  /// - Parameter seconds: the length of the stream.
  /// - Returns: true if it was written; false for a recording that is in the journal already.
  /// - Throws: `JournalError` when a recording can't be written.
  func finish(after seconds: Double) throws -> Bool {
    if let record = recorder.finish() { waiting.append(record) }
    if isLive {
      write()
      return true
    }
    let origin = recorder.origin
    let start = end.advanced(byMilliseconds: -Int64((1000 * seconds).rounded()))
    let records = waiting.map { $0.moved(to: start, origin: origin) }
    guard try journal.append(records, ofRecording: origin) else { return false }
    count(records)
    return true
  }

  /// Ends the stream of a recording.
  ///
  /// - Parameters:
  ///   - file: the name of the recording.
  ///   - seconds: the length of the recording.
  /// - Returns: the outcome, for a person.
  /// - Throws: `JournalError` when the recording can't be written.
  func conclude(_ file: String, _ seconds: Double) throws -> String {
    let isNew = try finish(after: seconds)
    return isNew
      ? PracticeText.counted(file, minutes)
      : PracticeText.countedBefore(file)
  }

  private func write() {
    do {
      try journal.append(waiting)
      count(waiting)
      waiting = []
      hasFailed = false
    } catch {
      // A failed write is repeated with the next record.
      if !hasFailed { report("\(error)") }
      hasFailed = true
    }
  }

  private func count(_ records: [PracticeRecord]) {
    minutes += records.reduce(0) { $0 + Double($1.practiceMilliseconds) } / 60_000
  }
}

extension PracticeFeed: ResultFollower {
  func conclude(_ file: String, after seconds: Double) throws -> String? {
    try conclude(file, seconds)
  }
}
