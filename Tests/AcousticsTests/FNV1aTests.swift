// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@Suite("The hash FNV-1a")
struct FNV1aTests {
  // The vectors of FNV-1a with 64 bits in the tests of Go's hash/fnv.
  @Test(
    "has the values of other libraries",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("ab", 0x089C_4407_B545_986A),
      ("abc", 0xE71F_A219_0541_574B),
    ] as [(String, UInt64)])
  func vectors(text: String, expected: UInt64) {
    #expect(FNV1a(text.utf8).value == expected)
    var hash = FNV1a()
    for byte in text.utf8 { hash.add(UInt64(byte)) }
    #expect(hash.value == expected)
  }
}
