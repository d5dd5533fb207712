// SPDX-License-Identifier: MIT

public import Acoustics

/// The calibration of the standard error that a detector reports.
public struct SigmaTally: Hashable, Codable, Sendable {
  /// A reading's error and its reported standard error, both in cents.
  private struct Claim: Hashable, Comparable, Codable {
    let error: Double
    let sigma: Double

    static func < (left: Claim, right: Claim) -> Bool {
      (left.error, left.sigma) < (right.error, right.sigma)
    }
  }

  private var claims: [Claim] = []
  /// The number of readings whose sigma is zero, negative or not finite.
  ///
  /// They count as not covered.
  public private(set) var invalidCount = 0

  /// Makes an empty tally.
  public init() {}

  /// The number of readings with a usable sigma.
  public var count: Int { claims.count }

  /// Adds one reading.
  ///
  /// - Parameters:
  ///   - error: the reading's distance from the truth; its sign does not matter.
  ///   - sigma: the standard error that it reported.
  /// - Precondition: `error` is finite.
  public mutating func record(error: Cents, sigma: Cents) {
    precondition(error.value.isFinite, "An error is finite.")
    guard sigma.value.isFinite, sigma.value > 0,
      (error.value / sigma.value * (error.value / sigma.value)).isFinite
    else {
      invalidCount += 1
      return
    }
    claims.append(Claim(error: error.magnitude.value, sigma: sigma.value))
  }

  /// Adds the readings of another shard.
  public mutating func merge(_ other: SigmaTally) {
    claims += other.claims
    invalidCount += other.invalidCount
  }

  /// The share of readings with |error| / sigma below 2; 0.95 or more for a calibrated sigma.
  ///
  /// Invalid sigmas count as not covered. `nil` without readings.
  public var coverage: Double? {
    Rate(hits: claims.count { $0.error / $0.sigma < 2 }, of: claims.count + invalidCount).share
  }

  /// Returns the number of usable standard errors up to a limit, and the number of all.
  package func rate(ofSigmasUpTo limit: Cents) -> Rate {
    Rate(hits: claims.count { $0.sigma <= limit.value }, of: claims.count)
  }

  /// Returns the number of readings with a usable sigma and an error up to `limit`.
  package func count(within limit: Cents) -> Int { claims.count { $0.error <= limit.value } }

  /// The median of the reported standard errors, in cents; `nil` without usable readings.
  public var medianSigma: Double? { Measurements(claims.map(\.sigma)).distribution()?.median }

  /// The root mean square of error / sigma: about 1 if sigma is calibrated, far below 1 if sigma is
  /// too large.
  ///
  /// Gross errors are included, and a single one can dominate: see `normalisedRMSError(within:)`.
  /// `nil` without usable readings. The sum is in ascending order, so it does not depend on shards.
  public var normalisedRMSError: Double? { normalisedRMSError(within: Cents(.infinity)) }

  /// Returns the root mean square of error / sigma over the readings with an error up to `limit`.
  ///
  /// - Parameter limit: `ScoringThreshold.gross` selects readings of the right note, to which a
  ///   standard error applies. `confidence` and `coverage` cover readings of a wrong note.
  /// - Returns: `nil` without such readings.
  public func normalisedRMSError(within limit: Cents) -> Double? {
    let near = claims.lazy.filter { $0.error <= limit.value }
    return Measurements(near.map { $0.error / $0.sigma }).distribution()?.rootMeanSquare
  }

  /// Spearman's rank correlation of sigma and |error|; `nil` when either is constant.
  public var rankCorrelation: Double? {
    RankCorrelation.spearman(claims.map(\.sigma), claims.map(\.error))
  }

  /// A group of readings with similar sigma.
  public struct Bin: Hashable, Sendable {
    /// The root mean square of their sigmas, in cents.
    public let sigma: Double
    /// The root mean square of their errors, in cents.
    public let error: Double
  }

  /// Returns the errors by sigma, in groups of about equal size.
  ///
  /// - Parameters:
  ///   - count: the number of groups.
  ///   - limit: the largest error of a reading that is counted.
  /// - Returns: the groups by ascending sigma, without empty ones.
  /// - Precondition: `count` is above 0.
  public func reliability(bins count: Int = 12, within limit: Cents) -> [Bin] {
    precondition(count > 0, "A table has rows.")
    let near = claims.filter { $0.error <= limit.value }
      .sorted { ($0.sigma, $0.error) < ($1.sigma, $1.error) }
    return (0..<count).compactMap { part in
      let claims = near[part * near.count / count..<(part + 1) * near.count / count]
      guard let sigma = Measurements(claims.map(\.sigma)).distribution(),
        let error = Measurements(claims.map(\.error)).distribution()
      else { return nil }
      return Bin(sigma: sigma.rootMeanSquare, error: error.rootMeanSquare)
    }
  }

  /// Compares the readings regardless of their order.
  public static func == (left: SigmaTally, right: SigmaTally) -> Bool {
    left.invalidCount == right.invalidCount && left.claims.sorted() == right.claims.sorted()
  }

  /// Feeds the readings to `hasher` in ascending order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(invalidCount)
    hasher.combine(claims.sorted())
  }

  private enum CodingKeys: String, CodingKey {
    case errors, sigmas, invalidCount
  }

  /// Reads a tally from two lists of equal length.
  ///
  /// - Parameter decoder: holds `errors`, `sigmas` and `invalidCount`.
  /// - Throws: `DecodingError` when a list is missing, of another length or not usable.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let errors = try container.decode([Double].self, forKey: .errors)
    let sigmas = try container.decode([Double].self, forKey: .sigmas)
    let invalidCount = try container.decode(Int.self, forKey: .invalidCount)
    for (error, sigma) in zip(errors, sigmas) where error.isFinite {
      record(error: Cents(error), sigma: Cents(sigma))
    }
    guard invalidCount >= 0, errors.count == sigmas.count, claims.count == errors.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .sigmas, in: container, debugDescription: "Every error needs a sigma above 0.")
    }
    self.invalidCount = invalidCount
  }

  /// Writes the readings in ascending order as two lists.
  ///
  /// - Parameter encoder: receives `errors`, `sigmas` and `invalidCount`.
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let sorted = claims.sorted()
    try container.encode(sorted.map(\.error), forKey: .errors)
    try container.encode(sorted.map(\.sigma), forKey: .sigmas)
    try container.encode(invalidCount, forKey: .invalidCount)
  }
}
