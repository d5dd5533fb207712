// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The periodicity of the newest samples of a note.
struct Periodicity: ~Copyable {
  // | name     | unit    | source                                                             |
  // | -------- | ------- | ------------------------------------------------------------------ |
  // | reach    | 1       | share of a lag: its similarity is the highest within it            |
  // | lagReach | 1       | share of a lag: McLeod's period within it is this lag              |
  // | shortLag | samples | lag below which a parabola through three samples is inaccurate     |
  private static let reach = 0.02
  private static let lagReach = 0.03
  private static let shortLag = 30.0

  private let shortest: Int
  private let longest: Int
  private var similarityByLag: NormalisedSquareDifference
  private let interpolation = LagInterpolation()
  /// The number of samples of the last evaluation.
  private var evaluatedCount = 0
  /// The key maxima over the lags.
  private(set) var maxima = KeyMaxima()

  /// Prepares for periods of `lowest` to `highest` hertz.
  init(_ sizes: AnalysisRate, lowest: Double, highest: Double) {
    shortest = Int(sizes.rate / highest)
    longest = Int(sizes.rate / lowest) + 2
    similarityByLag = NormalisedSquareDifference(
      windowCount: sizes.periodicityCount, lagCount: longest + 6)
  }

  /// McLeod's period: the first key maximum near the highest.
  var mcleodPeriod: KeyMaxima.Maximum? { maxima.mcleodPeriod }

  /// Evaluates the newest `count` samples of a stream, at most as many as a window holds.
  ///
  /// - Complexity: two transforms. Does not allocate.
  mutating func evaluate(
    _ stream: borrowing AnalysisStream, count: Int, by transform: inout PowerTransform
  ) {
    evaluatedCount = min(count, similarityByLag.windowCount)
    similarityByLag.evaluate(
      stream.assembler.frame.extracting(last: evaluatedCount),
      by: &transform)
    Self.find(in: similarityByLag, shortest: shortest, longest: longest, into: &maxima)
  }

  private static func find(
    in similarity: borrowing NormalisedSquareDifference, shortest: Int, longest: Int,
    into maxima: inout KeyMaxima
  ) {
    maxima.find(in: similarity.similarity.span, shortest: shortest, longest: longest)
  }

  /// Returns the similarity of the samples to themselves about `lag` samples earlier, −1…1.
  func similarity(at lag: Double) -> Double {
    guard lag < Double(similarityByLag.lagCount - 3) else { return 0 }
    let here = highest(near: lag)
    return lag < Self.shortLag ? max(here, highest(near: 2 * lag)) : here
  }

  /// Returns true if `lag` is McLeod's period, not a multiple or a fraction of it.
  func isPeriod(_ lag: Double) -> Bool {
    mcleodPeriod.map { abs($0.lagInSamples / lag - 1) < Self.lagReach } ?? false
  }

  private func highest(near lag: Double) -> Double {
    let values = similarityByLag.similarity.span
    let (first, last) = places(near: lag, within: Self.reach)
    guard first <= last else { return 0 }
    var highest = -1.0
    for place in first...last {
      highest = max(highest, Double(values[place]))
      if values[place] > values[place - 1], values[place] >= values[place + 1] {
        highest = max(highest, KeyMaxima.interpolate(values, at: place).value)
      }
    }
    return min(1, highest)
  }

  /// Returns the period near `lag`, measured over several repetitions; `nil` if there is none.
  func repetition(near lag: Double) -> RepetitionPeriod? {
    RepetitionPeriod(
      near: lag, in: similarityByLag.similarity.span, of: evaluatedCount,
      isFilled: evaluatedCount == similarityByLag.windowCount, by: interpolation)
  }

  private func places(near lag: Double, within share: Double) -> (Int, Int) {
    let middle = Int(lag + 0.5)
    let reach = max(1, Int(share * lag))
    return (max(2, middle - reach), min(similarityByLag.lagCount - 2, middle + reach))
  }
}
