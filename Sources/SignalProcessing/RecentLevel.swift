// SPDX-License-Identifier: MIT

public import Acoustics

/// The RMS level of the newest samples of a stream, without a copy of the samples.
///
/// It stores the energies of blocks of 32 samples, counted from the first sample of the stream, so
/// the level is the same to the bit for all chunks. The level covers the whole number of blocks
/// nearest to the requested length, and the samples of the incomplete block. Storing the samples
/// would need twenty times the memory, which would leave the cache between two updates.
public struct RecentLevel: ~Copyable {
  private static let blockCount = 32

  /// The energies of the newest blocks, the oldest at `head`.
  private var energies: FixedArray<Float>
  private var head = 0
  /// The samples of the incomplete block.
  private var pending = AlignedBuffer(count: Self.blockCount)
  private var pendingCount = 0

  /// Prepares for a stream with silence before it.
  ///
  /// - Parameter count: the number of newest samples that the level covers, to the nearest block.
  /// - Throws: `SignalProcessingError.frameTooShort` below 1.
  public init(over count: Int) throws(SignalProcessingError) {
    guard count >= 1 else { throw .frameTooShort(required: 1, actual: count) }
    self.init(blocks: max(1, (count + Self.blockCount / 2) / Self.blockCount))
  }

  private init(blocks: Int) {
    energies = FixedArray(repeating: 0, count: blocks)
  }

  /// The level: 10·log₁₀(Σ x² / n), so a full-scale sine reads −3.01 dBFS; `nil` for digital
  /// silence.
  ///
  /// - Complexity: O(n / 32). Does not allocate.
  public var level: Decibels? {
    var sum = Double(sumOfSquares(pending.span.extracting(first: pendingCount)))
    for index in 0..<energies.count { sum += Double(energies[index]) }
    return Decibels(power: sum / Double(energies.count * Self.blockCount + pendingCount))
  }

  /// Appends any number of `samples`.
  ///
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) {
    var rest = samples
    if pendingCount > 0 {
      let count = min(rest.count, Self.blockCount - pendingCount)
      keep(rest.extracting(first: count))
      rest = rest.extracting(droppingFirst: count)
    }
    while rest.count >= Self.blockCount {
      push(sumOfSquares(rest.extracting(first: Self.blockCount)))
      rest = rest.extracting(droppingFirst: Self.blockCount)
    }
    keep(rest)
  }

  /// Appends zeros.
  ///
  /// - Parameter count: the number of zeros, 0 or more.
  /// - Complexity: O(samples that the level covers) at most. Does not allocate.
  public mutating func appendSilence(_ count: Int) {
    precondition(count >= 0, "A silence has a length.")
    let place = pendingCount + count
    if place < Self.blockCount {
      clearPending(from: pendingCount, to: place)
      pendingCount = place
      return
    }
    clearPending(from: pendingCount, to: Self.blockCount)
    push(sumOfSquares(pending.span))
    // After one round of the buffer all blocks are silent.
    let blocks = place / Self.blockCount - 1
    for _ in 0..<min(blocks, energies.count) { push(0) }
    head = (head + max(0, blocks - energies.count)) % energies.count
    pendingCount = place % Self.blockCount
    clearPending(from: 0, to: pendingCount)
  }

  private mutating func push(_ energy: Float) {
    energies[head] = energy
    head = head + 1 < energies.count ? head + 1 : 0
  }

  /// Stores samples that fill at most the current block.
  private mutating func keep(_ samples: Span<Float>) {
    pending.copy(samples, to: pendingCount)
    pendingCount += samples.count
    if pendingCount == Self.blockCount {
      push(sumOfSquares(pending.span))
      pendingCount = 0
    }
  }

  private mutating func clearPending(from start: Int, to end: Int) {
    var span = pending.mutableSpan
    for index in start..<end { span[index] = 0 }
  }
}
