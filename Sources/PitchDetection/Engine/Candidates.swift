// SPDX-License-Identifier: MIT

/// The pitches that are worth a comb: what repeats, its octaves, what ran before, and what a strong
/// peak could be a partial of.
struct Candidates: ~Copyable {
  private static let capacity = 64
  private static let maximaCount = 14
  private static let peakCount = 5
  private static let subharmonics = 7

  private var frequencies = InlineArray<64, Double>(repeating: 0)
  private(set) var count = 0

  subscript(index: Int) -> Double {
    @inline(__always) get { frequencies[index] }
  }

  private mutating func add(_ frequency: Double) {
    guard count < Self.capacity else { return }
    frequencies[count] = frequency
    count += 1
  }

  mutating func collect(
    _ maxima: borrowing KeyMaxima, pick: KeyMaxima.Maximum?, running: Double?,
    peaks: borrowing SpectralPeaks, rate: Double, lowest: Double
  ) {
    var taken = 0
    for index in 0..<maxima.count where maxima[index].value > 0.5 * maxima.highest {
      guard taken < Self.maximaCount else { break }
      add(rate / maxima[index].lagInSamples)
      taken += 1
    }
    if let pick {
      let frequency = rate / pick.lagInSamples
      add(2 * frequency)
      add(3 * frequency)
      add(frequency / 2)
      add(frequency / 3)
    }
    if let running { add(running) }
    var used: UInt64 = 0
    for _ in 0..<min(Self.peakCount, peaks.count) {
      var (top, most) = (0, -1.0)
      for index in 0..<peaks.count where used & (1 << UInt64(index)) == 0 {
        let evidence = peaks[index].evidence
        if evidence > most { (top, most) = (index, evidence) }
      }
      used |= 1 << UInt64(top)
      let frequency = peaks[top].frequency
      for divisor in 1...Self.subharmonics where frequency >= Double(divisor) * lowest {
        add(frequency / Double(divisor))
      }
    }
  }
}
