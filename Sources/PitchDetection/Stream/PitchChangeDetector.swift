// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Detects a new note without a rise of energy.
///
/// The detector looks for a moment since the last update at which the samples differ from those a
/// whole number of periods earlier.
///
/// After a change, samples are compared with the old note for the duration of the lag. After that
/// the new note is compared with itself and may repeat at the old lag by chance. So the detector
/// examines the whole time since the last update, at two lags. The short lag detects a change soon.
/// Over the long lag the phases of neighbouring pitches drift apart by a whole turn, so the pitches
/// cannot look alike. In a glide the old period ends too, but `PeriodTracking` can follow it.
struct PitchChangeDetector {
  // | name           | unit    | source                                                         |
  // | -------------- | ------- | -------------------------------------------------------------- |
  // | averageSeconds | s       | time constant of the usual similarity                          |
  // | shortLength    | s       | shorter window, and least length of the shorter lag            |
  // | longLength     | s       | longer window: neighbouring pitches drift apart by a turn      |
  // | leastPeriods   | periods | least length of a window                                       |
  // | parts          | 1       | windows overlap by half                                        |
  // | changedShare   | 1       | fitted on legato: share of the usual similarity after a change |
  // | leastUsual     | 1       | fitted on legato: usual similarity of a note that can change   |
  // | leastAge       | s       | age of a pitch that can change                                 |
  // | stepSeconds    | s       | step in time that locates the change                           |
  // | stepSimilarity | 1       | similarity of a step that belongs to the old note              |
  // | movedShare     | 1       | fitted on slides: share of the usual similarity while it moves |
  // | trackedShare   | 1       | fitted on slides: share while a glide is tracked               |
  // | trackedSeconds | s       | fitted on slides: least duration of a tracked glide            |
  // | continuedShare | 1       | fitted on knocks: share across a knock on a ringing string     |
  private static let averageSeconds = 0.03
  private static let shortLength = 0.008
  private static let longLength = 0.024
  private static let leastPeriods = 0.6
  private static let parts = 2
  private static let changedShare = 0.3
  private static let leastUsual = 0.7
  private static let leastAge = 0.04
  private static let stepSeconds = 0.002
  private static let stepSimilarity = 0.6
  private static let movedShare = 0.6
  private static let trackedShare = 0.6
  private static let trackedSeconds = 0.04
  private static let continuedShare = 0.6

  /// The lengths of the two windows, in seconds.
  private static var lengths: SIMD2<Double> { SIMD2(shortLength, longLength) }

  private var averages = SIMD2<Double>()
  /// True if the pitch moved since the last update in a bend, a slide or a vibrato.
  private(set) var isGliding = false

  mutating func reset() { self = PitchChangeDetector() }

  /// Records an update without a pitch.
  mutating func rest() { isGliding = false }

  /// Examines the samples since the last update.
  ///
  /// - Parameters:
  ///   - frame: the newest samples.
  ///   - available: the number of them that belong to the note.
  ///   - period: the period of the tracked pitch, in samples.
  ///   - age: the time for which that pitch has lasted, in seconds.
  ///   - seconds: the time since the last update.
  ///   - rate: the sample rate, in hertz.
  /// - Returns: the age of another note, in samples; `nil` if none began.
  /// - Complexity: O(samples since the last update). Does not allocate.
  mutating func samplesAgo(
    in frame: Span<Float>, available: Int, period: Double, age: Double, seconds: Double,
    rate: Double
  ) -> Int? {
    let since = min(frame.count, Int(seconds * rate))
    // A wide vibrato restarts the age of its pitch in every swing, but its note is old.
    let isOld = age > Self.leastAge || isGliding
    isGliding = false
    let (newest, deepest) = dips(
      in: frame, available: available, since: since, period: period, isOld: isOld, rate: rate)
    if deepest != nil {
      isGliding = isGlide(
        in: frame, available: available, period: period, since: since, rate: rate)
      if isGliding { return nil }
    }
    guard let deepest, deepest.share < Self.changedShare else {
      averages += (1 - exponential(of: -seconds / Self.averageSeconds)) * (newest - averages)
      return nil
    }
    // The search reaches back to the last update at least, when the old note still repeated.
    let back = Self.changeSamplesAgo(
      in: frame, available: available, period: period, from: deepest.back,
      reach: min(frame.count, since + 4 * deepest.length), lag: deepest.length,
      step: Int(Self.stepSeconds * rate))
    if continues(in: frame, available: available, period: period, back: back, rate: rate) {
      return nil
    }
    reset()
    return back
  }

  /// Returns the newest similarity at each length, and the deepest fall of an old note below its
  /// usual similarity; `nil` for none.
  private func dips(
    in frame: Span<Float>, available: Int, since: Int, period: Double, isOld: Bool, rate: Double
  ) -> (newest: SIMD2<Double>, deepest: (share: Double, back: Int, length: Int)?) {
    var deepest: (share: Double, back: Int, length: Int)?
    var newest = averages
    for scale in averages.indices {
      let length = Int(max(Self.lengths[scale] * rate, Self.leastPeriods * period))
      guard
        let dip = Self.dip(frame, available, since: since, length: length, period: period)
      else { continue }
      newest[scale] = dip.newest
      let average = averages[scale]
      guard isOld, average > Self.leastUsual, dip.lowest < Self.movedShare * average,
        dip.lowest / average < deepest?.share ?? 1
      else { continue }
      deepest = (dip.lowest / average, dip.back, length)
    }
    return (newest, deepest)
  }

  /// Returns true if the pitch can be tracked up to now from before the oldest comparison.
  private func isGlide(
    in frame: Span<Float>, available: Int, period: Double, since: Int, rate: Double
  ) -> Bool {
    let length = Int(max(Self.lengths[0] * rate, Self.leastPeriods * period))
    return PeriodTracking.worst(
      in: frame, available: available, period: period, length: length,
      from: max(since + length, Int(Self.trackedSeconds * rate)),
      stride: Int(Self.stepSeconds * rate)
    ).map { $0 >= Self.trackedShare * averages[0] } ?? false
  }

  /// Returns true if the newest samples repeat those from before the change, as after a knock.
  private func continues(
    in frame: Span<Float>, available: Int, period: Double, back: Int, rate: Double
  ) -> Bool {
    let lengths = Self.lengths * rate
    let length = min(back - Int(Self.stepSeconds * rate), Int(lengths[1]))
    guard length >= Int(lengths[0]),
      let similarity = Self.similarity(
        frame, available, back: 0, length: length, period: period,
        least: back + Int(Self.stepSeconds * rate))
    else { return false }
    return similarity >= Self.continuedShare * averages[0]
  }

  /// Returns the lowest similarity of a window since the last update and that of the newest window;
  /// `nil` if the note does not reach back so far.
  private static func dip(
    _ frame: Span<Float>, _ available: Int, since: Int, length: Int, period: Double
  ) -> (newest: Double, lowest: Double, back: Int)? {
    // A multiple of eight, for whole vectors.
    let part = max(8, length / parts & ~7)
    let lag = Repetition.lag(of: period, atLeast: length)
    var before = SIMD4<Float>()
    var (newest, lowest, lowestBack) = (0.0, Double.infinity, 0)
    var back = 0
    var count = 0
    while back <= since + length - part,
      let products = Repetition.products(
        frame, available, back: back, length: part, lag: lag)
    {
      let sums = before + products
      before = products
      count += 1
      back += part
      guard count >= parts else { continue }
      let similarity = Repetition.similarity(sums)
      if count == parts { newest = similarity }
      if similarity < lowest { (lowest, lowestBack) = (similarity, back - parts * part) }
    }
    return count >= parts ? (newest, lowest, lowestBack) : nil
  }

  /// Returns the end of the old note, in samples before the newest.
  ///
  /// On average the newer steps repeat it with less than `stepSimilarity`, the older ones with
  /// more. The average is needed because a single short step can repeat it by chance.
  private static func changeSamplesAgo(
    in frame: Span<Float>, available: Int, period: Double, from start: Int, reach: Int, lag: Int,
    step: Int
  ) -> Int {
    var (back, sum, highest) = (start, 0.0, 0.0)
    var end = start
    while end < reach,
      let similarity = similarity(
        frame, available, back: end, length: step, period: period, least: lag)
    {
      end += step
      sum += stepSimilarity - similarity
      if sum > highest { (back, highest) = (end, sum) }
    }
    return back
  }

  /// Returns the normalised correlation of `length` samples, which end `back` samples before the
  /// newest, with those a whole number of periods before them.
  ///
  /// The distance is at least `least` samples and at least `length`.
  ///
  /// `nil` if the stream does not reach back so far.
  static func similarity(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, period: Double, least: Int = 0
  ) -> Double? {
    Repetition.similarity(
      frame, available, back: back, length: length,
      lag: Repetition.lag(of: period, atLeast: max(length, least)))
  }
}
