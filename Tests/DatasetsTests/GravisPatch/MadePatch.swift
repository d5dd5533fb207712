// SPDX-License-Identifier: MIT

import Foundation

/// A Gravis patch built field by field from the format's description.
struct MadePatch {
  /// One sample, its header and data.
  struct Sample {
    var name: String
    var data: [UInt8]
    var rate: UInt16 = 44100
    var rootMillihertz: UInt32 = 110_000
    /// Bit 0: two bytes a point; bit 1: unsigned.
    var modes: UInt8 = 1
    /// The wrong value in the header.
    var claimedSize: UInt32?

    var bytes: Data {
      var data = MadePatch.padded(name, to: 7)
      data.append(0)  // fractions
      data += MadePatch.little(claimedSize ?? UInt32(self.data.count), 4)
      data += MadePatch.little(0, 4) + MadePatch.little(0, 4)  // loop
      data += MadePatch.little(UInt32(rate), 2)
      data += MadePatch.little(0, 4) + MadePatch.little(0, 4)  // lowest and highest pitch
      data += MadePatch.little(rootMillihertz, 4)
      data += Data(count: 2 + 1 + 12 + 6)  // tune, balance, envelope, tremolo, vibrato
      data.append(modes)
      return data + Data(count: 2 + 2 + 36) + Data(self.data)
    }
  }

  var identifier = "GF1PATCH110"
  var instruments: UInt8 = 1
  var layers: UInt8 = 1
  /// The wrong value in the layer.
  var claimedCount: UInt8?
  var samples = [
    Sample(name: "e1", data: [0x00, 0x00, 0x01, 0x00, 0xFF, 0xFF, 0xFF, 0x7F]),
    Sample(name: "seven c", data: [0x00, 0x80, 0xFF], rate: 22050, modes: 2),
    Sample(name: "wide", data: [0x00, 0x80, 0x00, 0x00], rate: 8000, modes: 3),
    Sample(name: "bytes", data: [0x7F, 0x80], rate: 11025, modes: 0),
  ]

  var data: Data {
    var data = Self.padded(identifier, to: 12) + Self.padded("ID#000002", to: 10)
    data += Self.padded("made for a test", to: 60)
    data.append(instruments)
    data += [14, 0]  // voices, channels
    data += Self.little(UInt32(samples.count), 2) + Self.little(127, 2) + Self.little(0, 4)
    data += Data(count: 36)
    data += Data(count: 2) + Self.padded("instrument", to: 16) + Data(count: 4)
    data.append(layers)
    data += Data(count: 40)
    data += Data(count: 2 + 4)
    data.append(claimedCount ?? UInt8(samples.count))
    data += Data(count: 40)
    return samples.reduce(data) { $0 + $1.bytes }
  }

  static func little(_ value: UInt32, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) })
  }

  static func padded(_ text: String, to count: Int) -> Data {
    Data(text.utf8) + Data(count: count - text.utf8.count)
  }
}
