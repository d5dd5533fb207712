// SPDX-License-Identifier: MIT

import Foundation

/// The complex amplitude of one spectral line by direct summation under a Hann window.
struct SpectralLine {
  let magnitude: Double
  let phase: Double

  /// Correlates `samples` with exp(−2πi·frequency·k), frequency in cycles a sample; a sine of
  /// amplitude A there has magnitude A, and its phase in radians refers to sample 0.
  init(in samples: some Collection<Double>, at frequency: Double) {
    var real = 0.0
    var imaginary = 0.0
    var sum = 0.0
    for (index, sample) in samples.enumerated() {
      let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(samples.count))
      let angle = 2 * .pi * (frequency * Double(index)).truncatingRemainder(dividingBy: 1)
      real += window * sample * cos(angle)
      imaginary -= window * sample * sin(angle)
      sum += window
    }
    magnitude = 2 * (real * real + imaginary * imaginary).squareRoot() / sum
    phase = atan2(real, -imaginary)
  }
}
