// SPDX-License-Identifier: MIT

/// Follows a period from step to step in time, as far as a hand moves it.
///
/// A bend, a slide and a vibrato leave the period that was heard, and what is compared at that one repeats
/// badly, as behind a change of the note. But they can be followed: at every step the samples repeat as
/// well as before at a lag a little shorter or longer. What jumps can't be followed.
enum PeriodTracking {
  /// By what share the period may change in a step: 3500 cents a second in steps of 2 ms.
  private static let step = 0.004
  /// How many steps the period may be off where the walk begins: a pitch that glides is heard late.
  private static let reach = 25

  /// Walks from `oldest` samples ago to the newest.
  ///
  /// - Parameters:
  ///   - frame: the newest samples.
  ///   - available: how many of them are of the note.
  ///   - period: about the period where the walk begins, in samples.
  ///   - length: how many samples are compared at each step.
  ///   - oldest: how many samples ago the first step ends.
  ///   - stride: samples from step to step.
  /// - Returns: how well the worst step repeats, −1…1; `nil` where the stream does not reach back so far.
  /// - Complexity: O(length · oldest / stride). Does not allocate.
  static func worst(
    in frame: Span<Float>, available: Int, period: Double, length: Int, from oldest: Int,
    stride: Int
  ) -> Double? {
    var lag = Repetition.lag(of: period, atLeast: length)
    guard
      let start = best(
        frame, available, back: oldest, length: length, lag: lag, reach: Self.reach)
    else { return nil }
    var (worst, back) = (start.similarity, oldest - stride)
    lag = start.lag
    while back >= 0,
      let next = best(frame, available, back: back, length: length, lag: lag, reach: 1)
    {
      lag = next.lag
      worst = min(worst, next.similarity)
      back -= stride
    }
    return worst
  }

  /// The lag that repeats best, at most `reach` steps shorter or longer than `lag`.
  private static func best(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, lag: Double, reach: Int
  ) -> (similarity: Double, lag: Double)? {
    var best: (similarity: Double, lag: Double)?
    for turn in -reach...reach {
      let tried = lag * (1 + Double(turn) * step)
      guard
        let similarity = Repetition.similarity(
          frame, available, back: back, length: length, lag: tried)
      else { continue }
      if similarity > best?.similarity ?? -.infinity { best = (similarity, tried) }
    }
    return best
  }
}
