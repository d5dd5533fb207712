// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import OfflineAnalysis

@Suite("The time for which a recording is loud")
struct LoudTimeTests {
  /// A square wave, so that every block has the energy of its amplitude.
  private func square(_ amplitude: Float, seconds: Double) -> [Float] {
    (0..<Int(48_000 * seconds)).map { $0 % 8 < 4 ? amplitude : -amplitude }
  }

  private func seconds(of parts: [Float]..., blockSize: Int = 4800) -> Double {
    var time = LoudTime(SampleRate(48_000))
    let samples = parts.flatMap(\.self)
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      let block = Array(samples[start..<min(start + blockSize, samples.count)])
      time.append(block.span)
    }
    return time.seconds
  }

  @Test("counts the sound, and not the silence around it, in blocks of any size")
  func sound() {
    #expect(seconds(of: []) == 0)
    let silence = [Float](repeating: 0, count: 48_000)
    #expect(seconds(of: silence) == 0)
    for blockSize in [1, 479, 4800, 200_000] {
      let time = seconds(of: silence, square(0.5, seconds: 0.2), silence, blockSize: blockSize)
      #expect(abs(time - 0.2) < 1e-9)
    }
  }

  @Test("counts what is 20 dB below the loudest, and not what is 40 dB below it, in any order")
  func reach() {
    let (loud, soft, faint) = (
      square(0.5, seconds: 0.1), square(0.05, seconds: 0.3), square(0.005, seconds: 1)
    )
    #expect(abs(seconds(of: loud, soft, faint) - 0.4) < 1e-9)
    #expect(abs(seconds(of: faint, soft, loud) - 0.4) < 1e-9)
    #expect(abs(seconds(of: faint) - 1) < 1e-9)
  }

  @Test("samples that the pipeline rejects are silence")
  func rejected() {
    var samples = square(0.5, seconds: 0.2)
    samples[1000] = .nan
    samples[2000] = 1e30
    samples[3000] = -.infinity
    #expect(abs(seconds(of: samples) - 0.2) < 1e-9)
  }
}
