// SPDX-License-Identifier: MIT

internal import CMathematics

/// Consecutive points of a complex exponential with a fixed angle per sample, one in each lane.
///
/// Every `advance` multiplies all of them by the same rotation. So a rounding error of that
/// rotation is common to all measurements with the phasor.
struct PhasorLanes<Lanes: SIMD> where Lanes.Scalar == Float {
  var cosines = Lanes()
  var sines = Lanes()
  private let rotation: (cosine: Lanes, sine: Lanes)

  /// The points start, start + step, start + 2·step, …, in radians.
  @inline(__always)
  init(start: Double, step: Double) {
    let (stepIm, stepRe) = sineAndCosine(of: step)
    // From a start of 0, the last point is the rotation itself, so one call is enough.
    var (re, im) = (1.0, 0.0)
    for lane in 0..<Lanes.scalarCount {
      cosines[lane] = Float(re)
      sines[lane] = Float(im)
      (re, im) = (re * stepRe - im * stepIm, re * stepIm + im * stepRe)
    }
    rotation = (Lanes(repeating: Float(re)), Lanes(repeating: Float(im)))
    guard start != 0 else { return }
    let first = sineAndCosine(of: start)
    let (startRe, startIm) = (Float(first.cosine), Float(first.sine))
    (cosines, sines) = (
      cosines * startRe - sines * startIm, cosines * startIm + sines * startRe
    )
  }

  /// The next points.
  @inline(__always)
  var next: PhasorLanes<Lanes> {
    var next = self
    next.advance()
    return next
  }

  /// A phasor at the same points that advances by twice its width.
  @inline(__always)
  var inDoubleSteps: PhasorLanes<Lanes> {
    let (re, im) = rotation
    return PhasorLanes(
      cosines: cosines, sines: sines, rotation: (re * re - im * im, re * im + im * re))
  }

  @inline(__always)
  private init(cosines: Lanes, sines: Lanes, rotation: (cosine: Lanes, sine: Lanes)) {
    self.cosines = cosines
    self.sines = sines
    self.rotation = rotation
  }

  /// Advances to the next points.
  @inline(__always)
  mutating func advance() {
    let (re, im) = (cosines, sines)
    cosines = re * rotation.cosine - im * rotation.sine
    sines = re * rotation.sine + im * rotation.cosine
  }
}

/// Writes a raised cosine: window[i] = ½ + ½·cos(2π(i + offset)/period).
///
/// A Hann window of N samples has the period N and the offset (N + 1)/2. Its right half alone, from
/// the centre on, has the offset 0.
///
/// - Parameters:
///   - count: floats to write, at most as many as `window` holds.
///   - period: samples between two maxima; need not be whole.
///   - offset: samples from the maximum to the first float.
///   - window: overwritten from its start; within 1e-5 of the formula up to 8192.
/// - Complexity: O(n), eight floats per step. Does not allocate.
public func writeRaisedCosine(
  count: Int, period: Double, offset: Double, into window: inout MutableSpan<Float>
) {
  precondition(count <= window.count)
  let step = 2 * Double.pi / period
  var phasor = PhasorLanes<SIMD8<Float>>(start: offset * step, step: step)
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
