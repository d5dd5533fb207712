// SPDX-License-Identifier: MIT

package import Acoustics
package import NoteTracking
internal import SignalProcessing
package import Tuning

/// The samples of the steady part of the sounding note, kept until the note has ended.
///
/// The steady part begins 0.2 s after the start of the note, when the attack is over. It ends 1.5 s
/// later, at the last clear reading, or when the sound is 25 dB under its loudest moment, whichever
/// comes first. So a note of any length needs memory for a few seconds.
package struct SteadyPart: ~Copyable {
  // | name         | unit | source                                                            |
  // | ------------ | ---- | ----------------------------------------------------------------- |
  // | attack       | s    | the end of the attack: `Readings.attack`                          |
  // | longest      | s    | separates lines that beat slower than once a second               |
  // | shortest     | s    | a shorter part resolves no more lines than the readings           |
  // | quietest     | 1    | power at its end, 25 dB under the loudest moment                  |
  // | levelSeconds | s    | a little more than a period of B0                                 |
  // | memory       | s    | attack and part, and the time in which a note ends                |
  // | margin       | s    | memory beyond the longest wait of results                         |
  private static let attack = 0.2
  private static let longest = 1.5
  private static let shortest = 0.3
  private static let quietest = 3.2e-3
  private static let levelSeconds = 0.05
  private static let memory = 5.0
  private static let margin = 1.0

  private let sampleRate: SampleRate
  private let clock: PartsPerMillion
  private var history: SampleHistory
  /// The steady part of the note that began at `start`, copied while the ring held it.
  private var kept: (start: SamplePosition, samples: [Float])?

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: its rate.
  ///   - clock: the error of the clock that counts the samples.
  ///   - wait: the longest time from samples to the result about them, in seconds.
  package init(sampleRate: SampleRate, clock: PartsPerMillion, wait: Double = 0) {
    self.sampleRate = sampleRate
    self.clock = clock
    let memory = max(Self.memory, wait + Self.margin)
    history = SampleHistory(capacity: max(1, Int(memory * Double(sampleRate.hertz))))
  }

  /// Appends samples of the stream.
  package mutating func append(_ samples: Span<Float>) { history.append(samples) }

  /// Appends lost samples.
  package mutating func skip(_ count: Int) { history.appendSilence(count) }

  /// Keeps the steady part of a sounding note, as soon as the stream contains all of it.
  ///
  /// - Parameter start: the start of the note.
  package mutating func keep(_ start: SamplePosition) {
    guard kept?.start != start else { return }
    let end = place(of: start, after: Self.attack + Self.longest)
    guard end <= history.total else { return }
    let first = place(of: start, after: Self.attack)
    kept = history.samples(at: first..<end).map { (start, $0) }
  }

  /// Measures the first partial of a note that has ended.
  ///
  /// The pitch of the note is replaced if the note holds its pitch, is long enough, and has a
  /// measurable first partial. If two lines are about equally strong, the note keeps the pitch of
  /// its readings, and its deviation covers both lines.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - classifier: compares its pitch with its target.
  package mutating func measure(_ note: inout TrackedNote, _ classifier: PitchClassifier) {
    defer { kept = nil }
    guard let (peak, span) = peak(of: note) else { return }
    let frequency = peak.frequency.corrected(for: clock)
    if let rival = peak.rival?.corrected(for: clock) {
      note.holdDeviation(between: frequency, and: rival)
    } else {
      note.setPitch(frequency, over: span, classifier: classifier)
    }
  }

  /// Returns the peak of a note's steady part, and the positions of the part.
  private func peak(of note: TrackedNote) -> (FirstPartialPeak, Range<SamplePosition>)? {
    guard !note.isPolyphonic, note.vibrato == nil, note.glide == nil else { return nil }
    let first = place(of: note.start, after: Self.attack)
    let last = min(
      place(of: note.start, after: Self.attack + Self.longest), Int(note.end.samples))
    guard first >= 0, last > first else { return nil }
    if let kept, kept.start == note.start {
      return peak(of: note, in: kept.samples.span.extracting(first: last - first), from: first)
    }
    return history.withSamples(at: first..<last) { peak(of: note, in: $0, from: first) }
  }

  /// Returns the peak of samples from a position on.
  private func peak(
    of note: TrackedNote, in samples: Span<Float>, from first: Int
  ) -> (FirstPartialPeak, Range<SamplePosition>)? {
    guard SampleRange.contains(samples) else {
      // A sample outside the range counts as silence, as in the engine.
      let sound = SampleRange.silencingOthers(in: samples)
      return peak(of: note, in: sound.span, from: first)
    }
    // The readings are corrected for the clock, the samples are not.
    let pitch = Hertz(note.frequency.value / Hertz(1).corrected(for: clock).value)
    let part = samples.extracting(first: loudCount(of: samples))
    guard Double(part.count) >= Self.shortest * Double(sampleRate.hertz) else { return nil }
    guard let peak = FirstPartialPeak(of: part, sampleRate: sampleRate, near: pitch) else {
      return nil
    }
    let begin = SamplePosition(Int64(first))
    return (peak, begin..<begin.advanced(by: part.count))
  }

  private func place(of start: SamplePosition, after seconds: Double) -> Int {
    Int(start.samples) + Int(seconds * Double(sampleRate.hertz))
  }

  /// Returns the number of samples up to the moment at which the sound is 25 dB under its loudest
  /// moment.
  private func loudCount(of samples: Span<Float>) -> Int {
    let count = max(1, Int(Self.levelSeconds * Double(sampleRate.hertz)))
    var loudest: Float = 0
    var place = 0
    while place + count <= samples.count {
      let first = samples.extracting(place..<(place + count))
      let isPair = place + 2 * count <= samples.count
      let powers =
        isPair
        ? sumsOfSquares(first, samples.extracting((place + count)..<(place + 2 * count)))
        : SIMD2(repeating: sumOfSquares(first))
      for lane in 0..<(isPair ? 2 : 1) {
        loudest = max(loudest, powers[lane])
        if powers[lane] < Float(Self.quietest) * loudest { return place }
        place += count
      }
    }
    return samples.count
  }
}
