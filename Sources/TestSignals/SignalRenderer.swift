// SPDX-License-Identifier: MIT

package import Acoustics

/// Renders a test signal piece by piece, from its start.
///
/// The sizes of the pieces do not change a bit, because the arithmetic has blocks of its own. After
/// the duration of the signal the strings and the noise continue.
package struct SignalRenderer: Sendable {
  private var banks: [PartialBank]
  private var noise: NoiseSource?
  private var block: [Double]
  private var blockStart = 0
  private var used: Int

  /// The index of the next sample.
  package private(set) var position: SamplePosition

  /// Prepares `signal` for `rate`.
  ///
  /// - Complexity: O(partials below 96 kHz).
  package init(_ signal: TestSignal, at rate: SampleRate) {
    banks = signal.plucks.map {
      PartialBank($0, table: PartialTable(of: $0.string, at: rate), at: rate)
    }
    noise = signal.noise.map { NoiseSource($0, at: rate) }
    block = Array(repeating: 0, count: PartialBank.blockCount)
    used = PartialBank.blockCount
    position = .start
  }

  /// Writes the next `output.count` samples, full scale 1.
  ///
  /// - Complexity: O(`output.count`·partials). Does not allocate.
  package mutating func render(into output: inout MutableSpan<Float>) {
    for index in 0..<output.count {
      if used == block.count { renderBlock() }
      output[index] = Float(block[used])
      used += 1
    }
    position = position.advanced(by: output.count)
  }

  private mutating func renderBlock() {
    if noise?.fill(&block) == nil {
      for index in block.indices { block[index] = 0 }
    }
    for index in banks.indices { banks[index].add(blockAt: blockStart, to: &block) }
    blockStart += block.count
    used = 0
  }
}
