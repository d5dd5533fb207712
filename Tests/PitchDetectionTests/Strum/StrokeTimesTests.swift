// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Times of a stroke")
struct StrokeTimesTests {
  @Test("the onset detector and the stream's start use the same longest time between onsets")
  func strokeSeconds() {
    let seconds = Double(StrokeOnsets.strokeBlocks) * StrokeOnsets.blockSeconds
    #expect(abs(seconds - StrumEngine.strokeSeconds) < 1e-12)
  }

  @Test("the longest window leaves out the attack, and later a share of the time")
  func longestWindow() {
    #expect(StrumEngine.longestWindow(after: 0.1) == 0.1 - StrumEngine.attackSeconds)
    #expect(StrumEngine.longestWindow(after: 1) < 0.7)
    // No window is as short as those that would contain the attack.
    for age in stride(from: 0.04, through: 1.2, by: 0.01) {
      let begin = age - StrumEngine.longestWindow(after: age)
      #expect(begin >= StrumEngine.attackSeconds - 1e-12, "\(age) s after the onset")
    }
  }

  @Test("strings that are plucked every quarter of a second are several strokes")
  func rhythm() throws {
    let gap = 0.25
    let signal = TestSignal(
      plucks: (0..<40).map { index in
        let onset = TestSignal.quiet + gap * Double(index)
        return Pluck(
          string: StringModel(
            fundamental: Hertz(196),
            spectrum: PartialSpectrum(
              pluckPoint: 0.2, pickup: 0.5, tiltPerOctave: Decibels(-3)),
            decayTime: 0.3, phaseSeed: UInt64(index + 1)),
          onset: onset, stop: onset + gap)
      },
      duration: TestSignal.quiet + 40 * gap)
    var engine = try StrumEngine(
      StrumConfiguration(strings: [StrumString(target: Hertz(196))], sampleRate: SampleRate(48000)))
    let samples = signal.render(at: SampleRate(48000))
    var strokes: [Double] = []
    for update in 1...(samples.count / 2400) {
      engine.append(samples.span.extracting((2400 * (update - 1))..<(2400 * update)))
      engine.update()
      guard let onsets = engine.onsets else { continue }
      #expect(onsets.upperBound - onsets.lowerBound <= 3.61)
      if strokes.last != onsets.lowerBound { strokes.append(onsets.lowerBound) }
    }
    #expect(strokes.count == 3, "\(strokes)")
  }

  @Test("the greatest common divisor is that of the factors, and ignores 0")
  func divisor() {
    #expect(greatestCommonDivisor(of: 0, 6) == 6)
    #expect(greatestCommonDivisor(of: 6, 0) == 6)
    #expect(greatestCommonDivisor(of: 4 * 9, 6 * 25) == 6)
    #expect(greatestCommonDivisor(of: 7, 8) == 1)
  }
}
