// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing

/// The sound of a recording in a temporary file, mono with 16 bits per sample, for the player of a
/// page.
final class SoundExcerpt: @unchecked Sendable {  // The page reads the complete file.
  /// The largest number of samples, because a WAV file stores its size in 32 bits.
  static let limit = (Int(UInt32.max) - 64) / 2

  private static let blockCount = 1 << 16

  let sampleRate: SampleRate
  /// The number of samples.
  private(set) var count = 0
  /// True if the recording is longer than the excerpt.
  private(set) var isCut = false
  private let limit: Int
  private let file: ScratchFile
  private var pending: [UInt8] = []

  /// Starts without samples.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the recording.
  ///   - limit: the largest number of samples.
  /// - Throws: `OutputError.cannotWrite`.
  init(sampleRate: SampleRate, limit: Int = SoundExcerpt.limit) throws {
    self.sampleRate = sampleRate
    self.limit = limit
    file = try ScratchFile()
    pending.reserveCapacity(Self.blockCount + 2)
  }

  /// Adds the next samples; those that `SampleRange` does not contain count as silence.
  ///
  /// - Throws: `OutputError.cannotWrite`.
  func append(_ block: Span<Float>) throws {
    for index in block.indices {
      guard count < limit else {
        isCut = true
        return
      }
      let level = SampleRange.contains(block[index]) ? (block[index] * 32767).rounded() : 0
      let bits = UInt16(bitPattern: Int16(max(-32767, min(level, 32767))))
      pending.append(UInt8(bits & 0xFF))
      pending.append(UInt8(bits >> 8))
      count += 1
      if pending.count >= Self.blockCount { try finish() }
    }
  }

  /// Writes the rest of the samples.
  ///
  /// - Throws: `OutputError.cannotWrite`.
  func finish() throws {
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Passes the bytes of a WAV file to `take`, block by block.
  ///
  /// - Parameters:
  ///   - most: the largest number of samples.
  ///   - take: receives the bytes.
  /// - Throws: the errors of `take`, and `OutputError.cannotWrite` if the bytes can't be read back.
  func wav(atMost most: Int = .max, _ take: ([UInt8]) throws -> Void) throws {
    var left = 2 * min(count, most)
    try take(header(size: left))
    try file.copy { block in
      let part = min(left, block.count)
      if part > 0 { try take(Array(block.prefix(part))) }
      left -= part
    }
  }

  private func header(size: Int) -> [UInt8] {
    let rate = sampleRate.hertz
    var bytes = Array("RIFF".utf8) + Self.little(36 + size, 4) + Array("WAVEfmt ".utf8)
    bytes += Self.little(16, 4) + Self.little(1, 2) + Self.little(1, 2) + Self.little(rate, 4)
    bytes += Self.little(2 * rate, 4) + Self.little(2, 2) + Self.little(16, 2)
    return bytes + Array("data".utf8) + Self.little(size, 4)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }
}
