// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The peaks of a spectrum that stand above its noise and are no side lobes of stronger ones.
struct SpectralPeaks: ~Copyable {
  /// One peak.
  struct Peak {
    /// Where it is, in hertz.
    var frequency = 0.0
    /// Its level, log₂ of power.
    var level = 0.0
    /// What it says for a comb that explains it: grows with its height over the noise, and is capped
    /// by its height against the strongest peak.
    var evidence = 0.0
    /// What evidence at its frequency counts.
    var weight = 0.0
  }

  static let capacity = 48
  private static let candidateCapacity = 160
  /// As many bits as count the candidates: a power loses less than 1e-4 of itself.
  private static let indexBits: UInt32 = 0xFF
  /// What stands for the power of a peak that was chosen.
  private static let chosen: Float = -1
  /// log₂ of how far over the noise a peak stands: six times its power.
  static let prominence = 2.585
  /// One step of a level in nepers of power, and in decibels.
  private static let nepers = 0.693_147_180_559_945_3
  static let decibels = 3.010_299_956_639_812
  /// Beyond this many native bins no side lobe of a Hann window is heard in single precision.
  private static let lobeReach: Float = 32
  /// Within so many native bins two maxima are one peak.
  private static let mainLobe: Float = 1.5
  /// So many times the power a peak has at least over its side lobes.
  private static let leastRatio: Float = 22.6

  /// The peaks, of which the first `count` are, from the lowest frequency on.
  private(set) var list = FixedArray(repeating: Peak(), count: SpectralPeaks.capacity)
  /// How many there are.
  private(set) var count = 0
  /// Σ evidence·weight.
  private(set) var totalEvidence = 0.0
  /// The highest peak's level over the noise, log₂ of power.
  private(set) var highestProminence = 0.0
  /// The bins of all local maxima above the noise, of which the loudest become peaks.
  private var bins = FixedArray<Float>(repeating: 0, count: SpectralPeaks.candidateCapacity)
  /// The power of each of them with its index in the last bits; 0 where a peak hides it.
  private var powers = FixedArray<Float>(repeating: 0, count: SpectralPeaks.candidateCapacity)
  /// Σ evidence·weight of each peak and those above it in frequency.
  private var evidenceFrom = FixedArray(repeating: 0.0, count: SpectralPeaks.capacity + 1)

  /// What evidence at `frequency` hertz counts: the higher, the less can be told by one.
  static func weight(at frequency: Double) -> Double {
    let ratio = frequency / 1500
    return 1 / (1 + ratio * ratio)
  }

  /// Finds the peaks of a spectrum.
  ///
  /// - Parameters:
  ///   - levels: the level of each bin, log₂ of power.
  ///   - power: the power of each bin.
  ///   - floor: the noise's level in each bin.
  ///   - binWidth: hertz from bin to bin.
  ///   - binsPerNative: bins of the padded transform in 1 / window length.
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
          6 * min(1, max(0, (relative + 50) / 45)) + 0.02),
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

  /// Returns Σ evidence·weight of the peak at `index` and those above it in frequency.
  func evidence(from index: Int) -> Double { evidenceFrom[index] }

  /// Where the parabola through a peak's level and its neighbours is highest, in bins from `bin`.
  private static func shift(_ levels: Span<Float>, _ bin: Int) -> Double {
    let (before, here, after) = (
      Double(levels[bin - 1]), Double(levels[bin]), Double(levels[bin + 1])
    )
    let curvature = before - 2 * here + after
    return curvature < 0 ? 0.5 * (before - after) / curvature : 0
  }

  /// Chooses the loudest local maximum, then the loudest of those that are no side lobes of it, and so on,
  /// up to the capacity.
  ///
  /// - Returns: the bin of the loudest.
  private mutating func choose(_ found: Int, power: Span<Float>, nativePerBin: Double) -> Int {
    var highest: Float = 0
    for index in 0..<found {
      // The last bits say which it is: so the highest is known where its power is.
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
