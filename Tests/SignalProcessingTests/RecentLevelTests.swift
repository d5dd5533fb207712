// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Recent level")
struct RecentLevelTests {
  private static let noise: [Float] = {
    var source = SplitMix64(seed: 31)
    return source.samples(5000)
  }()

  @Test(
    "of a full-scale sine is −3.01 dBFS, of a square wave of 0.1 is −20 dBFS, of silence is nil")
  func knownLevels() throws {
    // 48 samples a period: 2400 and every block of 96 hold whole periods.
    let sine = (0..<4800).map { Float(sin(2 * Double.pi * Double($0) / 48)) }
    let square = (0..<4801).map { Float($0.isMultiple(of: 2) ? 0.1 : -0.1) }
    var recent = try RecentLevel(over: 2400)
    let before = recent.level
    #expect(before == nil)
    recent.append(sine.span)
    let sineLevel = recent.level
    let ofSine = try #require(sineLevel)
    #expect(abs(ofSine.value + 10 * log10(2)) < 1e-4)
    recent.append(square.span)
    let squareLevel = recent.level
    let ofSquare = try #require(squareLevel)
    #expect(abs(ofSquare.value + 20) < 1e-4)
  }

  @Test(
    "equals the level of the samples, in whole blocks and in the samples after them",
    arguments: [2400, 2205, 800, 33, 1])
  func samples(count: Int) throws {
    var recent = try RecentLevel(over: count)
    let whole = max(1, (count + 16) / 32) * 32
    for (end, next) in zip([3000, 3001, 3031, 3032, 4999], [3001, 3031, 3032, 4999, 5000]) {
      if end == 3000 { recent.append(Self.noise.span.extracting(0..<3000)) }
      // Blocks are counted from the first sample of the stream.
      let window = whole + end % 32
      let power = Self.noise[(end - window)..<end].reduce(0) { $0 + Double($1) * Double($1) }
      let heard = recent.level
      let level = try #require(heard)
      #expect(abs(level.value - 10 * log10(power / Double(window))) < 1e-4, "at \(end)")
      recent.append(Self.noise.span.extracting(end..<next))
    }
  }

  @Test(
    "has the same bits for chunks of any size", arguments: [1, 7, 31, 32, 33, 257, 800])
  func chunks(size: Int) throws {
    var whole = try RecentLevel(over: 2400)
    var cut = try RecentLevel(over: 2400)
    whole.append(Self.noise.span)
    for start in stride(from: 0, to: Self.noise.count, by: size) {
      cut.append(Self.noise.span.extracting(start..<min(start + size, Self.noise.count)))
    }
    let levels = (whole.level, cut.level)
    #expect(levels.0 == levels.1)
  }

  @Test(
    "treats silence like zeros, and is nil when there is nothing else",
    arguments: [0, 1, 31, 32, 100, 2399, 2463, 2464, 100_000])
  func silence(count: Int) throws {
    for lead in [3000, 3017] {
      var silent = try RecentLevel(over: 2400)
      var zeros = try RecentLevel(over: 2400)
      silent.append(Self.noise.span.extracting(0..<lead))
      zeros.append(Self.noise.span.extracting(0..<lead))
      silent.appendSilence(count)
      zeros.append([Float](repeating: 0, count: count).span)
      let levels = (silent.level, zeros.level)
      #expect(levels.0 == levels.1)
      // The block that the noise ends in counts as long as 75 blocks do.
      #expect((levels.0 == nil) == (count >= 2400 + (32 - lead % 32) % 32))
      silent.append(Self.noise.span)
      zeros.append(Self.noise.span)
      let after = (silent.level, zeros.level)
      #expect(after.0 == after.1)
    }
  }

  @Test("needs at least one sample")
  func none() {
    #expect(throws: SignalProcessingError.frameTooShort(required: 1, actual: 0)) {
      _ = try RecentLevel(over: 0)
    }
  }
}
