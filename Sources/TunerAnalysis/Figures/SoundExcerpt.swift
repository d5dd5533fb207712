// SPDX-License-Identifier: MIT

import Acoustics

/// The beginning of a recording, mono with 16 bits a sample, for the player of a page.
struct SoundExcerpt: Sendable {
  /// The largest number of samples: a minute at 48 kHz, 5.8 MB.
  static let limit = 2_880_000

  let sampleRate: SampleRate
  private(set) var samples: [Int16] = []
  /// True where the recording is longer than the excerpt.
  private(set) var isCut = false

  /// Starts without samples.
  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// The length in seconds.
  var seconds: Double { Double(samples.count) / Double(sampleRate.hertz) }

  /// Adds the next samples; a sample that is not a number counts as silence.
  mutating func append(_ block: Span<Float>) {
    for index in block.indices {
      guard samples.count < Self.limit else {
        isCut = true
        return
      }
      let level = block[index].isFinite ? (block[index] * 32767).rounded() : 0
      samples.append(Int16(max(-32767, min(level, 32767))))
    }
  }

  /// The bytes of a WAV file.
  var wav: [UInt8] {
    let rate = sampleRate.hertz
    let size = 2 * samples.count
    var bytes = Array("RIFF".utf8) + Self.little(36 + size, 4) + Array("WAVEfmt ".utf8)
    bytes += Self.little(16, 4) + Self.little(1, 2) + Self.little(1, 2) + Self.little(rate, 4)
    bytes += Self.little(2 * rate, 4) + Self.little(2, 2) + Self.little(16, 2)
    bytes += Array("data".utf8) + Self.little(size, 4)
    bytes.reserveCapacity(bytes.count + size)
    for sample in samples {
      let bits = UInt16(bitPattern: sample)
      bytes.append(UInt8(bits & 0xFF))
      bytes.append(UInt8(bits >> 8))
    }
    return bytes
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }
}
