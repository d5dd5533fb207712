// SPDX-License-Identifier: MIT

/// Tracks a period through a bend, a slide or a vibrato.
///
/// These change the period, so the similarity at the known period becomes low, as after a new note.
/// Between two steps of 2 ms, however, the similarity is high at a slightly different lag. A jump
/// of the pitch cannot be tracked in this way.
enum PeriodTracking {
  /// The largest relative change of the period in a step: 3500 cents per second in steps of 2 ms.
  private static let step = 0.004
  /// The largest error of the period at the first step, in multiples of `step`: the reading of a
  /// glide lags behind.
  private static let reach = 25

  /// Returns the similarity at the worst step from `oldest` samples ago to the newest sample.
  ///
  /// - Parameters:
  ///   - frame: the newest samples.
  ///   - available: the number of them that belong to the note.
  ///   - period: the approximate period at the first step, in samples.
  ///   - length: the number of samples compared at each step.
  ///   - oldest: the age of the first step's end, in samples.
  ///   - stride: the distance of two steps, in samples.
  /// - Returns: −1…1; `nil` if the stream does not reach back so far.
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

  /// Returns the lag with the highest similarity, at most `reach` times `step` shorter or longer
  /// than `lag`.
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
