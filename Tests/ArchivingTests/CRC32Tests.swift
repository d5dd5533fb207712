// SPDX-License-Identifier: MIT

import Archiving
import Testing

@Suite("CRC-32")
struct CRC32Tests {
  // The check value that catalogues of CRCs give for CRC-32/ISO-HDLC.
  @Test("equals the checksum of ISO 3309, for chunks of any size", arguments: 0...9)
  func pieces(count: Int) {
    let text = Array("123456789".utf8)
    var checksum = CRC32()
    #expect(checksum.value == 0)
    checksum.add(text[..<count])
    checksum.add([])
    checksum.add(text[count...])
    #expect(checksum.value == 0xCBF4_3926)
    #expect(CRC32.of(text) == 0xCBF4_3926)
    #expect(CRC32.of([]) == 0)
  }
}
