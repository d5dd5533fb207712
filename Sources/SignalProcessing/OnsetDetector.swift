// SPDX-License-Identifier: MIT

/// Finds where notes begin: a rise of the energy of the first difference over everything of the
/// last 50 ms but the newest 15.
///
/// The difference makes an attack bright against a ringing bass string. The 35 ms of comparison are
/// longer than a period of the lowest string, so the pulses of a period are no onsets.
public struct OnsetDetector: Sendable {
  /// The last onset that was found.
  public struct Onset: Hashable, Sendable {
    /// The sample, counted from the stream's first, at whose end the onset was known.
    public var known: Int
    /// The first sample of the new note.
    public var anchor: Int
  }

  private static let blockSeconds = 0.001_33
  private static let farSeconds = 0.050
  private static let nearSeconds = 0.015
  private static let ratio: Float = 4
  /// How much steeper the rise must be while the last onset is still inside the comparison.
  private static let repeatedRatio: Float = 20
  private static let footRatio: Float = 2
  /// Energy a sample under which nothing begins: −100 dB of full scale.
  private static let floor: Float = 1e-10
  /// A power of two: places are counted round by a mask.
  private static let historyCount = 64

  private let blockCount: Int
  private let far: Int
  private let near: Int
  private var energies = InlineArray<64, Float>(repeating: 0)
  private var blockIndex = 0
  private var filled = 0
  private var sum: Float = 0
  private var sumBefore: Float = 0
  private var previous: Float = 0
  private var lastBlock = -1000
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

  /// Takes in `samples`, any number of them.
  ///
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) {
    for index in samples.indices {
      let difference = samples[index] - previous
      previous = samples[index]
      sum += difference * difference
      filled += 1
      if filled == blockCount { finishBlock() }
    }
  }

  private mutating func finishBlock() {
    let energy = (sum + sumBefore) / Float(2 * blockCount)
    sumBefore = sum
    sum = 0
    filled = 0
    energies[blockIndex & (Self.historyCount - 1)] = energy
    let before = loudest(from: blockIndex - far, to: blockIndex - near)
    let isSoon = blockIndex - lastBlock <= 2 * near + 4
    let ratio = isSoon ? Self.repeatedRatio : Self.ratio
    if blockIndex >= near, energy > ratio * before, blockIndex - lastBlock > near {
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

  private func energyOf(_ block: Int) -> Float { energies.span[block & (Self.historyCount - 1)] }

  private func loudest(from first: Int, to end: Int) -> Float {
    var loudest = Self.floor
    let energies = energies.span
    for block in max(0, first)..<max(0, first, end) {
      let energy = energies[block & (Self.historyCount - 1)]
      if energy > loudest { loudest = energy }
    }
    return loudest
  }
}
