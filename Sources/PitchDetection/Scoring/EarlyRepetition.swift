// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The similarity of a note to itself one period earlier, while it is too short for a clear comb.
enum EarlyRepetition {
  // | name             | unit | source                                                           |
  // | ---------------- | ---- | ---------------------------------------------------------------- |
  // | firstPeriods     | 1    | age in periods from which the comb is clear, fitted on plucks    |
  // | leastSeconds     | s    | least age, a period of E2: a shorter note may be part of one     |
  // | leastRepeated    | 1    | least number of repeated periods: with fewer, other lags repeat  |
  // |                  |      | too                                                              |
  // | lateSeconds      | s    | age until which the resonances of a body blur the comb           |
  // | lateCost         | 1    | additional similarity that is required after the first periods   |
  // | attackSeconds    | s    | age until which the noise of an attack lowers the similarity     |
  // |                  |      | over all samples, so periods other than McLeod's also count      |
  // | attackSimilarity | 1    | least similarity over all samples of such a period               |
  // | attackPower      | 1    | least power of such a sound, 8 dB below its peak: a muted string |
  // |                  |      | rings further below                                              |
  // | attackCost       | 1    | additional similarity that is required of such a period          |
  // | streamStartCost  | 1    | the same at the start of a stream, where no onset was detected   |
  // | heldCost         | 1    | the same at the start of a stream, if the pitch has stayed for   |
  // |                  |      | `heldSeconds`                                                    |
  // | heldSeconds      | s    | the length of two updates at 200 per second                      |
  // | leastPeriods     | 1    | least number of periods at the start of a stream: the end of a   |
  // |                  |      | step of direct current repeats for less                          |
  // | clearSimilarity  | 1    | at the start of a stream, McLeod's period with this similarity   |
  // |                  |      | over all samples counts at any power and number of periods       |
  // | clearCost        | 1    | additional similarity that is required of McLeod's period then   |
  private static let firstPeriods = 5.5
  private static let leastSeconds = 0.012
  private static let leastRepeated = 0.2
  private static let lateSeconds = 0.12
  private static let lateCost = 0.1
  private static let attackSeconds = 0.2
  private static let attackSimilarity = 0.5
  private static let attackPower = 0.158
  private static let attackCost = 0.15
  private static let streamStartCost = 0.13
  private static let heldCost = 0.05
  private static let heldSeconds = 0.009
  private static let leastPeriods = 2.25
  private static let clearSimilarity = 0.75
  private static let clearCost = 0.15
  /// The ratio of the longest possible lag to the period of the pitch.
  private static let lagMargin = 1.02

  /// The evidence that the samples of the update do not contain.
  struct Context {
    /// The time for which the pitch has stayed near its slow mean, in seconds.
    var steady: Double
    /// The power of the newest samples over the peak of the sound, a ratio.
    var remainingPower: Double
  }

  /// Returns the similarity of a note to itself one period earlier.
  ///
  /// - Parameters:
  ///   - lag: the period, in samples of the analysis.
  ///   - stream: the samples.
  ///   - periodicity: the last evaluation of it.
  ///   - update: the segment of the update.
  ///   - context: the other evidence.
  /// - Returns: −1…1; `nil` if the note is too young or too old, or if it had no onset and does
  ///   not begin with the stream: without an onset, noise also repeats by chance.
  static func similarity(
    after lag: Double, of stream: borrowing AnalysisStream, _ periodicity: borrowing Periodicity,
    _ update: UpdateContext, _ context: Context
  ) -> Double? {
    guard let age = update.age ?? (update.isStreamStart ? update.sounding : nil),
      age >= leastSeconds
    else { return nil }
    let rate = stream.sizes.rate
    let cost: Double? =
      update.isStreamStart
      ? streamStartCost(at: lag, in: Double(update.count), rate: rate, periodicity, context)
      : noteCost(at: lag, after: age, rate: rate, periodicity, context)
    // The detected onset may precede the sound by a block, in which nothing repeats.
    let repeated = Double(update.count) - OnsetDetector.blockSeconds * rate - lagMargin * lag
    guard let cost, repeated >= leastRepeated * lag else { return nil }
    let length = min(Int(repeated), Int(max(lag, leastSeconds * rate)))
    let similarity = Repetition.similarity(
      stream.assembler.frame, stream.availableCount, back: 0, length: length, lag: lag)
    return (similarity ?? 0) - cost
  }

  /// Returns the additional similarity that a period requires at the start of a stream; `nil` if
  /// the period does not count.
  private static func streamStartCost(
    at lag: Double, in samples: Double, rate: Double, _ periodicity: borrowing Periodicity,
    _ context: Context
  ) -> Double? {
    // Hum is recognised in a longer window.
    if samples >= leastPeriods * lag, !MainsLine.isNear(rate / lag),
      isLoud(at: lag, periodicity, context)
    {
      return context.steady >= heldSeconds ? heldCost : streamStartCost
    }
    let isClear =
      periodicity.isPeriod(lag) && (periodicity.mcleodPeriod?.value ?? 0) >= clearSimilarity
    return isClear ? clearCost : nil
  }

  /// Returns the additional similarity that a period requires after an onset; `nil` if the period
  /// does not count.
  private static func noteCost(
    at lag: Double, after age: Double, rate: Double, _ periodicity: borrowing Periodicity,
    _ context: Context
  ) -> Double? {
    // The age decides: the longest window never holds that many periods of the lowest strings.
    if age * rate < firstPeriods * lag { return 0 }
    if age < lateSeconds, periodicity.isPeriod(lag) { return lateCost }
    return age < attackSeconds && isLoud(at: lag, periodicity, context) ? attackCost : nil
  }

  /// Returns true if the attack has not decayed and repeats in spite of its noise.
  ///
  /// Direct current repeats at every lag and has no period.
  private static func isLoud(
    at lag: Double, _ periodicity: borrowing Periodicity, _ context: Context
  ) -> Bool {
    periodicity.mcleodPeriod != nil && context.remainingPower >= attackPower
      && periodicity.similarity(at: lag) >= attackSimilarity
  }
}
