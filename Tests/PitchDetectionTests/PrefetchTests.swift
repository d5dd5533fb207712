// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Asking for memory ahead")
struct PrefetchTests {
  @Test("no result hangs on it", arguments: DetectorKind.allCases)
  func results(kind: DetectorKind) throws {
    let rate = SampleRate(48_000)
    let samples = (0..<24_000).map { index -> Float in
      let seconds = Double(index) / 48_000
      return Float(0.3 * sineWave(110 * seconds) + 0.1 * sineWave(220 * seconds))
    }
    var plain = try ChosenDetector(kind, .init(sampleRate: rate))
    var asked = try ChosenDetector(kind, .init(sampleRate: rate))
    var heard = 0
    for start in stride(from: 0, to: samples.count, by: 800) {
      let span = samples.span.extracting(start..<(start + 800))
      asked.prefetch()
      plain.append(span)
      asked.append(span)
      asked.prefetch()
      let estimate = plain.estimatePitch()
      #expect(asked.estimatePitch() == estimate)
      heard += estimate == nil ? 0 : 1
    }
    #expect(heard > 10)
  }

  @Test("floats behind the last are left out, and of none there is nothing to ask for")
  func ends() {
    let buffer = AlignedBuffer(count: 20)
    buffer.prefetch(from: 16, count: 1000)
    buffer.prefetch(from: 20)
    buffer.prefetch(from: 400, count: .max)
    AlignedBuffer(count: 0).prefetch()
    FixedArray(repeating: 1.0, count: 0).prefetch()
    #expect(buffer.span[19] == 0)
  }

  private func sineWave(_ turns: Double) -> Double { sineAndCosine(of: 2 * .pi * turns).sine }
}
