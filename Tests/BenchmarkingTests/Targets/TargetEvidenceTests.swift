// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import Testing

@testable import Benchmarking

@Suite("The evidence for or against a target")
struct TargetEvidenceTests {
  /// Items of one reading each.
  private func items(_ hits: Int, of total: Int) -> [(hits: Double, total: Double)] {
    (0..<total).map { ($0 < hits ? 1 : 0, 1) }
  }

  /// The interval of Wilson (1927) for `hits` of `total`, in its closed form.
  private func wilson(_ hits: Int, _ total: Int) -> ClosedRange<Double> {
    let (n, z) = (Double(total), 1.959964)
    let share = Double(hits) / n
    let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return (centre - half)...(centre + half)
  }

  @Test("decides on a share exactly where Wilson's interval does not hold the limit")
  func agreesWithWilson() throws {
    for total in [5, 18, 40, 200] {
      for hits in 0...total {
        for limit in [0.02, 0.5, 0.95, 0.98] {
          let interval = wilson(hits, total)
          let edge = min(abs(interval.lowerBound - limit), abs(interval.upperBound - limit))
          if edge < 1e-9 { continue }
          let evidence = try #require(TargetEvidence(items(hits, of: total), limit: limit))
          #expect(evidence.isDecided == !interval.contains(limit), "\(hits)/\(total) and \(limit)")
        }
      }
    }
  }

  @Test("16 of 18 notes are too few against 95 %, and a run of the named size decides")
  func needed() throws {
    // z² · 0.95 · 0.05 / 18 / (16/18 − 0.95)² = 2.7147…
    let evidence = try #require(TargetEvidence(items(16, of: 18), limit: 0.95))
    #expect(!evidence.isDecided)
    let size = try #require(evidence.neededSize)
    #expect(abs(size - 2.7147) < 0.001)
    // The same share of three times as many notes decides.
    #expect(try #require(TargetEvidence(items(48, of: 54), limit: 0.95)).isDecided)
  }

  @Test("readings of one item count for less than readings of different items")
  func design() throws {
    // 90 of 100 readings: spread evenly over 20 items, or all misses in two of them.
    let even = (0..<20).map { _ in (hits: 4.5, total: 5.0) }
    let lumped = (0..<20).map { (hits: $0 < 18 ? 5.0 : 0, total: 5.0) }
    #expect(try #require(TargetEvidence(even, limit: 0.97)).isDecided)
    #expect(!(try #require(TargetEvidence(lumped, limit: 0.97)).isDecided))
  }

  @Test("without a failure each item counts once, unless a related share shows the correlation")
  func noFailure() throws {
    let perfect = (0..<20).map { _ in (hits: 100.0, total: 100.0) }
    // z² · 0.97 · 0.03 / 20 / 0.03² = 6.2104…: twenty items, and not 2000 readings.
    let alone = try #require(TargetEvidence(perfect, limit: 0.97))
    #expect(!alone.isDecided)
    #expect(abs(try #require(alone.neededSize) - 6.2104) < 0.001)
    // A tenth of the readings of every item fails by a stricter rule: they are independent.
    let even = (0..<20).map { _ in (hits: 90.0, total: 100.0) }
    #expect(
      try #require(TargetEvidence(perfect, limit: 0.97, related: [perfect, even])).isDecided)
    // All readings of two items fail by it: d is 20/19 · 2000 · 0.09 / 1.8 = 105, all of an item.
    let lumped = (0..<20).map { (hits: $0 < 18 ? 100.0 : 0, total: 100.0) }
    #expect(try #require(TargetEvidence(perfect, limit: 0.97, related: [lumped])) == alone)
    // One recording shows no spread between recordings.
    let single = try #require(TargetEvidence([(hits: 990, total: 1000)], limit: 0.9))
    #expect(!single.isDecided)
  }

  @Test("more updates of the same noise are no more evidence", arguments: [20, 200, 1000])
  func updates(rate: Int) throws {
    // 20 sounds of 0.85 s: 17 readings at 20 a second, none of them an alarm.
    var score = ItemScore()
    score.noise.record(
      (1...(rate * 17 / 20)).map {
        ScoredFrame(seconds: Double($0) / Double(rate), truth: nil, answer: nil)
      })
    var alarm = score
    alarm.noise.record([
      ScoredFrame(
        seconds: 0, truth: nil, answer: .init(frequency: Hertz(100), confidence: 0.5))
    ])
    let scores = [alarm] + Array(repeating: score, count: 19)
    let evidence = try #require(
      TargetMeasure.falseAlarms.evidence(for: .atMost(0.002), scores, updates: rate))
    // z² · 0.998 / (0.002 · 340) = 5.638; the alarm adds one reading of 340 or fewer.
    #expect(!evidence.isDecided)
    #expect(abs(try #require(evidence.neededSize) - 5.638) < 0.02)
  }

  @Test("a root mean square is decided by its spread between items")
  func rootMeanSquare() throws {
    let close = (0..<30).map { (sum: 4.0 + 0.2 * Double($0 % 3), total: 1.0) }
    #expect(try #require(TargetEvidence(squares: close, limits: [3])).isDecided)
    let wild = (0..<30).map { (sum: $0 % 10 == 0 ? 70.0 : 1.0, total: 1.0) }
    #expect(!(try #require(TargetEvidence(squares: wild, limits: [3])).isDecided))
    #expect(TargetEvidence(squares: [(4, 1)], limits: [3]) == nil)
  }

  @Test("a correlation is decided by Fisher's transform")
  func correlation() throws {
    // atanh 0.7 − atanh 0.5 = 0.318; 1.96 / √(n − 3) is 0.378 for 30 and 0.199 for 100.
    #expect(!(try #require(TargetEvidence(correlation: 0.7, of: 30, limit: 0.5)).isDecided))
    #expect(try #require(TargetEvidence(correlation: 0.7, of: 100, limit: 0.5)).isDecided)
  }

  @Test("a figure at its limit names no size, and nothing is decided without readings")
  func edges() throws {
    let evidence = try #require(TargetEvidence(items(19, of: 20), limit: 0.95))
    #expect(!evidence.isDecided && evidence.neededSize.map { $0 > 1e5 } ?? true)
    #expect(TargetEvidence([], limit: 0.5) == nil)
  }
}
