// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Testing

@Suite("Strum configuration")
struct StrumConfigurationTests {
  private func failure(_ strings: [StrumString], rate: Int = 48000) -> StrumError? {
    do throws(StrumError) {
      _ = try StrumEngine(
        StrumConfiguration(strings: strings, sampleRate: SampleRate(rate)))
      return nil
    } catch {
      return error
    }
  }

  @Test("accepts one to twelve strings")
  func counts() {
    let twelve = (0..<12).map { StrumString(target: Hertz(60 * Double($0 + 1))) }
    #expect(failure(twelve) == nil)
    #expect(failure([twelve[0]]) == nil)
    #expect(failure([]) == .stringCount(required: 1...12, actual: 0))
    let more = twelve + [StrumString(target: Hertz(850))]
    #expect(failure(more) == .stringCount(required: 1...12, actual: 13))
  }

  @Test("names the value that is out of its range")
  func values() {
    let string = StrumString(target: Hertz(110))
    #expect(
      failure([string], rate: 7999)
        == .sampleRateUnsupported(required: SampleRate.supported, actual: SampleRate(7999)))
    #expect(
      failure([string, StrumString(target: Hertz(20))])
        == .target(index: 1, required: StrumConfiguration.targets, actual: Hertz(20)))
    #expect(
      failure([StrumString(target: Hertz(110), range: Cents(5))])
        == .range(index: 0, required: StrumConfiguration.ranges, actual: Cents(5)))
    #expect(
      failure([StrumString(target: Hertz(110), typicalInharmonicity: 1)])
        == .inharmonicity(index: 0, required: StrumConfiguration.coefficients, actual: 1))
  }

  @Test("refuses strings that cannot be separated, with a remedy")
  func close() {
    let error = failure([
      StrumString(target: Hertz(82.4)), StrumString(target: Hertz(246.94)),
      StrumString(target: Hertz(247.5)),
    ])
    guard case .tooClose(1, 2, let required, let actual) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(required == StrumConfiguration.leastDistance)
    #expect(actual.value < 4)
    #expect(error?.description.contains("give both as one string") ?? false)
  }

  @Test("accepts every supported rate", arguments: [8000, 16000, 22050, 44100, 96000, 192_000])
  func rates(rate: Int) {
    #expect(failure([StrumString(target: Hertz(110))], rate: rate) == nil)
  }
}
