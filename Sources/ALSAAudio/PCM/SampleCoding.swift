// SPDX-License-Identifier: MIT

/// Decodes the bytes of a device to samples at full scale ±1.
///
/// Integers are divided by their full scale 2ⁿ⁻¹. The result is exact up to 24 bits and rounded
/// once for 32 bits. Floating-point samples are unchanged, NaN included.
struct SampleDecoder: Hashable {
  let format: SampleFormat

  /// Decodes as many whole samples as both buffers hold.
  ///
  /// - Parameters:
  ///   - bytes: samples in `format`.
  ///   - samples: filled from the front.
  /// - Returns: the number of samples decoded.
  /// - Complexity: O(samples). Does not allocate.
  @discardableResult
  func decode(_ bytes: UnsafeRawBufferPointer, into samples: inout MutableSpan<Float>) -> Int {
    let width = format.byteCount
    let count = min(bytes.count / width, samples.count)
    switch format.encoding {
    case .float32:
      for index in 0..<count {
        samples[index] = Float(bitPattern: word(bytes, at: width * index))
      }
    case .int32:
      for index in 0..<count {
        samples[index] = Float(Int32(bitPattern: word(bytes, at: width * index))) * 0x1p-31
      }
    case .int24:
      // The shift moves the sign of 24 bits to bit 31 and drops the unused high byte.
      for index in 0..<count {
        samples[index] = Self.high24(word(bytes, at: width * index) << 8)
      }
    case .packed24:
      let (first, last) = format.isBigEndian ? (24, 8) : (8, 24)
      for index in 0..<count {
        let place = width * index
        samples[index] = Self.high24(
          UInt32(bytes[place]) << first | UInt32(bytes[place + 1]) << 16
            | UInt32(bytes[place + 2]) << last)
      }
    case .int16:
      for index in 0..<count {
        let raw = bytes.loadUnaligned(fromByteOffset: width * index, as: UInt16.self)
        let value = format.isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
        samples[index] = Float(Int16(bitPattern: value)) * 0x1p-15
      }
    }
    return count
  }

  private func word(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
    let raw = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return format.isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
  }

  private static func high24(_ word: UInt32) -> Float {
    Float(Int32(bitPattern: word) >> 8) * 0x1p-23
  }
}

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
