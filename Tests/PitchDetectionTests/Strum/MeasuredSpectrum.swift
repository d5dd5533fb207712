// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals

@testable import PitchDetection

/// Measures a window at 12 kHz that holds steady strings.
///
/// - Parameters:
///   - strings: the first partial of each string in hertz, and the amplitudes of its partials 1, 2,
///     …
///   - count: the number of samples.
/// - Returns: the spectrum.
/// - Throws: the reason why the transform can't be planned.
func measuredSpectrum(
  of strings: [(first: Double, amplitudes: [Double])], count: Int = 8192
) throws -> StrumSpectrum {
  let rate = 12e3
  let samples: [Float] = makeSamples(count) { index in
    let time = (Double(index) + 0.5 - Double(count) / 2) / rate
    var sum = 0.0
    for string in strings {
      var place = 0
      while place < string.amplitudes.count {
        let phase = 2 * .pi * string.first * Double(place + 1) * time
        sum += string.amplitudes[place] * cos(phase + Double(place))
        place += 1
      }
    }
    return Float(sum)
  }
  var window = try StrumWindow(count: count, planning: .estimate)
  var spectrum = StrumSpectrum(longest: Double(count) / rate)
  spectrum.measure(samples.span, through: &window, rate: rate)
  return spectrum
}
