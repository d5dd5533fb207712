// SPDX-License-Identifier: MIT

public import Acoustics
public import PracticeGoals
public import Tuning

/// Turns the results of a listening program into journal records.
public struct PracticeRecorder: Sendable {
  /// The largest difference between the time of the stream and the wall clock, in milliseconds.
  ///
  /// It is longer than results are delayed on their way, and shorter than a sleep of the machine.
  private static let largestDifference: Int64 = 2000

  /// The moment of the stream's first sample, by the last result whose moment was known.
  private var start: WallTime
  /// The moment of the last result; `nil` if it is not known.
  private var moment: WallTime?
  private let sampleRate: SampleRate
  private let tuning: String
  private let source: PracticeRecord.Source
  private var counter: PracticeCounter
  private var digest = FNV1a()

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - start: the moment of the stream's first sample.
  ///   - sampleRate: the stream's rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - tuning: the name of the tuning.
  ///   - source: the source of the sound.
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

  /// Adds the next result of a stream whose records are dated by their positions.
  ///
  /// - Parameter result: the next result, in the order of positions.
  /// - Returns: the record to append to the journal; `nil` for most results.
  public mutating func take(_ result: PitchResult) -> PracticeRecord? { take(result, at: nil) }

  /// Adds the next result.
  ///
  /// Positions stop while the machine sleeps. A record is therefore dated by the moment of its last
  /// result if that differs by seconds from its position.
  ///
  /// - Parameters:
  ///   - result: the next result, in the order of positions.
  ///   - moment: the wall time at which it arrived; `nil` to date records by their positions alone.
  /// - Returns: the record to append to the journal; `nil` for most results.
  public mutating func take(_ result: PitchResult, at moment: WallTime?) -> PracticeRecord? {
    self.moment = moment
    if let estimate = result.estimate { note(estimate.frequency.value.bitPattern) }
    note(UInt64(bitPattern: result.timestamp.distance(from: .start)))
    guard let passage = counter.take(result) else { return nil }
    return record(passage)
  }

  /// Ends the stream.
  ///
  /// - Returns: the last record to append; `nil` for none.
  public mutating func finish() -> PracticeRecord? {
    guard let passage = counter.finish() else { return nil }
    return record(passage)
  }

  /// The hash of this stream's results: equal sound, analysed in the same way, has an equal hash.
  ///
  /// It identifies sound that can't be read twice, and recordings in journals of version 0.1.
  ///
  /// FNV-1a over the bytes of all readings and their positions.
  public var origin: UInt64 { digest.value }

  private mutating func note(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      digest.add(word >> shift & 0xFF)
    }
  }

  private mutating func record(_ passage: Passage) -> PracticeRecord? {
    let ended = milliseconds(passage.end.distance(from: .start))
    if let moment {
      let difference = moment.milliseconds(since: start) - Int64(ended)
      if difference.magnitude > UInt64(Self.largestDifference) {
        start = start.advanced(byMilliseconds: difference)
      }
    }
    guard passage.practiceSamples > 0 else { return nil }
    let began = milliseconds(passage.start.distance(from: .start))
    return PracticeRecord(
      start: start.advanced(byMilliseconds: Int64(began)),
      milliseconds: ended - began,
      practiceMilliseconds: milliseconds(passage.practiceSamples), noteCount: passage.noteCount,
      inTuneCount: passage.inTuneCount, tuning: tuning, source: source)
  }

  private func milliseconds(_ samples: Int64) -> Int {
    Int((Double(samples) * 1000 / Double(sampleRate.hertz)).rounded())
  }
}

extension PracticeRecord {
  /// Returns this record of a recording, moved to its wall time.
  ///
  /// - Parameters:
  ///   - beginning: the beginning of the recording; the record's own start is relative to it.
  ///   - origin: the hash that identifies the recording.
  /// - Returns: the record.
  public func moved(to beginning: WallTime, origin: UInt64) -> PracticeRecord {
    PracticeRecord(
      start: beginning.advanced(byMilliseconds: start.milliseconds), milliseconds: milliseconds,
      practiceMilliseconds: practiceMilliseconds, noteCount: noteCount, inTuneCount: inTuneCount,
      tuning: tuning, source: source, origin: origin)
  }
}
