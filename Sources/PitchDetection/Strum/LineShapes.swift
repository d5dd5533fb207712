// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The shapes of all lines on their bins.
///
/// They come from the closed form, or from quadrature while the strings glide.
struct LineShapes: ~Copyable {
  private var bins: FixedArray<GlidingLineShape.Bin>
  private var quadrature = GlidingLineShape()
  private var isGliding = false
  private var seconds = 1.0

  /// Prepares for `lineCount` lines.
  init(lineCount: Int) {
    bins = FixedArray(
      repeating: GlidingLineShape.Bin(), count: lineCount * LineShape.width)
  }

  /// Prepares for windows of this length in seconds.
  mutating func prepare(seconds: Double, isGliding: Bool) {
    self.seconds = seconds
    self.isGliding = isGliding
    if isGliding { quadrature.prepare(seconds: seconds) }
  }

  /// Computes the shape of a line.
  mutating func update(_ line: inout StrumLine, at index: Int) {
    let start = index * LineShape.width
    if isGliding {
      line.nearest = quadrature.write(
        frequency: line.frequency, decay: line.decay, glide: line.glide, into: &bins, at: start)
      return
    }
    let shape = LineShape(frequency: line.frequency, decay: line.decay, seconds: seconds)
    line.nearest = shape.nearest
    for bin in 0..<LineShape.width {
      let (value, slope) = shape.value(at: bin - LineShape.reach)
      bins[start + bin].value = value
      bins[start + bin].byFrequency = slope * seconds
      bins[start + bin].byDecay = slope.turned * (seconds / (2 * Double.pi))
    }
  }

  /// Returns the shape of a line `offset` bins above its nearest bin; 0 beyond its reach.
  @inline(__always)
  func value(of index: Int, at offset: Int) -> ComplexValue {
    guard abs(offset) <= LineShape.reach else { return ComplexValue() }
    return bins[index * LineShape.width + offset + LineShape.reach].value
  }

  /// Returns the shape of a line and its derivatives; 0 beyond its reach.
  @inline(__always)
  func slopes(of index: Int, at offset: Int) -> GlidingLineShape.Bin {
    guard abs(offset) <= LineShape.reach else { return GlidingLineShape.Bin() }
    return bins[index * LineShape.width + offset + LineShape.reach]
  }

  /// Adds a line to a spectrum.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - index: its index.
  ///   - spectrum: receives amplitude times shape on the line's bins.
  ///   - count: the number of bins of the spectrum.
  @inline(__always)
  func add(
    _ line: StrumLine, at index: Int, to spectrum: inout FixedArray<ComplexValue>, count: Int
  ) {
    let first = max(1, line.nearest - LineShape.reach)
    let last = min(count - 1, line.nearest + LineShape.reach)
    guard first <= last else { return }
    let start = index * LineShape.width + LineShape.reach - line.nearest
    for bin in first...last {
      spectrum[bin] = spectrum[bin] + bins[start + bin].value * line.amplitude
    }
  }
}
