// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The candidates of a search: the tracked pitch, the periods and their octaves, and the pitches of
/// which a strong peak can be a partial.
struct CandidatePitches: ~Copyable {
  // | name            | unit | source                                                      |
  // | --------------- | ---- | ----------------------------------------------------------- |
  // | same            | 1    | distance within which two candidates are one, as a share    |
  // | capacity        | 1    | bound of an update's cost                                   |
  // | maximaCount     | 1    | bound of an update's cost                                   |
  // | maximaShare     | 1    | share of the highest similarity that a period reaches       |
  // | peakCount       | 1    | bound of an update's cost                                   |
  // | subharmonics    | 1    | the highest partial that can be the strongest peak          |
  // | clearConfidence | 1    | confidence of a tracked pitch from which one peak is enough |
  // | leastEvidence   | 1    | evidence of a peak that noise alone hardly reaches          |
  private static let same = 0.006
  private static let capacity = 64
  private static let maximaCount = 14
  private static let maximaShare = 0.5
  private static let peakCount = 5
  private static let subharmonics = 7
  private static let clearConfidence = 0.8
  private static let leastEvidence = 2.0

  /// The candidates, in hertz; the first `count` are valid.
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

  /// Begins an update.
  mutating func clear() { count = 0 }

  /// Adds the tracked pitch.
  mutating func collect(_ tracked: TrackedPitch?) {
    if let tracked { add(tracked.frequency) }
  }

  /// Adds the periods: McLeod's with its octaves and twelfths, the best one, and the others.
  mutating func collect(_ periodicity: borrowing Periodicity, rate: Double) {
    if let mcleodPeriod = periodicity.mcleodPeriod {
      let frequency = rate / mcleodPeriod.lagInSamples
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
    where periodicity.maxima.list[index].value > Self.maximaShare * highest {
      guard taken < Self.maximaCount else { break }
      add(rate / periodicity.maxima.list[index].lagInSamples)
      taken += 1
    }
  }

  /// Adds the pitches of which the strongest peaks can be partials.
  mutating func collect(tracked: TrackedPitch?, peaks: borrowing SpectralPeaks, lowest: Double) {
    var used: UInt64 = 0
    // If the tracked pitch is clear, only the strongest peak is used, because the periods contain
    // the other candidates. A new pitch may be found from peaks only.
    let isClear = tracked.map { ($0.confidence > Self.clearConfidence) } ?? false
    for _ in 0..<min(isClear ? 1 : Self.peakCount, peaks.count) {
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
