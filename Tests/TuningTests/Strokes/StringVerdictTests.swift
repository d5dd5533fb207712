// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("The verdict on a string of a stroke")
struct StringVerdictTests {
  private func reading(
    _ state: StringReading.State, cents: Double? = nil, sigma: Double? = nil
  ) -> StringReading {
    var reading = StringReading.unmeasured(state)
    reading.deviation = cents.map { Cents($0) }
    reading.sigma = sigma.map { Cents($0) }
    return reading
  }

  private func verdict(_ reading: StringReading, tolerance: Double = 10) throws -> StringVerdict {
    StringVerdict(reading, try TuningTolerance(inTune: Cents(tolerance)))
  }

  @Test("compares the cents of a string that sounds with the tolerance")
  func compares() throws {
    #expect(try verdict(reading(.sounding, cents: -10, sigma: 0.1)) == .inTune(Cents(-10)))
    #expect(try verdict(reading(.sounding, cents: 10.1, sigma: 0.1)) == .out(Cents(10.1)))
  }

  @Test("is uncertain if sigma exceeds the tolerance and reaches over its edge")
  func uncertain() throws {
    #expect(try verdict(reading(.sounding, cents: 3, sigma: 10)) == .inTune(Cents(3)))
    #expect(try verdict(reading(.sounding, cents: 3, sigma: 10.1)) == .uncertain(Cents(3)))
    #expect(try verdict(reading(.sounding, cents: 20, sigma: 10.1)) == .uncertain(Cents(20)))
    #expect(try verdict(reading(.sounding, cents: 20.2, sigma: 10.1)) == .out(Cents(20.2)))
  }

  // The two have different remedies: a wider tolerance, or another stroke.
  @Test("is unclear only if the sound may be another one")
  func unclear() throws {
    #expect(try verdict(reading(.unclear, cents: 3, sigma: 0.1)) == .unclear)
    #expect(try verdict(reading(.sounding)) == .unclear)
    #expect(try verdict(reading(.silent)) == .silent)
  }

  @Test("counts a string that was played and is not known to be in tune as out of tune")
  func counts() {
    let cents = Cents(1)
    #expect(StringVerdict.inTune(cents).isInTune == true)
    for verdict in [StringVerdict.out(cents), .uncertain(cents), .unclear] {
      #expect(verdict.isInTune == false)
    }
    #expect(StringVerdict.silent.isInTune == nil)
  }
}
