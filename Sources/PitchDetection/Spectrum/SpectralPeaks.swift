// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The peaks of a spectrum that stand above its noise floor and are not side lobes of stronger
/// peaks.
struct SpectralPeaks: ~Copyable {
  /// One peak.
  struct Peak {
    /// The frequency, in hertz.
    var frequency = 0.0
    /// The level, log₂ of power.
    var level = 0.0
    /// The evidence for a comb that explains it: it grows with the level above the noise, up to a
    /// limit that the level below the strongest peak sets.
    var evidence = 0.0
    /// The weight of evidence at its frequency.
    var weight = 0.0
  }

  // | name              | unit        | source                                                    |
  // | ----------------- | ----------- | --------------------------------------------------------- |
  // | capacity          | 1           | bound of the cost                                         |
  // | candidateCapacity | 1           | bound of the cost                                         |
  // | prominence        | log₂        | six times the power of the noise: one bin of noise in 400 |
  // |                   |             | has it                                                    |
  // | lobeReach         | native bins | beyond, side lobes of a Hann window vanish in single      |
  // |                   |             | precision                                                 |
  // | mainLobe          | native bins | two maxima within it are one peak                         |
  // | leastRatio        | 1           | 13.5 dB: least power of a peak over its own side lobes    |
  // | halfWeight        | Hz          | frequency at which evidence counts half                   |
  // | highestEvidence   | 1           | evidence of a peak as strong as the strongest             |
  // | lowestRelative    | dB          | level under the strongest at which a peak is no evidence  |
  // | relativeRange     | dB          | range of levels over which evidence grows                 |
  // | leastEvidence     | 1           | evidence of the weakest peak                              |
  static let capacity = 48
  private static let candidateCapacity = 160
  static let prominence = 2.585
  private static let lobeReach: Float = 32
  private static let mainLobe: Float = 1.5
  private static let leastRatio: Float = 22.6
  private static let halfWeight = 1500.0
  private static let highestEvidence = 6.0
  private static let lowestRelative = -50.0
  private static let relativeRange = 45.0
  private static let leastEvidence = 0.02
  /// The low bits of a power that hold the index of its candidate: the power changes by less than
  /// 1e-4.
  private static let indexBits: UInt32 = 0xFF
  /// The mark of a chosen peak, in the place of its power.
  private static let chosen: Float = -1
  /// One step of a level, log₂ of power, in nepers of power and in decibels.
  private static let nepers = 0.693_147_180_559_945_3
  static let decibels = 3.010_299_956_639_812

  /// The peaks by rising frequency; the first `count` are valid.
  private(set) var list = FixedArray(repeating: Peak(), count: SpectralPeaks.capacity)
  /// The number of peaks.
  private(set) var count = 0
  /// Σ evidence·weight.
  private(set) var totalEvidence = 0.0
  /// The level of the highest peak above the noise, log₂ of power.
  private(set) var highestProminence = 0.0
  /// The bins of all local maxima above the noise: the candidates.
  private var bins = FixedArray<Float>(repeating: 0, count: SpectralPeaks.candidateCapacity)
  /// The power of each candidate, with its index in the low bits; 0 for a side lobe.
  private var powers = FixedArray<Float>(repeating: 0, count: SpectralPeaks.candidateCapacity)
  /// Σ evidence·weight of each peak and all higher ones.
  private var evidenceFrom = FixedArray(repeating: 0.0, count: SpectralPeaks.capacity + 1)

  /// Returns the weight of evidence at `frequency` hertz.
  ///
  /// The weight falls with the frequency, since partials of many pitches lie near a high one.
  static func weight(at frequency: Double) -> Double {
    let ratio = frequency / halfWeight
    return 1 / (1 + ratio * ratio)
  }

  /// Finds the peaks of a spectrum.
  ///
  /// - Parameters:
  ///   - levels: the level of each bin, log₂ of power.
  ///   - power: the power of each bin.
  ///   - floor: the level of the noise in each bin.
  ///   - binWidth: the distance of two bins, in hertz.
  ///   - binsPerNative: the number of bins in 1 / window length.
  /// - Complexity: bounded by the capacity. Does not allocate.
  mutating func find(
    in levels: Span<Float>, power: Span<Float>, over floor: Span<Float>, binWidth: Double,
    binsPerNative: Double
  ) {
    count = 0
    totalEvidence = 0
    highestProminence = 0
    evidenceFrom[0] = 0
    let found = findPeaks(
      in: levels, over: floor, by: Float(Self.prominence), from: 3, into: &bins)
    guard found > 0 else { return }
    let top = Double(levels[choose(found, power: power, nativePerBin: 1 / binsPerNative)])
    for index in 0..<found where powers[index] == Self.chosen {
      let bin = Int(bins[index])
      let level = Double(levels[bin])
      let over = level - Double(floor[bin])
      let relative = (level - top) * Self.decibels
      let frequency = (Double(bin) + Self.shift(levels, bin)) * binWidth
      list[count] = Peak(
        frequency: frequency, level: level,
        evidence: min(
          (over - Self.prominence) * Self.nepers + 1,
          Self.highestEvidence
            * min(1, max(0, (relative - Self.lowestRelative) / Self.relativeRange))
            + Self.leastEvidence),
        weight: Self.weight(at: frequency))
      totalEvidence += list[count].evidence * list[count].weight
      highestProminence = max(highestProminence, over)
      count += 1
    }
    var index = count
    evidenceFrom[index] = 0
    while index > 0 {
      index -= 1
      let peak = list[index]
      let above = evidenceFrom[index + 1]
      evidenceFrom[index] = above + peak.evidence * peak.weight
    }
  }

  /// Returns Σ evidence·weight of the peak at `index` and all higher ones.
  func evidence(from index: Int) -> Double { evidenceFrom[index] }

  /// Returns the vertex of the parabola through the level of a bin and its neighbours, in bins from
  /// `bin`.
  private static func shift(_ levels: Span<Float>, _ bin: Int) -> Double {
    let (before, here, after) = (
      Double(levels[bin - 1]), Double(levels[bin]), Double(levels[bin + 1])
    )
    let curvature = before - 2 * here + after
    return curvature < 0 ? 0.5 * (before - after) / curvature : 0
  }

  /// Chooses the strongest candidate, then the strongest that is not a side lobe of a chosen one,
  /// and so on.
  ///
  /// - Returns: the bin of the strongest.
  private mutating func choose(_ found: Int, power: Span<Float>, nativePerBin: Double) -> Int {
    var highest: Float = 0
    for index in 0..<found {
      // The low bits of the highest power contain the index of its candidate.
      let bits = power[Int(bins[index])].bitPattern & ~Self.indexBits | UInt32(index)
      powers[index] = Float(bitPattern: bits)
      highest = max(highest, powers[index])
    }
    let mask = LobeMask(
      nativePerBin: Float(nativePerBin), mainLobe: Self.mainLobe, reach: Self.lobeReach,
      leastRatio: Self.leastRatio)
    let first = Int(highest.bitPattern & Self.indexBits)
    var chosenCount = 0
    while highest > 0, chosenCount < Self.capacity {
      let index = Int(highest.bitPattern & Self.indexBits)
      powers[index] = Self.chosen
      chosenCount += 1
      highest = hidePeaks(
        &powers, at: bins, count: found, under: highest, at: bins[index], by: mask)
    }
    return Int(bins[first])
  }
}
