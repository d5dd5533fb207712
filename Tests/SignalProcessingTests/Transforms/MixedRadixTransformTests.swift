// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

// The expected values are FFTW's.
@Suite("Transforms without FFTW")
struct MixedRadixTransformTests {
  /// Every size that `efficientCount` returns up to 65536, halved for complex points.
  static let counts = (1...2048).map { 32 * $0 }.filter {
    RealFFT.efficientCount(atLeast: $0) == $0
  }

  /// A size without a plan.
  private struct Missing: Error { let count: Int }

  private func random(_ count: Int, seed: Int) -> AlignedBuffer {
    var numbers = SplitMix64(seed: UInt64(seed))
    let samples = numbers.samples(count)
    var buffer = AlignedBuffer(count: count)
    buffer.copy(samples.span)
    return buffer
  }

  /// The largest difference, as a share of the largest value.
  private func error(
    _ found: borrowing AlignedBuffer, _ expected: borrowing AlignedBuffer
  ) -> Float {
    // Unoptimised code takes long for an access to a span, so pointers and a loop do it.
    let (ours, theirs) = (found.address, expected.address)
    var (peak, worst) = (Float(0), Float(0))
    var index = 0
    while index < expected.count {
      let size = abs(theirs[index])
      let difference = abs(ours[index] - theirs[index])
      if size > peak { peak = size }
      if difference.isNaN { return difference }
      if difference > worst { worst = difference }
      index += 1
    }
    return worst / peak
  }

  @Test("complex points: FFTW's bins within 1e-6 of their peak, for every size")
  func complex() throws {
    #expect(Self.counts.count > 100)
    for count in Self.counts {
      let points = random(count, seed: count)
      let expected = AlignedBuffer(count: count)
      let found = AlignedBuffer(count: count)
      guard
        let library = FFTWComplexPlan(
          count: count / 2, .estimate, input: found, output: expected),
        let own = MixedRadixComplexPlan(count: count / 2)
      else { throw Missing(count: count) }
      library.forward(points.address, into: expected.address)
      own.forward(points.address, into: found.address)
      #expect(error(found, expected) < 1e-6, "\(count / 2) points")
    }
  }

  @Test("real samples: FFTW's bins and its way back within 1e-6 of their peak, for every size")
  func real() throws {
    for count in Self.counts {
      let samples = random(count, seed: count)
      let bins = RealFFT.spectrumCount(of: count)
      let expected = AlignedBuffer(count: bins)
      let found = AlignedBuffer(count: bins)
      guard let library = FFTWRealPlan(count: count, .estimate),
        let own = MixedRadixRealPlan(count: count)
      else { throw Missing(count: count) }
      library.forward(samples.address, into: expected.address)
      own.forward(samples.address, into: found.address)
      #expect(error(found, expected) < 1e-6, "\(count) samples")

      let theirs = AlignedBuffer(count: count)
      let ours = AlignedBuffer(count: count)
      found.address.update(from: expected.address, count: bins)
      library.inverse(destroying: expected.address, into: theirs.address)
      own.inverse(destroying: found.address, into: ours.address)
      #expect(error(ours, theirs) < 1e-6, "\(count) samples, back")
    }
  }

  @Test("sizes that are too small for vectors", arguments: 1...30)
  func small(half: Int) throws {
    let isPossible = [7, 11, 13, 17, 19, 23, 29].allSatisfy { half % $0 != 0 }
    let plan = MixedRadixRealPlan(count: 2 * half)
    guard let own = plan else {
      #expect(!isPossible)
      return
    }
    #expect(isPossible)
    let samples = random(2 * half, seed: half)
    let bins = RealFFT.spectrumCount(of: 2 * half)
    let expected = AlignedBuffer(count: bins)
    let found = AlignedBuffer(count: bins)
    guard let library = FFTWRealPlan(count: 2 * half, .estimate) else {
      throw Missing(count: 2 * half)
    }
    library.forward(samples.address, into: expected.address)
    own.forward(samples.address, into: found.address)
    #expect(error(found, expected) < 1e-6)
  }

  @Test("a transform repeats to the bit and leaves its input")
  func repeats() throws {
    let points = random(1920, seed: 3)
    let first = AlignedBuffer(count: 1920)
    let second = AlignedBuffer(count: 1920)
    guard let plan = MixedRadixComplexPlan(count: 960) else { throw Missing(count: 960) }
    plan.forward(points.address, into: first.address)
    let others = random(1920, seed: 4)
    plan.forward(others.address, into: second.address)
    plan.forward(points.address, into: second.address)
    #expect(error(second, first) == 0)
    #expect(error(points, random(1920, seed: 3)) == 0)
    #expect(error(others, random(1920, seed: 4)) == 0)
  }

  @Test("no point is no transform")
  func empty() { if MixedRadixTransform(count: 0) != nil { Issue.record("A plan of nothing.") } }
}
