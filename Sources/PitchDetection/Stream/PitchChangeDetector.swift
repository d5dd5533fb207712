// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Notices a new note without a rise of energy: somewhere since the last update samples did not repeat
/// what was a whole number of periods before.
///
/// Behind a change samples are compared with the old note for as long as the lag is; after that the new
/// note is compared with itself, and by chance repeats at the old one's lag, too. So the whole time since
/// the last update is looked at, and at two lags: a short one knows soon, and over a long one neighbouring
/// pitches drift a whole turn apart, so that no phases can make them look alike. What glides leaves the
/// old period too, but can be followed.
struct PitchChangeDetector {
  private static let seconds = 0.03
  /// What is compared, in seconds and in periods, whichever is longer; the lags are as long.
  ///
  /// Computed, for every look at a stored vector goes through the runtime first.
  private static var lengths: SIMD2<Double> { SIMD2(0.008, 0.024) }
  private static let periods = 0.6
  /// Windows overlap by half.
  private static let parts = 2
  private static let drop = 0.3
  private static let steady = 0.7
  private static let leastAge = 0.04
  private static let stepSeconds = 0.002
  private static let stepSimilarity = 0.6
  /// What can be followed from step to step this well, for so many seconds at least, glides.
  private static let glides = 0.6
  private static let walkSeconds = 0.04
  /// What repeats this well across the break is the old note: something knocked.
  private static let goesOn = 0.6

  /// What repeats over the long lag only so well moves.
  private static let moves = 0.6

  private var averages = SIMD2<Double>()
  /// Whether the pitch moved since the last update, as a hand moves it.
  private(set) var glides = false

  mutating func forget() { self = PitchChangeDetector() }

  /// Passes an update without a pitch.
  mutating func rest() { glides = false }

  /// Looks at what came since the last update.
  ///
  /// - Parameters:
  ///   - frame: the newest samples.
  ///   - available: how many of them are of the note.
  ///   - period: of the tracked pitch, in samples.
  ///   - age: how long that pitch has been heard, in seconds.
  ///   - seconds: the time since the last update.
  ///   - rate: samples a second.
  /// - Returns: how many samples ago another note began, or `nil`.
  /// - Complexity: O(samples since the last update). Does not allocate.
  mutating func samplesAgo(
    in frame: Span<Float>, available: Int, period: Double, age: Double, seconds: Double,
    rate: Double
  ) -> Int? {
    let since = min(frame.count, Int(seconds * rate))
    // What is shaken by half a semitone has no steady pitch to be young of.
    let isOld = age > Self.leastAge || glides
    glides = false
    var deepest: (share: Double, back: Int, length: Int)?
    var newest = averages
    for scale in averages.indices {
      let length = Int(max(Self.lengths[scale] * rate, Self.periods * period))
      guard
        let dip = Self.dip(frame, available, since: since, length: length, period: period)
      else { continue }
      newest[scale] = dip.newest
      let average = averages[scale]
      guard isOld, average > Self.steady, dip.lowest < Self.moves * average,
        dip.lowest / average < deepest?.share ?? 1
      else { continue }
      deepest = (dip.lowest / average, dip.back, length)
    }
    if deepest != nil {
      glides = isGlide(
        in: frame, available: available, period: period, since: since, rate: rate)
      if glides { return nil }
    }
    guard let deepest, deepest.share < Self.drop else {
      averages += (1 - exponential(of: -seconds / Self.seconds)) * (newest - averages)
      return nil
    }
    // Back to the last update at least, where the old note still repeated; the frame is the bound.
    let back = Self.changeSamplesAgo(
      in: frame, available: available, period: period, from: deepest.back,
      reach: min(frame.count, since + 4 * deepest.length), lag: deepest.length,
      step: Int(Self.stepSeconds * rate))
    if goesOn(in: frame, available: available, period: period, back: back, rate: rate) {
      return nil
    }
    forget()
    return back
  }

  /// Whether the pitch can be followed to now, from before what is compared first.
  private func isGlide(
    in frame: Span<Float>, available: Int, period: Double, since: Int, rate: Double
  ) -> Bool {
    let length = Int(max(Self.lengths[0] * rate, Self.periods * period))
    return PeriodTracking.worst(
      in: frame, available: available, period: period, length: length,
      from: max(since + length, Int(Self.walkSeconds * rate)),
      stride: Int(Self.stepSeconds * rate)
    ).map { $0 >= Self.glides * averages[0] } ?? false
  }

  /// Whether the newest samples repeat those from before the break, as behind a knock.
  private func goesOn(
    in frame: Span<Float>, available: Int, period: Double, back: Int, rate: Double
  ) -> Bool {
    let lengths = Self.lengths * rate
    let length = min(back - Int(Self.stepSeconds * rate), Int(lengths[1]))
    guard length >= Int(lengths[0]),
      let similarity = Self.similarity(
        frame, available, back: 0, length: length, period: period,
        least: back + Int(Self.stepSeconds * rate))
    else { return false }
    return similarity >= Self.goesOn * averages[0]
  }

  /// The window since the last update that repeats least, and how well the newest one does; `nil` where
  /// the note does not reach back so far.
  private static func dip(
    _ frame: Span<Float>, _ available: Int, since: Int, length: Int, period: Double
  ) -> (newest: Double, lowest: Double, back: Int)? {
    // Whole vectors.
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

  /// Where the old note ended.
  ///
  /// What is newer repeats it less than `stepSimilarity` on the whole, and what is older more; one
  /// short step can repeat it by chance.
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

  /// The normalised correlation of `length` samples, which end `back` samples before the newest, with
  /// those a whole number of periods before them, at least `least` samples and their own length; `nil`
  /// where the stream does not reach back so far.
  static func similarity(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, period: Double, least: Int = 0
  ) -> Double? {
    Repetition.similarity(
      frame, available, back: back, length: length,
      lag: Repetition.lag(of: period, atLeast: max(length, least)))
  }
}
