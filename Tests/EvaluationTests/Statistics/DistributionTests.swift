// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import TestSignals
import Testing

@Suite("Distribution")
struct DistributionTests {
  @Test("agrees with NumPy on quantiles, mean and root mean square")
  func numpy() throws {
    let cases = try Golden.load("statistics", as: Golden.Statistics.self).statistics
    #expect(cases.count == 6)
    for row in cases {
      let distribution = try #require(Measurements(row.values).distribution())
      for (quantile, expected) in zip(row.quantiles, row.linear) {
        let value = distribution.interpolated(Quantile(quantile[0], of: quantile[1]))
        #expect(agree(value, expected), "\(quantile) of \(row.values.count)")
      }
      #expect(agree(distribution.mean, row.mean))
      #expect(agree(distribution.rootMeanSquare, row.rms))
    }
  }

  @Test("the nearest rank is the ⌈q·n⌉-th value, also where a Double would round it up")
  func nearestRank() throws {
    let hundred = try #require(Measurements((1...100).map(Double.init)).distribution())
    // 0.07 · 100 is 7.000000000000001 in floating point.
    for percent in 1...100 {
      #expect(hundred.nearestRank(.percentile(percent)) == Double(percent))
    }
    #expect(hundred.nearestRank(.percentile(0)) == 1)
    let three = try #require(Measurements([30, 10, 20]).distribution())
    #expect(three.nearestRank(.median) == 20)
    #expect(three.nearestRank(Quantile(1, of: 3)) == 10)
    #expect(three.nearestRank(.p95) == 30)
    #expect(three.nearestRank(.p9999) == 30)
  }

  @Test("interpolation runs between order statistics at q·(n − 1)")
  func interpolation() throws {
    let four = try #require(Measurements([4, 1, 3, 2]).distribution())
    #expect(four.median == 2.5)
    #expect(four.interpolated(Quantile(1, of: 3)) == 2)
    #expect(four.interpolated(.percentile(25)) == 1.75)
    #expect(four.interpolated(.percentile(100)) == 4)
    #expect(four.share(below: 3) == 0.5)
    #expect(four.share(below: 0) == 0)
    #expect(four.share(below: 9) == 1)
  }

  @Test("without a measurement the statistics are nil, and not zero")
  func empty() {
    #expect(Measurements().distribution() == nil)
    #expect(Measurements().magnitudes() == nil)
    #expect(Rate().share == nil)
  }

  @Test("sums survive cancellation that plain addition loses")
  func cancellation() throws {
    let distribution = try #require(Measurements([1e16, 1, 1, -1e16]).distribution())
    #expect(distribution.mean == 0.5)
  }

  @Test("sums, bytes and equality do not depend on the order of arrival", arguments: 1...20)
  func order(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let values = (0..<500).map { _ in exp(20 * random.normal()) * random.normal() } + [0, -0.0]
    let first = Measurements(values)
    var second = Measurements()
    for part in values.shuffled(using: &random).chunked(into: 1 + Int(seed)) {
      second.merge(Measurements(part))
    }
    #expect(first == second)
    let left = try #require(first.distribution())
    let right = try #require(second.distribution())
    #expect(left.mean.bitPattern == right.mean.bitPattern)
    #expect(left.rootMeanSquare.bitPattern == right.rootMeanSquare.bitPattern)
    #expect(try JSONEncoder().encode(first) == JSONEncoder().encode(second))
  }

  @Test("writing and reading JSON keeps every field bit for bit")
  func coding() throws {
    let bag = Measurements([0.1, 1e-300, 3, .pi, .leastNonzeroMagnitude])
    let copy = try JSONDecoder().decode(Measurements.self, from: JSONEncoder().encode(bag))
    #expect(copy == bag)
  }
}

extension Array {
  /// The elements in `count` runs of nearly equal length.
  func chunked(into count: Int) -> [ArraySlice<Element>] {
    (0..<count).map { self[(self.count * $0 / count)..<(self.count * ($0 + 1) / count)] }
  }
}
