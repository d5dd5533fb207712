// SPDX-License-Identifier: MIT

import Foundation

/// Bytes of WAV files of 16 bits, made by hand.
enum WAVE16 {
  /// A mono file: the canonical header of 44 bytes, and the data.
  static func file(_ points: [Int16], rate: UInt32 = 8000) -> Data {
    let body = points.reduce(Data()) { $0 + Bank.little(UInt16(bitPattern: $1)) }
    let format =
      Bank.little(UInt16(1)) + Bank.little(UInt16(1)) + Bank.little(rate) + Bank.little(2 * rate)
      + Bank.little(UInt16(2)) + Bank.little(UInt16(16))
    return Bank.chunk(
      "RIFF", Data("WAVE".utf8) + Bank.chunk("fmt ", format) + Bank.chunk("data", body))
  }
}
