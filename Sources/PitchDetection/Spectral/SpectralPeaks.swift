// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The peaks of a spectrum that stand above its noise and are no side lobes of stronger ones.
struct SpectralPeaks: ~Copyable {
  /// One peak.
  struct Peak {
    /// Where it is, in hertz.
    var frequency = 0.0
    /// The bin that it is highest in.
    var bin = 0
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
  /// log₂ of how far over the noise a peak stands: six times its power.
  static let prominence = 2.585
  /// One step of a level in nepers of power, and in decibels.
  private static let nepers = 0.693_147_180_559_945_3
  static let decibels = 3.010_299_956_639_812
  /// Beyond this many native bins no side lobe of a Hann window is heard in single precision.
  private static let lobeReach = 32.0
  /// So many times the power a peak has at least over its side lobes.
  private static let leastRatio = 22.6

  /// The peaks, of which the first `count` are, from the lowest frequency on.
  private(set) var list = FixedArray(repeating: Peak(), count: SpectralPeaks.capacity)
  /// How many there are.
  private(set) var count = 0
  /// Σ evidence·weight.
  private(set) var totalEvidence = 0.0
  /// The highest peak's level over the noise, log₂ of power.
  private(set) var highestProminence = 0.0
  /// The bins of all local maxima above the noise, of which the loudest become peaks.
  private var bins = FixedArray<Int16>(repeating: 0, count: SpectralPeaks.candidateCapacity)
  /// The power of each of them, and its bin below.
  private var keys = FixedArray(repeating: Int64(0), count: SpectralPeaks.candidateCapacity)
  /// The power of each peak, in the order of their levels: what its side lobes hang on.
  private var powers = FixedArray(repeating: 0.0, count: SpectralPeaks.capacity)
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
    for index in 0..<found {
      // Powers are not negative: their bits are in their own order.
      let bin = bins[index]
      keys[index] = Int64(power[Int(bin)].bitPattern) << 16 | Int64(bin)
    }
    Self.sort(&keys, count: found)
    let top = Double(levels[Self.bin(of: keys[0])])
    for index in 0..<found where count < Self.capacity {
      let bin = Self.bin(of: keys[index])
      let level = Double(levels[bin])
      let here = Double(power[bin])
      if isSideLobe(bin: bin, power: here, binsPerNative: binsPerNative) { continue }
      powers[count] = here
      let over = level - Double(floor[bin])
      let relative = (level - top) * Self.decibels
      let frequency = (Double(bin) + Self.shift(levels, bin)) * binWidth
      list[count] = Peak(
        frequency: frequency, bin: bin, level: level,
        evidence: min(
          (over - Self.prominence) * Self.nepers + 1,
          6 * min(1, max(0, (relative + 50) / 45)) + 0.02),
        weight: Self.weight(at: frequency))
      totalEvidence += list[count].evidence * list[count].weight
      highestProminence = max(highestProminence, over)
      count += 1
    }
    sortByFrequency()
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

  private static func bin(of key: Int64) -> Int { Int(key & 0xFFFF) }

  /// Shell's sort, the highest first: no more work than the number of peaks asks for.
  private static func sort(_ keys: inout FixedArray<Int64>, count: Int) {
    var gap = 57
    while gap > 0 {
      for index in gap..<max(gap, count) {
        let key = keys[index]
        var place = index
        while place >= gap, keys[place - gap] < key {
          keys[place] = keys[place - gap]
          place -= gap
        }
        keys[place] = key
      }
      gap = gap * 4 / 9
    }
  }

  private mutating func sortByFrequency() {
    var index = 1
    while index < count {
      let peak = list[index]
      var place = index
      while place > 0, list[place - 1].frequency > peak.frequency {
        let above = list[place - 1]
        list[place] = above
        place -= 1
      }
      list[place] = peak
      index += 1
    }
  }

  /// Where the parabola through a peak's level and its neighbours is highest, in bins from `bin`.
  private static func shift(_ levels: Span<Float>, _ bin: Int) -> Double {
    let (before, here, after) = (
      Double(levels[bin - 1]), Double(levels[bin]), Double(levels[bin + 1])
    )
    let curvature = before - 2 * here + after
    return curvature < 0 ? 0.5 * (before - after) / curvature : 0
  }

  /// Whether a stronger peak that is already in the list leaks this much to `bin`.
  ///
  /// Side lobes of a Hann window fall as (½ / (x(x² − 1)))², x in native bins.
  private func isSideLobe(bin: Int, power: Double, binsPerNative: Double) -> Bool {
    let nativePerBin = 1 / binsPerNative
    for index in 0..<count
    where Self.isSideLobe(
      of: powers[index], at: Double(abs(bin - list[index].bin)) * nativePerBin, power: power)
    {
      return true
    }
    return false
  }

  /// Whether a peak of power `strong` leaks as much as `power` to `distance` native bins.
  @inline(__always)
  private static func isSideLobe(of strong: Double, at distance: Double, power: Double) -> Bool {
    if distance > lobeReach { return false }
    if distance < 1.5 { return true }
    let lobe = 2 * distance * (distance * distance - 1)
    return strong > power * max(leastRatio, lobe * lobe)
  }
}
