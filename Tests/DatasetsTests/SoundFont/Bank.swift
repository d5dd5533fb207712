// SPDX-License-Identifier: MIT

import Foundation

/// The bytes of a sound font, made by hand so that its headers can be wrong.
struct Bank {
  /// One record of the sample headers.
  struct Header {
    var name: String
    var start: UInt32
    var end: UInt32
    var rate: UInt32 = 44100
    var pitch: UInt8 = 60
    var correction: Int8 = 0

    /// The record's 46 bytes (SoundFont 2.04, §7.10).
    var bytes: Data {
      var data = Data(name.utf8.prefix(20))
      data.append(Data(count: 20 - data.count))
      for number in [start, end, start, end, rate] { data.append(Bank.little(number)) }
      data.append(contentsOf: [pitch, UInt8(bitPattern: correction)])
      data.append(Data(count: 4))
      return data
    }
  }

  var points: [Int16] = [0, 1, -1, 32767, -32768, 12345, -12345]
  var headers = [
    Header(name: "Nylon A3", start: 0, end: 4, correction: -3),
    Header(name: "Exactly twenty bytes", start: 4, end: 7, rate: 22050, pitch: 255, correction: 7),
    Header(name: "EOS", start: 0, end: 0),
  ]
  /// Appended to the sample headers.
  var strayHeaderBytes = Data()

  /// A whole bank: odd lengths with their pad byte, and chunks that no reader needs.
  var data: Data {
    var samples = Data()
    for point in points { samples.append(Self.little(UInt16(bitPattern: point))) }
    samples.append(0x7F)  // half a data point, which makes the length odd
    let records = headers.reduce(Data()) { $0 + $1.bytes } + strayHeaderBytes
    return Self.chunk(
      "RIFF",
      Data("sfbk".utf8)
        + Self.list("INFO", ["ifil": Data([2, 0, 4, 0])], ["INAM": Data("odd\0\0".utf8)])
        + Self.chunk("junk", Data([1, 2, 3]))
        + Self.list("sdta", ["what": Data([9])], ["smpl": samples])
        + Self.list("pdta", ["phdr": Data(count: 5)], ["shdr": records]))
  }

  static func list(_ form: String, _ chunks: [String: Data]...) -> Data {
    let bodies = chunks.flatMap { $0 }.map { chunk($0.key, $0.value) }
    return chunk("LIST", Data(form.utf8) + bodies.reduce(Data(), +))
  }

  static func chunk(_ name: String, _ body: Data) -> Data {
    Data(name.utf8) + little(UInt32(body.count)) + body + Data(count: body.count % 2)
  }

  /// Returns the start of the body of the first chunk with that name.
  static func body(of name: String, in data: Data) -> Int? {
    data.range(of: Data(name.utf8)).map { $0.upperBound + 4 }
  }

  /// The same bytes with another length in the header of a chunk.
  static func claiming(_ size: UInt32, for name: String, in data: Data) -> Data {
    var data = data
    if let body = body(of: name, in: data) {
      data.replaceSubrange((body - 4)..<body, with: little(size))
    }
    return data
  }

  static func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}
