// SPDX-License-Identifier: MIT

import PageReading
import PageServing
import Testing

@Suite("The frames of a page")
struct FrameTests {
  /// Frames, and the code with which the server answers them by RFC 6455; `nil` if it goes on.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let code: Int?
    let send: @Sendable (RawClient) -> Void

    var testDescription: String { name }

    init(_ name: String, _ code: Int?, _ send: @escaping @Sendable (RawClient) -> Void) {
      self.name = name
      self.code = code
      self.send = send
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x78, count: count) }

  // Section 5.2.
  private static let heads: [Row] =
    (1..<8).map { bits in
      Row("the reserved bits \(bits)", 1002) { $0.sendFrame(1, bytes(1), reserved: UInt8(bits)) }
    }
    + ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).map { opcode in
      Row("the reserved opcode \(opcode)", 1002) { $0.sendFrame(opcode) }
    } + [
      Row("a reserved bit of a ping", 1002) { $0.sendFrame(9, reserved: 4) },
      Row("no mask", 1002) { $0.sendFrame(1, bytes(1), mask: nil) },
      Row("no mask, and no contents", 1002) { $0.sendFrame(9, mask: nil) },
    ]

  // Section 5.4.
  private static let fragments: [Row] = [
    Row("a message in three frames, with a ping between", nil) {
      $0.sendFrame(1, bytes(3), isFinal: false)
      $0.sendFrame(0, bytes(3), isFinal: false)
      $0.sendFrame(10)
      $0.sendFrame(0, bytes(3))
    },
    Row("two messages in frames", nil) { client in
      for opcode in [1, 2] as [UInt8] {
        client.sendFrame(opcode, isFinal: false)
        client.sendFrame(0)
      }
    },
    Row("a continuation of nothing", 1002) { $0.sendFrame(0, bytes(1)) },
    Row("a continuation of a whole message", 1002) {
      $0.sendFrame(1, bytes(1))
      $0.sendFrame(0, bytes(1))
    },
    Row("a text inside a message", 1002) {
      $0.sendFrame(2, bytes(1), isFinal: false)
      $0.sendFrame(1, bytes(1))
    },
    Row("contents inside a message", 1002) {
      $0.sendFrame(1, bytes(1), isFinal: false)
      $0.sendFrame(2, bytes(1), isFinal: false)
    },
    Row("a frame of 1024 bytes", nil) { $0.sendFrame(1, bytes(1024)) },
    Row("a frame of 1025 bytes", 1009) { $0.sendFrame(1, bytes(1025)) },
    Row("a message of 1024 bytes in frames", nil) {
      $0.sendFrame(1, bytes(1000), isFinal: false)
      $0.sendFrame(0, bytes(24))
    },
    Row("a message of 1025 bytes in frames", 1009) {
      $0.sendFrame(2, bytes(1000), isFinal: false)
      $0.sendFrame(0, bytes(25), isFinal: false)
    },
  ]

  // Section 5.5.
  private static let controls: [Row] =
    ([8, 9, 10] as [UInt8]).flatMap { opcode in
      [
        Row("126 bytes of opcode \(opcode)", 1002) {
          $0.sendFrame(opcode, [0x03, 0xE8] + bytes(124))
        },
        Row("a fragment of opcode \(opcode)", 1002) { $0.sendFrame(opcode, isFinal: false) },
      ]
    } + [Row("a pong that nobody asked for", nil) { $0.sendFrame(10, bytes(125)) }]

  private static let invalid: [[UInt8]] = [
    [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ]

  // Sections 5.6 and 8.1.
  private static let texts: [Row] =
    invalid.map { text in Row("the text \(text)", 1007) { $0.sendFrame(1, text) } } + [
      Row("invalid text behind a mask", 1007) { $0.sendFrame(1, [0xFF], mask: [1, 2, 3, 4]) },
      Row("text behind a mask", nil) { $0.sendFrame(1, Array("é".utf8), mask: [1, 2, 3, 4]) },
      Row("other contents", nil) { $0.sendFrame(2, [0xFF]) },
      Row("a character in two frames", nil) {
        $0.sendFrame(1, [0xC3], isFinal: false)
        $0.sendFrame(0, [0xA9])
      },
      Row("half a character in two frames", 1007) {
        $0.sendFrame(1, [0x78], isFinal: false)
        $0.sendFrame(0, [0xC3])
      },
    ]

  // Sections 5.5.1 and 7.4.
  private static let closings: [Row] =
    [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4999]
    .map { code in Row("the close code \(code)", 1000) { $0.sendFrame(8, contents(code)) } }
    + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map { code in
      Row("the close code \(code)", 1002) { $0.sendFrame(8, contents(code)) }
    } + [
      Row("a close frame without a code", 1000) { $0.sendFrame(8) },
      Row("half a close code", 1002) { $0.sendFrame(8, [0x03]) },
      Row("a reason", 1000) { $0.sendFrame(8, contents(1000) + bytes(123)) },
      Row("a reason that is not UTF-8", 1007) { $0.sendFrame(8, contents(1000) + [0xFF]) },
    ]

  private static func contents(_ code: Int) -> [UInt8] { [UInt8(code >> 8), UInt8(code & 255)] }

  @Test(
    "end the WebSocket with the code of the protocol if they break it, and nothing follows",
    arguments: heads + fragments + controls + texts + closings)
  func code(row: Row) throws {
    // The pages of this test do not close their side, so each failure waits for this time.
    var limits = ServingLimits()
    limits.closingTime = .milliseconds(50)
    let page = try ServedPage(limits)
    let client = try page.page()
    row.send(client)
    client.sendFrame(9, Array("there?".utf8))
    let answer = try client.frame()
    #expect(answer.closeCode == row.code)
    guard row.code == nil else {
      #expect(answer.payload.count <= 125)
      #expect(String(validating: answer.payload.dropFirst(2), as: UTF8.self) != nil)
      return #expect(client.isEnded())
    }
    #expect(answer.opcode == 10)
    #expect(answer.text == "there?")
  }

  @Test("of one page do not disturb another page")
  func others() throws {
    let page = try ServedPage()
    let good = try page.page()
    let bad = try page.page()
    bad.sendFrame(3)
    #expect(try bad.frame().closeCode == 1002)
    page.server.send("{}\n")
    #expect(try good.frame().text == "{}\n")
    #expect(bad.isEnded())
  }

  @Test("behind one that broke the protocol are not read, and the connection ends in time")
  func afterFailure() throws {
    var limits = ServingLimits()
    limits.closingTime = .milliseconds(100)
    let page = try ServedPage(limits)
    for first in [{ $0.sendFrame(3) }, { $0.sendFrame(1, Self.bytes(2000)) }]
      as [(RawClient) -> Void]
    {
      let client = try page.page()
      first(client)
      #expect(try client.frame().closeCode != nil)
      for _ in 0..<100 { client.sendFrame(9) }
      #expect(client.isEnded())
    }
  }
}
