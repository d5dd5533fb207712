// SPDX-License-Identifier: MIT

package import Acoustics
package import NoteTracking
package import Tuning

/// The samples of the steady part of the sounding note, kept until the note has ended.
///
/// The steady part begins 0.2 s after the note, where the attack is over. It ends 1.5 s later, at
/// the last clear reading, or where the sound is 25 dB under its loudest moment, whatever comes
/// first. So a note of any length needs the memory of a few seconds.
package struct SteadyPart {
  // | name         | unit | source                                                              |
  // | ------------ | ---- | ------------------------------------------------------------------- |
  // | attack       | s    | the end of the attack: `Readings.attack`                            |
  // | longest      | s    | separates lines that beat slower than once a second                 |
  // | shortest     | s    | a shorter part separates no lines that the readings do not          |
  // | quietest     | 1    | power at its end, 25 dB under the loudest moment                    |
  // | levelSeconds | s    | a little more than a period of B0                                   |
  // | memory       | s    | attack and part, the time in which a note ends, and the smoothing   |
  private static let attack = 0.2
  private static let longest = 1.5
  private static let shortest = 0.3
  private static let quietest = 3.2e-3
  private static let levelSeconds = 0.05
  private static let memory = 5.0

  private let sampleRate: SampleRate
  private let clock: PartsPerMillion
  /// The newest samples of the stream, a ring.
  private var ring: [Float]
  private var total = 0
  /// The steady part of the note that began at `start`, copied while the ring held it.
  private var kept: (start: SamplePosition, samples: [Float])?

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: its rate.
  ///   - clock: the error of the clock that counts the samples.
  package init(sampleRate: SampleRate, clock: PartsPerMillion) {
    self.sampleRate = sampleRate
    self.clock = clock
    ring = [Float](repeating: 0, count: Int(Self.memory * Double(sampleRate.hertz)))
  }

  /// Appends samples of the stream.
  package mutating func append(_ samples: Span<Float>) {
    var done = max(0, samples.count - ring.count)
    total += done
    while done < samples.count {
      let place = total % ring.count
      let count = min(samples.count - done, ring.count - place)
      var target = ring.mutableSpan
      for index in 0..<count { target[place + index] = samples[done + index] }
      (done, total) = (done + count, total + count)
    }
  }

  /// Appends lost samples.
  package mutating func skip(_ count: Int) {
    for place in total..<(total + min(count, ring.count)) { ring[place % ring.count] = 0 }
    total += count
  }

  /// Keeps the steady part of a note that sounds, as soon as the stream holds all of it.
  ///
  /// - Parameter start: the start of the note.
  package mutating func keep(_ start: SamplePosition) {
    guard kept?.start != start else { return }
    let end = place(of: start, after: Self.attack + Self.longest)
    guard end <= total else { return }
    kept = samples(from: place(of: start, after: Self.attack), to: end).map { (start, $0) }
  }

  /// Measures the first partial of a note that has ended.
  ///
  /// The note changes where it holds its pitch, is long enough, and has a first partial to measure.
  /// It keeps the pitch of its readings where two lines are about as strong, and its deviation then
  /// holds both.
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
    guard last > first else { return nil }
    let whole =
      kept.flatMap { $0.start == note.start ? $0.samples : nil } ?? samples(from: first, to: last)
    guard let whole else { return nil }
    // The readings are corrected for the clock, the samples are not.
    let pitch = Hertz(note.frequency.value / Hertz(1).corrected(for: clock).value)
    let part = loud(whole.prefix(last - first))
    guard Double(part.count) >= Self.shortest * Double(sampleRate.hertz),
      let peak = FirstPartialPeak(of: part.span, sampleRate: sampleRate, near: pitch)
    else { return nil }
    let begin = SamplePosition(Int64(first))
    return (peak, begin..<begin.advanced(by: part.count))
  }

  private func place(of start: SamplePosition, after seconds: Double) -> Int {
    Int(start.samples) + Int(seconds * Double(sampleRate.hertz))
  }

  /// Returns samples of the stream; `nil` where the ring does not hold them all.
  private func samples(from first: Int, to last: Int) -> [Float]? {
    guard first >= max(0, total - ring.count), first < last, last <= total else { return nil }
    let (begin, end) = (first % ring.count, (last - 1) % ring.count + 1)
    var samples = begin < end ? Array(ring[begin..<end]) : Array(ring[begin...] + ring[..<end])
    // A sample that is not a number counts as silence, as it does for the engine.
    for index in samples.indices where !samples[index].isFinite { samples[index] = 0 }
    return samples
  }

  /// Returns the samples up to the moment at which the sound is 25 dB under its loudest moment.
  private func loud(_ samples: ArraySlice<Float>) -> ArraySlice<Float> {
    let count = max(1, Int(Self.levelSeconds * Double(sampleRate.hertz)))
    var loudest: Float = 0
    var place = samples.startIndex
    while place + count <= samples.endIndex {
      let power = samples[place..<(place + count)].reduce(0) { $0 + $1 * $1 }
      loudest = max(loudest, power)
      if power < Float(Self.quietest) * loudest { return samples[..<place] }
      place += count
    }
    return samples
  }
}
