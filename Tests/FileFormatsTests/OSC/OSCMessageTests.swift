// SPDX-License-Identifier: MIT

import FileFormats
import Testing

@Suite("Messages of Open Sound Control")
struct OSCMessageTests {
  @Test("the examples of the specification have its bytes")
  func specification() {
    // Open Sound Control 1.0, "OSC Message Examples".
    #expect(
      OSCMessage("/oscillator/4/frequency", [.float(440)]).bytes
        == Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0])
    let foo = OSCMessage(
      "/foo",
      [.integer(1000), .integer(-1), .text("hello"), .float(1.234), .float(5.678)])
    #expect(
      foo.bytes
        == Array("/foo\0\0\0\0,iisff\0\0".utf8) + [0, 0, 3, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF]
        + Array("hello\0\0\0".utf8) + [0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D])
  }

  @Test("every part is a multiple of four bytes, with a NUL behind each text")
  func padding() {
    for length in 0...9 {
      let text = String(repeating: "x", count: length)
      let bytes = OSCMessage("/a", [.text(text)]).bytes
      #expect(bytes.count.isMultiple(of: 4))
      #expect(bytes.count == 4 + 4 + (length / 4 + 1) * 4)
      #expect(bytes.last == 0)
    }
    #expect(OSCMessage("/silence").bytes == Array("/silence\0\0\0\0,\0\0\0".utf8))
    #expect(OSCMessage("/a", [.text("b\0c")]).bytes == OSCMessage("/a", [.text("b")]).bytes)
  }
}
