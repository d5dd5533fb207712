// SPDX-License-Identifier: MIT

/// Encodes samples at full scale ±1 to the bytes of a device.
///
/// Integers are the sample times 2ⁿ⁻¹, rounded to the nearest and clamped to their range. NaN is
/// silence.
struct SampleEncoder: Hashable {
  let format: SampleFormat

  /// Encodes mono samples, the same for every channel.
  ///
  /// - Parameters:
  ///   - samples: at full scale ±1.
  ///   - channelCount: interleaved channels.
  /// - Returns: `samples.count · channelCount` samples in `format`.
  func encode(_ samples: Span<Float>, channelCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * channelCount * format.byteCount)
    for index in samples.indices {
      let word = word(samples[index])
      for _ in 0..<channelCount { append(word, to: &bytes) }
    }
    return bytes
  }

  /// Returns the bits of a sample in the low bits of a word.
  private func word(_ sample: Float) -> UInt32 {
    let finite = sample.isFinite ? sample : 0
    return switch format.encoding {
    case .float32: finite.bitPattern
    case .int32: Self.integer(finite, bits: 32)
    case .int24, .packed24: Self.integer(finite, bits: 24)
    case .int16: Self.integer(finite, bits: 16)
    }
  }

  private static func integer(_ sample: Float, bits: Int) -> UInt32 {
    let scale = Double(Int64(1) << (bits - 1))
    let value = min(max((Double(sample) * scale).rounded(), -scale), scale - 1)
    return UInt32(bitPattern: Int32(value))
  }

  private func append(_ word: UInt32, to bytes: inout [UInt8]) {
    let count = format.byteCount
    for place in 0..<count {
      let shift = 8 * (format.isBigEndian ? count - 1 - place : place)
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
    }
  }
}
