// SPDX-License-Identifier: MIT

import FileFormats
import Testing

@Suite("Decimal numbers")
struct DecimalNumberTests {
  @Test("are read in every decimal notation")
  func decimal() {
    let rows: [(text: String, number: Double)] = [
      ("0", 0), ("-2.5", -2.5), ("+1.5", 1.5), ("1e3", 1000), ("1E-3", 0.001), (".5", 0.5),
    ]
    for (text, number) in rows {
      #expect(decimalNumber(text) == number, "\(text)")
      #expect(decimalNumber("<\(text)>".dropFirst().dropLast()) == number, "\(text)")
    }
    #expect(decimalNumber("nan")?.isNaN == true)
    #expect(decimalNumber("-inf") == -.infinity)
  }

  @Test(
    "are no hexadecimal numbers and no other texts",
    arguments: ["0x6e", "0X1p3", "-0x1", "", " 1", "1 ", "1,5", "A4", "1.wav"])
  func others(text: String) { #expect(decimalNumber(text) == nil) }
}
