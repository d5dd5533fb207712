// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import Testing

@Suite("Levels of frequency bands")
struct BandLevelsTests {
  private static let rate = SampleRate(48000)

  private func levels(of samples: [Float], bandCount: Int = 72) throws -> [Double] {
    var bands = try BandLevels(
      count: 4096, bandCount: bandCount, range: Hertz(40)...Hertz(6000), sampleRate: Self.rate)
    return bands.levels(of: samples.span)
  }

  private func sine(_ frequency: Double, amplitude: Double) -> [Float] {
    (0..<4096).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / 48000)) }
  }

  @Test("a sine on a bin has its own level, in its own band", arguments: [1.0, 0.1, 0.01])
  func sineLevel(amplitude: Double) throws {
    // Bin 75 of 4096 at 48 kHz.
    let frequency = 75 * 48000.0 / 4096
    let levels = try levels(of: sine(frequency, amplitude: amplitude))
    let band = Int(72 * log(frequency / 40) / log(6000.0 / 40))
    let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })
    #expect(abs(loudest - band) <= 1)
    #expect(abs(levels[loudest] - 20 * log10(amplitude)) < 0.1)
  }

  @Test("silence and samples that are not finite give the floor in every band")
  func floor() throws {
    let silence = try levels(of: [Float](repeating: 0, count: 4096))
    #expect(silence == [Double](repeating: BandLevels.floor, count: 72))
    let invalid = try levels(of: [Float](repeating: .nan, count: 4096))
    #expect(invalid.allSatisfy { $0 == BandLevels.floor })
  }

  @Test("there are as many levels as bands", arguments: [1, 12, 72])
  func count(bandCount: Int) throws {
    #expect(try levels(of: sine(440, amplitude: 1), bandCount: bandCount).count == bandCount)
  }
}
