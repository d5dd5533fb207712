// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Readings of the strings of a stroke")
struct StringReadingsTests {
  private func readings(_ hertz: [Double]) -> StringReadings {
    StringReadings(
      hertz.map {
        StringReading(
          state: .sounding, frequency: Hertz($0), deviation: Cents(0), sigma: Cents(0.1),
          confidence: 0.9)
      })
  }

  @Test("are equal if they are of as many strings and each is equal")
  func equal() {
    #expect(readings([82, 110]) == readings([82, 110]))
    #expect(readings([82, 110]).hashValue == readings([82, 110]).hashValue)
    #expect(readings([82, 110]) != readings([82, 111]))
    #expect(readings([82, 110]) != readings([82]))
    // The places behind the last string are as those of a string without a reading.
    #expect(StringReadings(count: 2) != StringReadings(count: 3))
    #expect(StringReadings(count: 2) == StringReadings(count: 2))
  }
}
