// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput

/// Raw samples of 16 bits, the lower byte first, as `arecord -t raw -f S16_LE` writes them.
///
/// A source of your own says its rate, and fills the block that it is handed.
struct RawSource: AudioSource {
  /// What can go wrong: `Never` would do for a source that can't fail.
  enum Failure: Error, CustomStringConvertible {
    case oddByte

    var description: String {
      "The last sample has one byte of two. Was the recording cut off? Record it again."
    }
  }

  let sampleRate: SampleRate
  private let next: () -> UInt8?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - next: the bytes, one after the other; `nil` at the end.
  init(sampleRate: SampleRate, next: @escaping () -> UInt8?) {
    self.sampleRate = sampleRate
    self.next = next
  }

  mutating func read(into block: inout MutableSpan<Float>) throws(Failure) -> Int {
    for index in 0..<block.count {
      guard let low = next() else { return index }
      guard let high = next() else { throw .oddByte }
      block[index] = Float(Int16(bitPattern: UInt16(low) | UInt16(high) << 8)) / 32768
    }
    return block.count
  }
}
