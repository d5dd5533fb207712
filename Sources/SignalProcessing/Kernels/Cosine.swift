// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Eight neighbouring points of a complex exponential that turns by a fixed angle a sample.
///
/// Every `advance` turns all eight by the same rotation, so a rounding of that rotation is common to
/// everything measured with the phasor.
struct PhasorLanes {
  var cosines = SIMD8<Float>()
  var sines = SIMD8<Float>()
  private let rotation: (cosine: SIMD8<Float>, sine: SIMD8<Float>)

  /// The points start, start + step, … start + 7·step, in radians.
  @inline(__always)
  init(start: Double, step: Double) {
    let (stepRe, stepIm) = (cos(step), sin(step))
    var (re, im) = (cos(start), sin(start))
    for lane in 0..<8 {
      cosines[lane] = Float(re)
      sines[lane] = Float(im)
      (re, im) = (re * stepRe - im * stepIm, re * stepIm + im * stepRe)
    }
    rotation = (SIMD8(repeating: Float(cos(8 * step))), SIMD8(repeating: Float(sin(8 * step))))
  }

  /// Goes on to the next eight points.
  @inline(__always)
  mutating func advance() {
    let (re, im) = (cosines, sines)
    cosines = re * rotation.cosine - im * rotation.sine
    sines = re * rotation.sine + im * rotation.cosine
  }
}

/// Writes a raised cosine: window[i] = ½ + ½·cos(2π(i + offset)/period).
///
/// A Hann window of N samples has the period N and the offset (N + 1)/2; its right half alone, from
/// the centre on, the offset 0.
///
/// - Parameters:
///   - count: floats to write, at most as many as `window` holds.
///   - period: samples between two maxima; need not be whole.
///   - offset: samples from the maximum to the first float.
///   - window: overwritten from its start; within 1e-5 of the formula up to 8192.
/// - Complexity: O(n), eight floats a step. Does not allocate.
public func writeRaisedCosine(
  count: Int, period: Double, offset: Double, into window: inout MutableSpan<Float>
) {
  precondition(count <= window.count)
  let step = 2 * Double.pi / period
  var phasor = PhasorLanes(start: offset * step, step: step)
  let half = SIMD8<Float>(repeating: 0.5)
  var index = 0
  while index + 8 <= count {
    (half + half * phasor.cosines).store(to: &window, at: index)
    phasor.advance()
    index += 8
  }
  var lane = 0
  while index < count {
    window[index] = 0.5 + 0.5 * phasor.cosines[lane]
    index += 1
    lane += 1
  }
}

/// The scalar twin of `writeRaisedCosine`.
func writeRaisedCosineScalar(
  count: Int, period: Double, offset: Double, into window: inout MutableSpan<Float>
) {
  for index in 0..<count {
    window[index] = Float(0.5 + 0.5 * cos(2 * Double.pi * (Double(index) + offset) / period))
  }
}
