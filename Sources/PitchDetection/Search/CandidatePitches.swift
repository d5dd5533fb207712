// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The pitches that are worth a comb: what repeats, its octaves, what ran before, and what a strong
/// peak could be a partial of.
struct CandidatePitches: ~Copyable {
  private static let same = 0.006
  private static let capacity = 64
  private static let maximaCount = 14
  private static let peakCount = 5
  private static let subharmonics = 7
  private static let sure = 0.8
  /// What a peak must say for a comb before it is taken for a partial of something: noise alone hardly
  /// comes to it, and has no end of peaks.
  private static let leastEvidence = 2.0

  /// The pitches in hertz, of which the first `count` are.
  private(set) var frequencies = FixedArray(repeating: 0.0, count: CandidatePitches.capacity)
  private(set) var count = 0

  private mutating func add(_ frequency: Double) {
    guard count < Self.capacity else { return }
    for index in 0..<count where abs(frequencies[index] - frequency) < Self.same * frequency {
      return
    }
    frequencies[count] = frequency
    count += 1
  }

  /// Starts an update.
  mutating func clear() { count = 0 }

  /// Adds what ran before, which the others are held against.
  mutating func collect(_ tracked: TrackedPitch?) {
    if let tracked { add(tracked.frequency) }
  }

  /// Adds what repeats: first what repeats first and its octaves and twelfths, and what repeats best.
  mutating func collect(_ periodicity: borrowing Periodicity, rate: Double) {
    if let pick = periodicity.pick {
      let frequency = rate / pick.lagInSamples
      add(frequency)
      add(2 * frequency)
      add(3 * frequency)
      add(frequency / 2)
      add(frequency / 3)
    }
    let highest = periodicity.maxima.highest
    for index in 0..<periodicity.maxima.count
    where periodicity.maxima.list[index].value == highest {
      add(rate / periodicity.maxima.list[index].lagInSamples)
    }
    var taken = 0
    for index in 0..<periodicity.maxima.count
    where periodicity.maxima.list[index].value > 0.5 * highest {
      guard taken < Self.maximaCount else { break }
      add(rate / periodicity.maxima.list[index].lagInSamples)
      taken += 1
    }
  }

  /// Adds what the strongest peaks could be partials of.
  mutating func collect(tracked: TrackedPitch?, peaks: borrowing SpectralPeaks, lowest: Double) {
    var used: UInt64 = 0
    // A pitch that goes on has its rivals among what repeats; only a new one may hide in the peaks.
    let isGoingOn = tracked.map { ($0.confidence > Self.sure) } ?? false
    for _ in 0..<min(isGoingOn ? 1 : Self.peakCount, peaks.count) {
      var (top, most) = (0, -1.0)
      for index in 0..<peaks.count where used & (1 << UInt64(index)) == 0 {
        let evidence = peaks.list[index].evidence
        if evidence > most { (top, most) = (index, evidence) }
      }
      guard most > Self.leastEvidence else { break }
      used |= 1 << UInt64(top)
      let frequency = peaks.list[top].frequency
      for divisor in 1...Self.subharmonics where frequency >= Double(divisor) * lowest {
        add(frequency / Double(divisor))
      }
    }
  }
}
