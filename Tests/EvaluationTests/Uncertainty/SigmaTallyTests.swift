// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals
import Testing

@Suite("Sigma tally")
struct SigmaTallyTests {
  static func tally(_ claims: [(Double, Double)]) -> SigmaTally {
    var tally = SigmaTally()
    for (error, sigma) in claims { tally.record(error: Cents(error), sigma: Cents(sigma)) }
    return tally
  }

  @Test("coverage is the share strictly below two sigma")
  func coverage() {
    #expect(Self.tally([(-1.9, 1), (2, 1), (0, 1), (3, 1)]).coverage == 0.5)
  }

  @Test("has the median of the claimed sigmas")
  func medianSigma() {
    #expect(Self.tally([(0, 1), (9, 4), (2, 2)]).medianSigma == 2)
    #expect(SigmaTally().medianSigma == nil)
  }

  @Test("normalisedRMSError is the root mean square of error over sigma")
  func normalisedRMSError() throws {
    // √((3² + 4²) / 2)
    let normalisedRMSError = try #require(Self.tally([(3, 1), (-8, 2)]).normalisedRMSError)
    #expect(agree(normalisedRMSError, 12.5.squareRoot()))
  }

  @Test(
    "normalisedRMSError within a limit uses the readings up to the limit, including it")
  func sharpnessWithin() throws {
    let tally = Self.tally([(3, 1), (-8, 2), (50, 25), (1200, 0.1)])
    // √((3² + 4² + 2²) / 3)
    let normalisedRMSError = try #require(tally.normalisedRMSError(within: Cents(50)))
    #expect(agree(normalisedRMSError, (29.0 / 3).squareRoot()))
    #expect(tally.normalisedRMSError(within: Cents(1)) == nil)
  }

  @Test("reliability splits by sigma into parts of equal size, gross errors left out")
  func reliability() {
    let tally = Self.tally([(4, 8), (1, 1), (3, 1), (1200, 1), (2, 8)])
    let bins = tally.reliability(bins: 2, within: Cents(50))
    // √((1² + 3²) / 2) at sigma 1, √((4² + 2²) / 2) at sigma 8
    #expect(bins.map(\.sigma) == [1, 8])
    let squares: [Double] = [5, 10]
    #expect(zip(bins, squares).allSatisfy { agree($0.error, $1.squareRoot()) })
    #expect(Self.tally([]).reliability(within: Cents(50)).isEmpty)
  }

  @Test("normal errors of the claimed size have the right coverage, normalised error and rank")
  func normal() throws {
    var random = SplitMix64(seed: 3)
    let claims = (0..<20_000).map { _ in
      let sigma = Double.random(in: 0.01...1, using: &random)
      return (sigma * random.normal(), sigma)
    }
    let tally = Self.tally(claims)
    // The normal distribution has 95.45 % within two deviations.
    #expect(abs(try #require(tally.coverage) - 0.9545) < 0.005)
    #expect(abs(try #require(tally.normalisedRMSError) - 1) < 0.02)
    #expect(try #require(tally.rankCorrelation) > 0.4)
  }

  @Test(
    "an invalid sigma never counts as covered",
    arguments: [0, -1, .nan, .infinity])
  func invalid(sigma: Double) {
    let tally = Self.tally([(0, sigma)])
    #expect(tally.invalidCount == 1)
    #expect(tally.coverage == 0)
    #expect(tally.normalisedRMSError == nil)
  }

  @Test("without a sigma the figures are nil, and not perfect")
  func empty() {
    let tally = SigmaTally()
    #expect(tally.coverage == nil)
    #expect(tally.normalisedRMSError == nil)
    #expect(tally.rankCorrelation == nil)
  }
}
