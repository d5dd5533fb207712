// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Measures how well a young note repeats, while its comb cannot be clear yet.
enum EarlyRepetition {
  // | name          | unit | source                                                           |
  // | ------------- | ---- | ---------------------------------------------------------------- |
  // | firstPeriods  | 1    | fitted on plucks: from here on the comb is clear                 |
  // | leastSeconds  | s    | a period of E2: less may hold only a part of a period            |
  // | leastRepeated | 1    | least repeated periods: over fewer, other lags repeat too        |
  // | lateSeconds   | s    | the resonances of a body blur the comb until then                |
  // | lateCost      | 1    | similarity by which McLeod's period must repeat better after the |
  // |               |      | first periods                                                    |
  // | openingCost   | 1    | the same at the start of a stream, where no onset was seen …     |
  // | openingWhole  | 1    | … and the least similarity over all samples: fitted on recorded  |
  // |               |      | attacks, in which partials and noise repeat, too                 |
  private static let firstPeriods = 5.5
  private static let leastSeconds = 0.012
  private static let leastRepeated = 0.2
  private static let lateSeconds = 0.12
  private static let lateCost = 0.1
  private static let openingCost = 0.15
  private static let openingWhole = 0.75
  /// The ratio of the longest possible lag to the period of the pitch.
  private static let lagMargin = 1.02

  /// Returns the similarity of a note to itself one period earlier.
  ///
  /// - Parameters:
  ///   - lag: the period, in samples of the analysis.
  ///   - stream: the samples.
  ///   - periodicity: the last evaluation of it.
  ///   - update: the segment of the update.
  /// - Returns: −1…1; `nil` where the note is too young, too old, or had no onset and does not begin
  ///   with the stream: without one, noise repeats by chance as well.
  static func similarity(
    after lag: Double, of stream: borrowing AnalysisStream, _ periodicity: borrowing Periodicity,
    _ update: UpdateContext
  ) -> Double? {
    guard let age = update.age ?? (update.isOpening ? update.sounding : nil) else { return nil }
    let rate = stream.sizes.rate
    // The age decides: the longest window never holds that many periods of the lowest strings.
    let isFirst = age * rate < firstPeriods * lag
    let isPeriod = periodicity.isPeriod(lag)
    let isWanted =
      update.isOpening
      ? isPeriod && (periodicity.pick?.value ?? 0) >= openingWhole
      : isFirst || age < lateSeconds && isPeriod
    guard age >= leastSeconds, isWanted else { return nil }
    // The detected onset may precede the sound by a block, in which nothing repeats.
    let repeated = Double(update.count) - OnsetDetector.blockSeconds * rate - lagMargin * lag
    guard repeated >= leastRepeated * lag else { return nil }
    let length = min(Int(repeated), Int(max(lag, leastSeconds * rate)))
    let similarity = Repetition.similarity(
      stream.assembler.frame, stream.availableCount, back: 0, length: length, lag: lag)
    let cost = update.isOpening ? openingCost : isFirst ? 0 : lateCost
    return (similarity ?? 0) - cost
  }
}
