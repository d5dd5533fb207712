// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notices a new note without a rise of energy: the newest samples no longer repeat what was a whole
/// number of periods ago.
struct PeriodBreak {
  private static let seconds = 0.03
  private static let shortest = 0.008
  private static let periods = 0.6
  private static let drop = 0.3
  private static let steady = 0.7
  private static let leastAge = 0.04
  private static let stepSeconds = 0.002
  private static let stepSimilarity = 0.6

  private var average = 0.0

  mutating func forget() { average = 0 }

  /// Looks at the newest samples.
  ///
  /// - Parameters:
  ///   - frame: the newest samples.
  ///   - available: how many of them are of the stream.
  ///   - period: of the running pitch, in samples.
  ///   - age: how long that pitch has been heard, in seconds.
  ///   - seconds: the time since the last update.
  ///   - rate: samples a second.
  /// - Returns: how many samples ago another note began, or `nil`.
  mutating func samplesAgo(
    in frame: Span<Float>, available: Int, period: Double, age: Double, seconds: Double,
    rate: Double
  ) -> Int? {
    let length = Int(max(Self.shortest * rate, Self.periods * period))
    guard
      let similarity = Self.similarity(frame, available, back: 0, length: length, period: period)
    else { return nil }
    guard age > Self.leastAge, average > Self.steady, similarity < Self.drop * average else {
      average += (1 - exp(-seconds / Self.seconds)) * (similarity - average)
      return nil
    }
    average = 0
    // Back to the last update at least, where the old note still repeated; the frame is the bound.
    let reach = max(4 * length, min(frame.count, Int(seconds * rate) + length))
    return Self.changeSamplesAgo(
      in: frame, available: available, period: period, from: length, reach: reach,
      step: Int(Self.stepSeconds * rate))
  }

  /// Where the old note ended.
  ///
  /// What is newer repeats it less than `stepSimilarity` on the whole, and what is older more; one
  /// short step can repeat it by chance.
  private static func changeSamplesAgo(
    in frame: Span<Float>, available: Int, period: Double, from length: Int, reach: Int, step: Int
  ) -> Int {
    var (back, sum, highest) = (length, 0.0, 0.0)
    var end = length
    while end < reach,
      let similarity = similarity(frame, available, back: end, length: step, period: period)
    {
      end += step
      sum += stepSimilarity - similarity
      if sum > highest { (back, highest) = (end, sum) }
    }
    return back
  }

  /// The normalised correlation of `length` samples, which end `back` samples before the newest, with
  /// those a whole number of periods before them; `nil` where the stream does not reach back so far.
  static func similarity(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, period: Double
  ) -> Double? {
    let periods = max(1, (Double(length) / period).rounded(.up))
    let lag = periods * period
    let whole = Int(lag)
    let share = Float(lag - Double(whole))
    let end = frame.count - back
    guard length > 0, end - length - whole - 2 >= frame.count - available, end <= frame.count,
      end - length - whole - 2 >= 0
    else { return nil }
    var (product, own, other) = (Float(0), Float(0), Float(0))
    for index in (end - length)..<end {
      let now = frame[index]
      let before = frame[index - whole] + share * (frame[index - whole - 1] - frame[index - whole])
      product += now * before
      own += now * now
      other += before * before
    }
    return Double(product / (own * other + 1e-30).squareRoot())
  }
}
