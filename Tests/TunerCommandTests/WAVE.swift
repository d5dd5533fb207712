// SPDX-License-Identifier: MIT

import Foundation

/// Bytes of WAV files, made by hand so that headers can be wrong.
enum WAVE {
  /// A mono file of 32-bit floats.
  static func floats(
    _ samples: [Float], rate: Int = 48000, channels: Int = 1, promising count: Int? = nil
  ) -> Data {
    var body = Data(capacity: 4 * samples.count)
    for sample in samples { body.append(little(sample.bitPattern)) }
    let promised = UInt32(4 * (count ?? samples.count))
    var data = Data("RIFF".utf8)
    data.append(little(36 + promised))
    data.append(Data("WAVEfmt ".utf8))
    data.append(little(UInt32(16)))
    data.append(little(UInt16(3)))
    data.append(little(UInt16(channels)))
    data.append(little(UInt32(rate)))
    data.append(little(UInt32(truncatingIfNeeded: rate * 4 * channels)))
    data.append(little(UInt16(truncatingIfNeeded: 4 * channels)))
    data.append(little(UInt16(32)))
    data.append(Data("data".utf8))
    data.append(little(promised))
    data.append(body)
    return data
  }

  /// A plucked string: partials 1…8 of amplitude 1/n under one decay, behind a quarter second of
  /// silence.
  static func pluck(_ frequency: Double, rate: Int = 48000, seconds: Double = 1.5) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate) - 0.25
      guard time > 0 else { return 0 }
      return (1...8).reduce(Float(0)) { sum, partial in
        sum
          + Float(
            0.2 / Double(partial) * exp(-2 * time)
              * sin(2 * Double.pi * frequency * Double(partial) * time))
      }
    }
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}
