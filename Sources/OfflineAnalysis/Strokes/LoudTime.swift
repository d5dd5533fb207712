// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The time for which a recording is nearly as loud as at its loudest.
///
/// Blocks are counted by the binary exponent of their energy, so the memory does not depend on the
/// length of the recording.
struct LoudTime {
  // | name  | unit | source                                                                    |
  // | ----- | ---- | ------------------------------------------------------------------------- |
  // | block | s    | a period of the lowest string; chosen                                     |
  // | reach | 3 dB | below the loudest block: 30 dB, which a string that rings does not lose    |
  // |       |      | within a second; chosen                                                   |
  // | least | 1    | the exponent that counts the faintest blocks, below one step of 24 bits   |
  private static let block = 0.01
  private static let reach = 10
  private static let least = -60

  private let blockLength: Int
  /// The number of blocks for each exponent of the energy, from `least`.
  private var counts = [Int](repeating: 0, count: 128)
  private var energy = 0.0
  private var filled = 0

  /// Prepares the count.
  ///
  /// - Parameter sampleRate: the rate of the recording.
  init(_ sampleRate: SampleRate) {
    blockLength = max(1, Int(Self.block * Double(sampleRate.hertz)))
  }

  /// The length of the loud blocks in seconds.
  var seconds: Double {
    guard let loudest = counts.lastIndex(where: { $0 > 0 }) else { return 0 }
    return Self.block * Double(counts[max(0, loudest - Self.reach)...].reduce(0, +))
  }

  /// Adds samples; those that the pipeline rejects count as silence.
  mutating func append(_ samples: Span<Float>) {
    for index in samples.indices {
      if SampleRange.contains(samples[index]) {
        energy += Double(samples[index]) * Double(samples[index])
      }
      filled += 1
      if filled == blockLength {
        count()
        (energy, filled) = (0, 0)
      }
    }
  }

  private mutating func count() {
    guard energy > 0 else { return }
    counts[min(max(0, Int(energy.exponent) - Self.least), counts.count - 1)] += 1
  }
}
