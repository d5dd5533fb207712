// SPDX-License-Identifier: MIT

/// The rate of updates as an exact fraction.
///
/// Update *k* (from 1) is due at position ⌊k·fs / rate⌋, in integers. So there is no drift after
/// hours, even if the hop is not a whole number of samples.
public struct UpdateRate: Hashable, Sendable {
  /// The updates in `seconds` seconds.
  ///
  /// Both are in lowest terms, so equal rates are equal values.
  public let updates: Int
  /// The number of seconds that `updates` refers to.
  public let seconds: Int

  /// The default rate: 20 updates a second.
  public static let standard = UpdateRate(inLowestTerms: 20, 1)

  /// Makes a rate without a loop, so that the compiler computes constants.
  private init(inLowestTerms updates: Int, _ seconds: Int) {
    self.updates = updates
    self.seconds = seconds
  }

  /// Makes a rate of `updates` per `seconds`.
  ///
  /// - Precondition: both are above 0.
  public init(updates: Int, seconds: Int = 1) {
    precondition(updates > 0 && seconds > 0, "An update rate is above 0.")
    var (divisor, rest) = (updates, seconds)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.updates = updates / divisor
    self.seconds = seconds / divisor
  }

  /// Makes a rate from a decimal such as `20`, `59.94` or `0.5`, without rounding it.
  ///
  /// - Returns: `nil` for zero, and unless the text has up to nine digits before the point and up
  ///   to six after it.
  public init?(decimal text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let isDigit = { (byte: UInt8) in byte >= 48 && byte <= 57 }
    guard let whole = parts.first, (1...9).contains(whole.utf8.count), fraction.utf8.count <= 6,
      parts.count == 1 || !fraction.isEmpty, whole.utf8.allSatisfy(isDigit),
      fraction.utf8.allSatisfy(isDigit), let digits = Int(String(whole) + String(fraction)),
      digits > 0
    else { return nil }
    self.init(updates: digits, seconds: fraction.utf8.reduce(1) { scale, _ in scale * 10 })
  }

  /// The number of updates per second, rounded to a `Double`.
  public var hertz: Double { Double(updates) / Double(seconds) }

  /// Returns the position at which update `index` is due: ⌊index·fs / rate⌋.
  ///
  /// - Parameters:
  ///   - index: the update's number, from 1.
  ///   - rate: the stream's sample rate.
  /// - Returns: the number of samples that the update may use.
  @inlinable
  public func position(ofUpdate index: Int64, at rate: SampleRate) -> SamplePosition {
    let numerator = Int128(index) * Int128(rate.hertz) * Int128(seconds)
    // A 128-bit division calls a function. Hardly any stream is long enough to need it.
    if let numerator = Int64(exactly: numerator) {
      return SamplePosition(numerator / Int64(updates))
    }
    return SamplePosition(Int64(numerator / Int128(updates)))
  }

  /// Returns the number of the first update that is due after a position:
  /// ⌈(position + 1)·rate / fs⌉, in integers.
  ///
  /// - Parameters:
  ///   - position: the position that the update is later than.
  ///   - rate: the stream's sample rate.
  /// - Returns: the number, 1 for any position before the stream.
  package func firstUpdate(after position: SamplePosition, at rate: SampleRate) -> Int64 {
    let numerator = (Int128(position.samples) + 1) * Int128(updates)
    let denominator = Int128(rate.hertz) * Int128(seconds)
    return max(1, Int64((numerator + denominator - 1) / denominator))
  }
}
