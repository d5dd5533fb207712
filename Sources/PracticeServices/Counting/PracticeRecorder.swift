// SPDX-License-Identifier: MIT

public import Acoustics
public import PracticeGoals
public import Tuning

/// Turns results into journal records: what a program that listens feeds with each result.
public struct PracticeRecorder: Sendable {
  private let start: WallTime
  private let sampleRate: SampleRate
  private let tuning: String
  private let source: PracticeRecord.Source
  private var counter: PracticeCounter
  private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - start: the moment of the stream's first sample.
  ///   - sampleRate: the stream's rate.
  ///   - classifier: what notes are compared with.
  ///   - tolerance: how far off a note may be to be in tune.
  ///   - tuning: the name of the tuning.
  ///   - source: where the sound comes from.
  public init(
    start: WallTime, sampleRate: SampleRate, classifier: PitchClassifier,
    tolerance: TuningTolerance, tuning: String, source: PracticeRecord.Source
  ) {
    self.start = start
    self.sampleRate = sampleRate
    self.tuning = tuning
    self.source = source
    counter = PracticeCounter(
      sampleRate: sampleRate, classifier: classifier, tolerance: tolerance)
  }

  /// Takes in the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: what to append to the journal: nothing most of the time.
  public mutating func take(_ result: PitchResult) -> PracticeRecord? {
    if let estimate = result.estimate { note(estimate.frequency.value.bitPattern) }
    note(UInt64(bitPattern: result.timestamp.distance(from: .start)))
    return counter.take(result).flatMap(record)
  }

  /// Ends the stream.
  ///
  /// - Returns: what is left to append.
  public mutating func finish() -> PracticeRecord? { counter.finish().flatMap(record) }

  /// What tells this stream from others: the same sound, heard the same way, has the same.
  ///
  /// FNV-1a over all readings and their positions (draft-eastlake-fnv, 64 bits).
  public var origin: UInt64 { digest }

  private mutating func note(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      digest = (digest ^ (word >> shift & 0xFF)) &* 0x100_0000_01b3
    }
  }

  private func record(_ passage: Passage) -> PracticeRecord? {
    guard passage.practiceSamples > 0 else { return nil }
    let began = milliseconds(passage.start.distance(from: .start))
    return PracticeRecord(
      start: start.advanced(byMilliseconds: Int64(began)),
      milliseconds: milliseconds(passage.end.distance(from: .start)) - began,
      practiceMilliseconds: milliseconds(passage.practiceSamples), noteCount: passage.noteCount,
      inTuneCount: passage.inTuneCount, tuning: tuning, source: source)
  }

  private func milliseconds(_ samples: Int64) -> Int {
    Int((Double(samples) * 1000 / Double(sampleRate.hertz)).rounded())
  }
}

extension PracticeRecord {
  /// Returns this record of a recording, in its place in time.
  ///
  /// - Parameters:
  ///   - beginning: when the recording began, of which the record's start tells the distance.
  ///   - origin: what tells the recording from others.
  /// - Returns: the record.
  public func moved(to beginning: WallTime, origin: UInt64) -> PracticeRecord {
    PracticeRecord(
      start: beginning.advanced(byMilliseconds: start.milliseconds), milliseconds: milliseconds,
      practiceMilliseconds: practiceMilliseconds, noteCount: noteCount, inTuneCount: inTuneCount,
      tuning: tuning, source: source, origin: origin)
  }
}
