// SPDX-License-Identifier: MIT

public import Acoustics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A second-order Butterworth high-pass that takes away DC and rumble.
///
/// Bilinear transform with the corner prewarped, transposed direct form II. The state is in double
/// precision: at 192 kHz the poles lie within 1e-4 of 1, where a float state would drift.
///
/// Source: Oppenheim & Schafer, *Discrete-Time Signal Processing*, 3rd ed., §7.2.
public struct HighPass: Sendable {
  private let gain: Double
  private let feedback1: Double
  private let feedback2: Double
  private var state1 = 0.0
  private var state2 = 0.0

  /// Designs the filter.
  ///
  /// - Parameters:
  ///   - corner: where the gain is −3 dB.
  ///   - sampleRate: the stream's rate.
  /// - Precondition: `corner` lies between 0 and half the sample rate.
  public init(corner: Hertz, sampleRate: SampleRate) {
    precondition(corner.value > 0 && corner.value < Double(sampleRate.hertz) / 2)
    let warped = tan(Double.pi * corner.value / Double(sampleRate.hertz))
    let norm = 1 / (1 + warped * (2.0.squareRoot() + warped))
    gain = norm
    feedback1 = 2 * (warped * warped - 1) * norm
    feedback2 = (1 - warped * (2.0.squareRoot() - warped)) * norm
  }

  /// Returns the filtered `sample`.
  @inline(__always)
  mutating func filter(_ sample: Double) -> Double {
    let output = gain * sample + state1
    state1 = -2 * gain * sample - feedback1 * output + state2
    state2 = gain * sample - feedback2 * output
    return output
  }
}
