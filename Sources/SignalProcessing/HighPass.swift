// SPDX-License-Identifier: MIT

public import Acoustics
internal import CMathematics

/// A second-order Butterworth high-pass that removes the mean and rumble.
///
/// Bilinear transform with a prewarped corner, transposed direct form II. The state is in double
/// precision: at 192 kHz the poles lie within 1e-4 of 1, where a state in single precision would
/// drift.
///
/// A step filters four samples at once: each output is a sum of terms of the state and of the
/// samples. If it filtered one sample at a time, each would wait for the state after the previous
/// one. Groups of four are counted from the first sample of the stream, so the outputs do not
/// depend on the chunks. Outputs are stored and summed in single precision; only the state needs
/// double precision.
///
/// Source: Oppenheim & Schafer, *Discrete-Time Signal Processing*, 3rd ed., §7.2; Barnes & Shinnaka
/// 1980, doi:10.1109/TCS.1980.1084877, for the blocks.
public struct HighPass: Sendable {
  /// The contribution of each state to four outputs, and to the next states.
  private var outputOfState = (SIMD4<Float>(), SIMD4<Float>())
  private var stateOfState = (SIMD2<Double>(), SIMD2<Double>())
  /// The contribution of each of four samples to the outputs, and to the next states.
  private var outputOfSample = (
    SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>()
  )
  private var stateOfSample = (
    SIMD2<Double>(), SIMD2<Double>(), SIMD2<Double>(), SIMD2<Double>()
  )
  private var state = SIMD2<Double>()
  /// The samples of an incomplete group, followed by zeros.
  private var pending = SIMD4<Float>()
  private var pendingCount = 0

  /// Designs the filter.
  ///
  /// - Parameters:
  ///   - corner: the frequency at which the gain is −3 dB.
  ///   - sampleRate: the stream's rate.
  /// - Precondition: `corner` lies between 0 and half the sample rate.
  public init(corner: Hertz, sampleRate: SampleRate) {
    precondition(corner.value > 0 && corner.value < Double(sampleRate.hertz) / 2)
    let warped = tan(Double.pi * corner.value / Double(sampleRate.hertz))
    let gain = 1 / (1 + warped * (2.0.squareRoot() + warped))
    let feedback1 = 2 * (warped * warped - 1) * gain
    let feedback2 = (1 - warped * (2.0.squareRoot() - warped)) * gain

    /// The impulse response of one group, sample by sample.
    func run(
      _ state: SIMD2<Double>, _ samples: SIMD4<Double>
    ) -> (outputs: SIMD4<Float>, state: SIMD2<Double>) {
      var (state, outputs) = (state, SIMD4<Double>())
      for lane in 0..<4 {
        let output = gain * samples[lane] + state[0]
        state[0] = -2 * gain * samples[lane] - feedback1 * output + state[1]
        state[1] = gain * samples[lane] - feedback2 * output
        outputs[lane] = output
      }
      return (SIMD4<Float>(outputs), state)
    }
    (outputOfState.0, stateOfState.0) = run(SIMD2(1, 0), SIMD4())
    (outputOfState.1, stateOfState.1) = run(SIMD2(0, 1), SIMD4())
    (outputOfSample.0, stateOfSample.0) = run(SIMD2(), SIMD4(1, 0, 0, 0))
    (outputOfSample.1, stateOfSample.1) = run(SIMD2(), SIMD4(0, 1, 0, 0))
    (outputOfSample.2, stateOfSample.2) = run(SIMD2(), SIMD4(0, 0, 1, 0))
    (outputOfSample.3, stateOfSample.3) = run(SIMD2(), SIMD4(0, 0, 0, 1))
  }

  /// Filters the next samples of the stream.
  ///
  /// - Parameters:
  ///   - input: any number of samples.
  ///   - output: room for as many, written from its start.
  /// - Complexity: O(n), four samples per step. Does not allocate.
  mutating func filter(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(output.count >= input.count)
    var index = 0
    while pendingCount > 0, index < input.count {
      output[index] = filterOne(input[index])
      index += 1
    }
    var state = state
    while index + 4 <= input.count {
      let samples = SIMD4<Float>(input, at: index)
      outputs(of: samples, state).store(to: &output, at: index)
      state = next(state, SIMD4<Double>(samples))
      index += 4
    }
    self.state = state
    while index < input.count {
      output[index] = filterOne(input[index])
      index += 1
    }
  }

  /// Filters one sample with zeros after it, which change no earlier output.
  mutating func filterOne(_ sample: Float) -> Float {
    pending[pendingCount] = sample
    let output = outputs(of: pending, state)[pendingCount]
    pendingCount += 1
    if pendingCount == 4 {
      state = next(state, SIMD4<Double>(pending))
      pending = SIMD4()
      pendingCount = 0
    }
    return output
  }

  @inline(__always)
  private func outputs(of samples: SIMD4<Float>, _ state: SIMD2<Double>) -> SIMD4<Float> {
    let state = SIMD2<Float>(state)
    // The expression is split, because type-checking many generic operators takes the compiler too
    // long.
    let first = outputOfSample.0 * samples[0] + outputOfSample.1 * samples[1]
    let second = outputOfSample.2 * samples[2] + outputOfSample.3 * samples[3]
    let past = outputOfState.0 * state[0] + outputOfState.1 * state[1]
    return (first + second) + past
  }

  @inline(__always)
  private func next(_ state: SIMD2<Double>, _ samples: SIMD4<Double>) -> SIMD2<Double> {
    let first = stateOfSample.0 * samples[0] + stateOfSample.1 * samples[1]
    let second = stateOfSample.2 * samples[2] + stateOfSample.3 * samples[3]
    let past = stateOfState.0 * state[0] + stateOfState.1 * state[1]
    return (first + second) + past
  }
}
