// SPDX-License-Identifier: MIT

import Testing

@testable import Datasets

@Suite("The headers of an HTTP response")
struct ResponseHeadTests {
  @Test(
    "a length consists of digits only",
    arguments: [
      ("10", 10), ("0", 0), ("-06", nil), ("+6", nil), ("", nil), ("1e3", nil), ("6 6", nil),
      ("99999999999999999999", nil),
    ])
  func length(text: String, count: Int?) {
    #expect(ResponseHead("HTTP/1.1 200\r\nContent-Length: \(text)\r\n").byteCount == count)
    let partial = "HTTP/1.1 206\r\nContent-Range: bytes 0-1/\(text)\r\n"
    #expect(ResponseHead(partial).byteCount == count)
  }
}
