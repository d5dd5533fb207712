// SPDX-License-Identifier: MIT

package import Acoustics
import FileStore
import Glibc
package import PracticeGoals
package import Tuning

/// Writes the practice of a stream to the journal: for live sound continuously, for a recording at
/// its end.
///
/// If the journal can't be written, this reports it once, and listening continues.
package final class PracticeFeed {
  private let journal: PracticeJournal
  private let isLive: Bool
  private let report: (String) -> Void
  private var recorder: PracticeRecorder
  private var waiting: [PracticeRecord] = []
  private var hasFailed = false
  /// The hash of a recording's sound; `nil` if it can't be read a second time.
  private var sound: UInt64?
  /// The moment at which the last sample of a recording was played; `nil` if only the end of its
  /// analysis tells it.
  private var end: WallTime?
  private let clock: any PracticeClock
  /// The practice written so far, in minutes.
  package private(set) var minutes = 0.0
  /// The beginning of the first practice written; `nil` without any.
  package private(set) var beginning: WallTime?
  /// The end of the last practice written; `nil` without any.
  package private(set) var ending: WallTime?

  /// Begins a feed of live sound.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - journal: the journal to write.
  ///   - clock: gives the moment of each result.
  ///   - report: receives, once, the reason why the journal can't be written.
  /// - Returns: the feed.
  package static func live(
    sampleRate: SampleRate, _ classifier: PitchClassifier, _ tolerance: TuningTolerance,
    into journal: PracticeJournal, clock: any PracticeClock = WallClock(),
    report: @escaping (String) -> Void
  ) -> PracticeFeed {
    PracticeFeed(
      start: clock.now, sampleRate: sampleRate, classifier, tolerance, source: .live,
      into: journal, clock: clock, report: report)
  }

  /// Begins a feed of a recording, whose end is the time when its file was last written.
  ///
  /// - Parameters:
  ///   - path: the recording; `-` for live sound on standard input.
  ///   - sound: the hash of its sound; `nil` to identify it by the results of its analysis.
  ///   - sampleRate: its rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - journal: the journal to write.
  ///   - clock: gives the moment at which sound without a file ends.
  /// - Returns: the feed.
  package static func recording(
    _ path: String, sound: UInt64?, sampleRate: SampleRate, _ classifier: PitchClassifier,
    _ tolerance: TuningTolerance, into journal: PracticeJournal,
    clock: any PracticeClock = WallClock()
  ) -> PracticeFeed {
    let feed = PracticeFeed(
      start: WallTime(milliseconds: 0), sampleRate: sampleRate, classifier, tolerance,
      source: .recording, into: journal, clock: clock, report: { _ in })
    feed.sound = sound
    feed.end = FilePath.regularFile(path).map { WallTime(seconds: Int64($0.st_mtim.tv_sec)) }
    return feed
  }

  private init(
    start: WallTime, sampleRate: SampleRate, _ classifier: PitchClassifier,
    _ tolerance: TuningTolerance, source: PracticeRecord.Source, into journal: PracticeJournal,
    clock: any PracticeClock, report: @escaping (String) -> Void
  ) {
    self.journal = journal
    self.clock = clock
    isLive = source == .live
    self.report = report
    recorder = PracticeRecorder(
      start: start, sampleRate: sampleRate, classifier: classifier, tolerance: tolerance,
      tuning: classifier.selection.id, source: source)
  }

  /// Adds the next result.
  ///
  /// - Parameter result: the next result, in the order of positions.
  package func take(_ result: PitchResult) {
    guard let record = recorder.take(result, at: isLive ? clock.now : nil) else { return }
    waiting.append(record)
    if isLive { write() }
  }

  /// Identifies a recording by its readings, because only a part of it was heard.
  package func forgetSound() { sound = nil }

  /// Ends the stream.
  ///
  /// - Parameter seconds: the length of the stream.
  /// - Returns: true if it was written; false for a recording that is already in the journal.
  /// - Throws: `JournalError` if a recording can't be written.
  package func finish(after seconds: Double) throws -> Bool {
    if let record = recorder.finish() { waiting.append(record) }
    if isLive {
      write()
      return true
    }
    let origin = sound ?? recorder.origin
    // A file from a pipe has no time but that of its last sample, which arrived just now. A file
    // from a recorder whose clock is ahead was not made in the future.
    let now = clock.now
    let end = min(self.end ?? now, now)
    let start = end.advanced(byMilliseconds: -Int64((1000 * seconds).rounded()))
    let records = waiting.map { $0.moved(to: start, origin: origin) }
    guard
      let added = try journal.append(
        records, ofRecording: origin, formerly: recorder.origin, mayBeLive: self.end != nil)
    else { return false }
    count(added)
    return true
  }

  /// True if practice of a live stream could not be written.
  package var isIncomplete: Bool { isLive && !waiting.isEmpty }

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
    beginning = beginning ?? records.first?.start
    ending = records.last?.end ?? ending
    minutes += records.reduce(0) { $0 + Double($1.practiceMilliseconds) } / 60_000
  }
}
