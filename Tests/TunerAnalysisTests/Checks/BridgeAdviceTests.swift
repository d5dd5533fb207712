// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("The advice on a saddle")
struct BridgeAdviceTests {
  @Test(
    "the saddle stays where it is if the ± leaves open whether it must move",
    arguments: [
      (cents: 6.6, sigma: 10.57, advice: "uncertain"), (1, 2.1, "uncertain"), (1, 1.9, "leave"),
      (20, 10.57, "back"), (-20, 10.57, "forward"), (-12.5, 10.57, "uncertain"), (3, 1.9, "back"),
    ])
  func uncertain(row: (cents: Double, sigma: Double, advice: String)) throws {
    // Each of the notes has its share of the variance.
    let sigma = Cents((row.sigma * row.sigma / 2).squareRoot())
    let open = SoundedPitch(frequency: Hertz(110), sigma: sigma)
    let fretted = SoundedPitch(
      frequency: Hertz(220).raised(by: Cents(row.cents)), sigma: sigma)
    let advice = try BridgeAdvice(
      open: open, fretted: fretted, scaleLength: 648, tolerance: TuningTolerance(inTune: Cents(2)))
    #expect(advice.json.contains("\"advice\":\"\(row.advice)\""), "\(advice.json)")
    #expect(
      advice.text.contains("too uncertain to judge with a tolerance of 2 cents. Record the notes ")
        == (row.advice == "uncertain"), "\(advice.text)")
    #expect(advice.text.contains("Move the saddle") == ["back", "forward"].contains(row.advice))
  }
}
