// SPDX-License-Identifier: MIT

/// Finds where notes begin: a rise of the energy of the first difference over everything of the
/// last 50 ms but the newest 15.
///
/// The difference makes an attack bright against a ringing bass string. The 35 ms of comparison are
/// longer than a period of the lowest string, so the pulses of a period are no onsets.
public struct OnsetDetector: ~Copyable {
  /// The last onset that was found.
  public struct Onset: Hashable, Sendable {
    /// The sample, counted from the stream's first, at whose end the onset was known.
    public var known: Int
    /// The first sample of the new note: up to two blocks early, never late.
    public var anchor: Int
  }

  /// How long a block is, and how exactly it is known where a note began.
  public static let blockSeconds = 0.001_33
  private static let farSeconds = 0.050
  private static let nearSeconds = 0.015
  private static let ratio: Float = 4
  /// How much steeper the rise must be while the last onset is still inside the comparison.
  private static let repeatedRatio: Float = 20
  private static let footRatio: Float = 2
  /// Energy a sample under which nothing begins: −100 dB of full scale.
  private static let floor: Float = 1e-10
  /// The blocks that a stream begins with, in which nothing begins: what they hold was there before.
  private static let openingCount = 3
  /// A power of two: places are counted round by a mask.
  private static let historyCount = 64

  /// Where the last onset was before the first.
  private static let longAgo = -1000

  private let blockCount: Int
  private let far: Int
  private let near: Int
  /// The energies of the newest blocks, each twice, so that those of any stretch lie one behind another.
  private var energies = AlignedBuffer(count: 2 * OnsetDetector.historyCount)
  /// The energy of the loudest of the blocks that the stream began with.
  private var opening: Float = 0
  private var blockIndex = 0
  private var filled = 0
  /// The squares of a block, by their place in it, modulo the lanes: the same sum however it is cut.
  private var sums = SIMD4<Float>()
  private var sumBefore: Float = 0
  private var previous: Float = 0
  private var lastBlock = OnsetDetector.longAgo
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

  /// Forgets the stream.
  ///
  /// - Complexity: O(1). Does not allocate.
  public mutating func reset() {
    energies.clear()
    (blockIndex, filled, lastBlock) = (0, 0, Self.longAgo)
    (sums, sumBefore, previous, opening) = (SIMD4(), 0, 0, 0)
    last = nil
  }

  /// Takes in `samples`, any number of them.
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

  /// Takes in samples of one block.
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
    let before = max(
      loudest(from: blockIndex - far, to: blockIndex - near), blockIndex < far ? opening : 0)
    let isSoon = blockIndex - lastBlock <= 2 * near + 4
    let ratio = isSoon ? Self.repeatedRatio : Self.ratio
    if blockIndex >= Self.openingCount, energy > ratio * before, blockIndex - lastBlock > near {
      var foot = blockIndex
      while foot > max(0, blockIndex - near), energyOf(foot - 1) > Self.footRatio * before {
        foot -= 1
      }
      last = Onset(
        known: (blockIndex + 1) * blockCount, anchor: max(0, (foot - 1) * blockCount))
      lastBlock = blockIndex
    }
    blockIndex += 1
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
    var (index, lanes) = (0, SIMD4(repeating: Self.floor))
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
