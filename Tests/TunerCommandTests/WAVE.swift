// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Bytes of WAV files, made by hand so that headers can be wrong.
enum WAVE {
  /// A mono file of 32-bit floats.
  static func floats(
    _ samples: [Float], rate: Int = 48000, channels: Int = 1, promising count: Int? = nil
  ) -> Data {
    precondition(UInt32(1).littleEndian == 1, "The samples are copied as they lie in memory.")
    let body = samples.withUnsafeBytes { Data($0) }
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

  /// A plucked string: partials 1…8 of amplitude 1/n under one decay.
  ///
  /// It begins after a quarter of a second of silence. The same string is computed once.
  static func pluck(_ frequency: Double, rate: Int = 48000, seconds: Double = 1.5) -> [Float] {
    let string = PluckedString(frequency: frequency, rate: rate, seconds: seconds)
    if let samples = rendered.withLock({ $0[string] }) { return samples }
    let samples = string.render()
    rendered.withLock { $0[string] = samples }
    return samples
  }

  private static let rendered = Mutex<[PluckedString: [Float]]>([:])

  private struct PluckedString: Hashable {
    var frequency: Double
    var rate: Int
    var seconds: Double

    /// Computes the sines of multiples by their recurrence: tests are not optimised, and a call of
    /// a closure for each partial of each sample takes minutes.
    func render() -> [Float] {
      var samples: [Float] = []
      samples.reserveCapacity(Int(seconds * Double(rate)))
      for index in 0..<Int(seconds * Double(rate)) {
        let time = max(0, Double(index) / Double(rate) - 0.25)
        let phase = 2 * Double.pi * frequency * time
        let twice = 2 * cos(phase)
        var (below, sine, number, sum) = (0.0, sin(phase), 1.0, 0.0)
        while number <= 8 {
          sum += sine / number
          (below, sine) = (sine, twice * sine - below)
          number += 1
        }
        samples.append(Float(0.2 * exp(-2 * time) * sum))
      }
      return samples
    }
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}
