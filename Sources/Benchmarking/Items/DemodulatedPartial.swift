// SPDX-License-Identifier: MIT

internal import Foundation

/// A partial of a recording, shifted to 0 Hz and weighted with a Hann window.
struct DemodulatedPartial {
  private let samples: [Float]
  private let hertz: Double
  private let frequency: Double
  private let weights: [Double]

  /// Prepares for a partial near `frequency`.
  init(_ samples: [Float], hertz: Double, frequency: Double, window: Double) {
    self.samples = samples
    self.hertz = hertz
    self.frequency = frequency
    let half = Int(0.5 * window * hertz)
    let count = Double(half + 1)
    weights = (-half...half).map { (index: Int) -> Double in
      0.5 + 0.5 * cos(Double.pi * Double(index) / count)
    }
  }

  /// Returns the frequency and the amplitude about a time.
  ///
  /// - Parameters:
  ///   - seconds: the time in the recording.
  ///   - difference: the time between the two phases from which the frequency follows, in seconds.
  /// - Returns: the frequency in hertz and the amplitude.
  func moment(at seconds: Double, difference: Double) -> (frequency: Double, amplitude: Double) {
    let half = Int((0.5 * difference * hertz).rounded())
    let centre = Int((seconds * hertz).rounded())
    let (before, after) = (value(at: centre - half), value(at: centre + half))
    let turn = atan2(
      after.im * before.re - after.re * before.im, after.re * before.re + after.im * before.im)
    let amplitude = (before.re * before.re + before.im * before.im).squareRoot()
    return (frequency + turn * hertz / (4 * .pi * Double(half)), amplitude)
  }

  /// Returns Σ w·x·e^(−jωn), n counted from the beginning of the recording.
  private func value(at centre: Int) -> (re: Double, im: Double) {
    let radians = 2 * Double.pi * frequency / hertz
    let first = centre - weights.count / 2
    let (stepRe, stepIm) = (cos(radians), -sin(radians))
    // Whole turns are removed, because a large product would lose precision.
    let turns = (frequency / hertz * Double(first)).truncatingRemainder(dividingBy: 1)
    var (re, im) = (cos(2 * .pi * turns), -sin(2 * .pi * turns))
    var sum = (re: 0.0, im: 0.0)
    for (index, weight) in weights.enumerated() {
      let place = first + index
      if samples.indices.contains(place) {
        let value = weight * Double(samples[place])
        sum.re += value * re
        sum.im += value * im
      }
      (re, im) = (re * stepRe - im * stepIm, re * stepIm + im * stepRe)
    }
    return sum
  }
}
