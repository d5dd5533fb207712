// SPDX-License-Identifier: MIT

/// Detects onsets: rises of the energy of the first difference over its maximum from 50 to 15 ms
/// earlier.
///
/// The first difference emphasises an attack over a ringing bass string. The comparison covers 35
/// ms, more than a period of the lowest string, so the pulses of a period do not count as onsets.
public struct OnsetDetector: ~Copyable {
  /// The last detected onset.
  public struct Onset: Hashable, Sendable {
    /// The number of samples in the stream when the onset was detected.
    public var known: Int
    /// The index of the first sample of the new note: up to two blocks early, never late.
    public var anchor: Int
    /// The highest energy of the attack, its first 12 ms, over the highest before it: a ratio.
    public var rise: Float
    /// The mean energy from 20 to 53 ms after the anchor, over the highest of the attack: a ratio;
    /// `nil` until then.
    public var remainder: Float?
  }

  // | name          | unit  | source                                                         |
  // | ------------- | ----- | -------------------------------------------------------------- |
  // | blockSeconds  | s     | the resolution of an onset: 64 samples at 48 kHz               |
  // | farSeconds    | s     | the start of the comparison: longer than a period of 29 Hz …   |
  // | nearSeconds   | s     | … after the rise of a slow attack, which must not be compared  |
  // | ratio         | 1     | fitted on plucks and on ringing bass strings: rise of an onset |
  // | repeatedRatio | 1     | the same, while the comparison still contains the last onset   |
  // | footRatio     | 1     | rise at which the attack begins                                |
  // | floor         | power | −100 dB of full scale: no onset below                          |
  // | openingCount  | 1     | blocks at the start of a stream that can't contain an onset    |
  // | attackCount   | 1     | blocks of an attack: 12 ms; a string is loudest by then        |
  // | remainder     | 1     | blocks of the remainder after the anchor: a period of B0       |
  /// The duration of a block, and the resolution of an onset, in seconds.
  public static let blockSeconds = 0.001_33
  private static let farSeconds = 0.050
  private static let nearSeconds = 0.015
  private static let ratio: Float = 4
  private static let repeatedRatio: Float = 20
  private static let footRatio: Float = 2
  private static let floor: Float = 1e-10
  private static let openingCount = 3
  private static let attackCount = 9
  private static let remainder = 16...40
  /// The size of the history, a power of two: indices wrap by a mask.
  private static let historyCount = 64

  /// The index of the last onset before the first.
  private static let longAgo = -1000

  private let blockCount: Int
  private let far: Int
  private let near: Int
  /// The energies of the newest blocks, stored twice, so that every range of blocks is contiguous.
  private var energies = AlignedBuffer(count: 2 * OnsetDetector.historyCount)
  /// The highest energy among the first blocks of the stream.
  private var opening: Float = 0
  private var blockIndex = 0
  private var filled = 0
  /// The squares of a block, summed by index modulo the lanes: the same sum for all chunks.
  private var sums = SIMD4<Float>()
  private var sumBefore: Float = 0
  private var previous: Float = 0
  private var lastBlock = OnsetDetector.longAgo
  private var lastFoot = OnsetDetector.longAgo
  /// The highest energy before the last onset, that of its attack, and the sum of its remainder.
  private var energyBefore: Float = 0
  private var attackEnergy: Float = 0
  private var remainderSum: Float = 0
  /// The last onset; `nil` before the first.
  public private(set) var last: Onset?

  /// Prepares for a stream of `sampleRate` samples a second.
  ///
  /// - Precondition: the rate is above 4000, so that a block holds several samples.
  public init(sampleRate: Double) {
    precondition(sampleRate > 4000)
    blockCount = max(8, Int((sampleRate * Self.blockSeconds).rounded()))
    far = min(
      Self.historyCount - 1, Int((Self.farSeconds * sampleRate / Double(blockCount)).rounded()))
    near = Int((Self.nearSeconds * sampleRate / Double(blockCount)).rounded())
  }

  /// Discards the stream.
  ///
  /// - Complexity: O(1). Does not allocate.
  public mutating func reset() {
    energies.clear()
    (blockIndex, filled, lastBlock, lastFoot) = (0, 0, Self.longAgo, Self.longAgo)
    (sums, sumBefore, previous, opening) = (SIMD4(), 0, 0, 0)
    last = nil
  }

  /// Appends any number of `samples`.
  ///
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) {
    var index = 0
    while index < samples.count {
      let end = min(samples.count, index + blockCount - filled)
      takeDifferences(of: samples, from: index, to: end)
      filled += end - index
      index = end
      if filled == blockCount { finishBlock() }
    }
  }

  /// Appends samples of one block.
  private mutating func takeDifferences(of samples: Span<Float>, from start: Int, to end: Int) {
    var (index, sums) = (start, sums)
    while index < end {
      let lane = (filled + index - start) & 3
      if lane == 0, index > 0, index + 4 <= end {
        let differences = SIMD4(samples, at: index) - SIMD4(samples, at: index - 1)
        sums += differences * differences
        index += 4
      } else {
        let difference = samples[index] - (index > 0 ? samples[index - 1] : previous)
        sums[lane] += difference * difference
        index += 1
      }
    }
    self.sums = sums
    if end > start { previous = samples[end - 1] }
  }

  private mutating func finishBlock() {
    let sum = sums.sum()
    let energy = (sum + sumBefore) / Float(2 * blockCount)
    sumBefore = sum
    sums = SIMD4()
    filled = 0
    let place = blockIndex & (Self.historyCount - 1)
    Self.write(energy, to: place, in: &energies)
    Self.write(energy, to: place + Self.historyCount, in: &energies)
    if blockIndex < Self.openingCount { opening = max(opening, sum / Float(blockCount)) }
    let background = max(
      loudest(from: blockIndex - far, to: blockIndex - near), blockIndex < far ? opening : 0)
    let before = max(background, Self.floor)
    let isSoon = blockIndex - lastBlock <= 2 * near + 4
    let ratio = isSoon ? Self.repeatedRatio : Self.ratio
    if blockIndex >= Self.openingCount, energy > ratio * before, blockIndex - lastBlock > near {
      var foot = blockIndex
      while foot > max(0, blockIndex - near), energyOf(foot - 1) > Self.footRatio * before {
        foot -= 1
      }
      last = Onset(
        known: (blockIndex + 1) * blockCount, anchor: max(0, (foot - 1) * blockCount), rise: 0)
      (lastBlock, lastFoot) = (blockIndex, foot)
      // A second onset of one stroke is compared with the energy before the first onset, many
      // blocks earlier.
      energyBefore = isSoon ? min(energyBefore, background) : background
      (attackEnergy, remainderSum) = (loudest(from: foot, to: blockIndex), 0)
    }
    follow(energy)
    blockIndex += 1
  }

  /// Measures the course of the last onset with the energy of the newest block.
  private mutating func follow(_ energy: Float) {
    let blocks = blockIndex - lastFoot + 1
    if blockIndex == lastBlock || blocks <= Self.attackCount {
      attackEnergy = max(attackEnergy, energy)
      last?.rise = attackEnergy / max(energyBefore, .leastNormalMagnitude)
    } else if Self.remainder.contains(blocks) {
      remainderSum += energy
      if blocks == Self.remainder.upperBound {
        last?.remainder = remainderSum / Float(Self.remainder.count) / attackEnergy
      }
    }
  }

  private static func write(_ energy: Float, to place: Int, in energies: inout AlignedBuffer) {
    var span = energies.mutableSpan
    span[place] = energy
  }

  private func energyOf(_ block: Int) -> Float { energies.span[block & (Self.historyCount - 1)] }

  private func loudest(from first: Int, to end: Int) -> Float {
    let count = max(0, end - max(0, first))
    let start = max(0, first) & (Self.historyCount - 1)
    let energies = energies.span.extracting(start..<(start + count))
    var (index, lanes) = (0, SIMD4<Float>())
    while index + 4 <= count {
      lanes.replace(with: SIMD4(energies, at: index), where: SIMD4(energies, at: index) .> lanes)
      index += 4
    }
    var loudest = lanes.max()
    while index < count {
      loudest = max(loudest, energies[index])
      index += 1
    }
    return loudest
  }
}
