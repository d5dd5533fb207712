// SPDX-License-Identifier: MIT

/// The binary format of a sample.
public struct SampleFormat: Hashable, Sendable {
  /// The number format.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// 32 bits of floating point, full scale ±1.
    case float32
    /// 32 bits, full scale ±2³¹.
    case int32
    /// 24 bits in three bytes.
    case packed24
    /// 24 bits in the low three of four bytes.
    case int24
    /// 16 bits.
    case int16
  }

  /// The number format.
  public var encoding: Encoding
  /// True if the high byte is first.
  public var isBigEndian: Bool

  /// Makes a format.
  public init(_ encoding: Encoding, isBigEndian: Bool = false) {
    self.encoding = encoding
    self.isBigEndian = isBigEndian
  }

  /// All supported formats, the best first: lossless before lossy ones, and this machine's byte
  /// order before the other.
  public static let all: [SampleFormat] = {
    let isBigEndian = 1.bigEndian == 1
    return [isBigEndian, !isBigEndian].flatMap { order in
      Encoding.allCases.map { SampleFormat($0, isBigEndian: order) }
    }
  }()

  /// The bytes of one sample.
  public var byteCount: Int {
    switch encoding {
    case .float32, .int32, .int24: 4
    case .packed24: 3
    case .int16: 2
    }
  }
}

extension SampleFormat: CustomStringConvertible {
  /// ALSA's name of the format, which `arecord -f` accepts.
  public var description: String {
    let order = isBigEndian ? "BE" : "LE"
    return switch encoding {
    case .float32: "FLOAT_\(order)"
    case .int32: "S32_\(order)"
    case .packed24: "S24_3\(order)"
    case .int24: "S24_\(order)"
    case .int16: "S16_\(order)"
    }
  }
}
