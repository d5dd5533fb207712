// SPDX-License-Identifier: MIT

import Testing

@testable import TunerDisplay

@Suite("Wrapped text")
struct WrappedTextTests {
  @Test("breaks lines at spaces, and a word only if it is longer than a line")
  func breaks() {
    #expect(
      WrappedText.lines(of: "pluck a string now", columns: 8) == ["pluck a", "string", "now"])
    #expect(
      WrappedText.lines(of: "a/very/long/path x", columns: 6) == ["a/very", "/long/", "path x"])
    #expect(WrappedText.lines(of: "", columns: 5) == [])
    #expect(WrappedText.lines(of: "ab", columns: 0) == ["a", "b"])
  }
}
