// SPDX-License-Identifier: MIT

internal import Glibc

/// A decaying sine in continuous time.
package struct DecayingSine {
  private let amplitude: Double
  /// In nepers per second.
  private let decay: Double
  /// In radians per second.
  private let angularFrequency: Double
  /// In radians.
  private let phase: Double

  /// Makes the sine whose amplitude and phase are those at the time 0.
  package init(amplitude: Double, decay: Double, angularFrequency: Double, phase: Double) {
    self.amplitude = amplitude
    self.decay = decay
    self.angularFrequency = angularFrequency
    self.phase = phase
  }

  /// Adds the sine to samples.
  ///
  /// Each sample turns and shrinks a pointer, which takes less time than `exp` and `sin`, and is
  /// off by less than 1e-10 after seconds.
  ///
  /// - Parameters:
  ///   - samples: the samples, full scale 1.
  ///   - start: the index of the first sample that changes.
  ///   - time: the time of that sample, in seconds.
  ///   - rate: the sample rate, in hertz.
  package func add(to samples: inout [Double], from start: Int, at time: Double, rate: Double) {
    let size = amplitude * exp(-time * decay)
    var x = size * cos(angularFrequency * time + phase)
    var y = size * sin(angularFrequency * time + phase)
    let shrinking = exp(-decay / rate)
    let across = shrinking * cos(angularFrequency / rate)
    let up = shrinking * sin(angularFrequency / rate)
    for index in start..<samples.count {
      samples[index] += y
      (x, y) = (x * across - y * up, x * up + y * across)
    }
  }
}
