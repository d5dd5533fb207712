// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The shapes of all lines on their bins.
///
/// They come from the closed form, or from quadrature while the strings glide. If a line has moved
/// little since its shape was computed, the derivatives give the new values.
struct LineShapes: ~Copyable {
  // | name      | unit | source                                                                   |
  // | --------- | ---- | ------------------------------------------------------------------------ |
  // | near      | bins | largest change of a frequency: the square of the phase is below −70 dB   |
  // | nearDecay | 1    | largest change of decay over the window, by the same limit               |
  // | nearTurn  | rad  | largest change of the glide's phase at the window's start, by the same   |
  // |           |      | limit                                                                    |
  private static let near = 0.02
  private static let nearDecay = 0.1
  private static let nearTurn = 0.1

  /// The parameters of a line at which its shape was computed, and to which the values were moved.
  private struct Origin: BitwiseCopyable {
    /// The `generation` in which the shape was computed; 0 for none.
    var generation = 0
    var nearest = 0
    var computed = Parameters()
    var present = Parameters()
  }

  private struct Parameters: BitwiseCopyable {
    var frequency = 0.0
    var decay = 0.0
    var glide = 0.0

    init() {}

    init(_ line: StrumLine) {
      (frequency, decay, glide) = (line.frequency, line.decay, line.glide)
    }
  }

  private var bins: FixedArray<GlidingLineShape.Bin>
  private var quadrature = GlidingLineShape()
  private var isGliding = false
  private var seconds = 1.0
  private var origins: FixedArray<Origin>
  /// The number of changes of the window's length so far, and of resets.
  private var generation = 0

  /// Prepares for `lineCount` lines.
  init(lineCount: Int) {
    origins = FixedArray(repeating: Origin(), count: lineCount)
    bins = FixedArray(
      repeating: GlidingLineShape.Bin(), count: lineCount * LineShape.width)
  }

  /// Forgets the shapes of all lines, so that another stream begins as the first one did.
  mutating func reset() { generation += 1 }

  /// Prepares for windows of this length in seconds.
  mutating func prepare(seconds: Double, isGliding: Bool) {
    guard generation == 0 || seconds != self.seconds || isGliding != self.isGliding else { return }
    generation += 1
    self.seconds = seconds
    self.isGliding = isGliding
    if isGliding { quadrature.prepare(seconds: seconds) }
  }

  /// Moves the shape of a line to its present parameters.
  mutating func update(_ line: inout StrumLine, at index: Int) {
    let parameters = Parameters(line)
    let origin = origins[index]
    guard origin.generation == generation, isNear(parameters, origin.computed) else {
      compute(&line, at: index)
      origins[index] = Origin(
        generation: generation, nearest: line.nearest, computed: parameters, present: parameters)
      return
    }
    line.nearest = origin.nearest
    let byFrequency = parameters.frequency - origin.present.frequency
    let byDecay = parameters.decay - origin.present.decay
    let byGlide = parameters.glide - origin.present.glide
    let reach = isGliding ? GlidingLineShape.steep : LineShape.reach
    let middle = index * LineShape.width + LineShape.reach
    for bin in (middle - reach)...(middle + reach) {
      let shape = bins[bin]
      bins[bin].value =
        shape.value + shape.byFrequency * byFrequency + shape.byDecay * byDecay
        + shape.byGlide * byGlide
    }
    origins[index].present = parameters
  }

  private func isNear(_ parameters: Parameters, _ computed: Parameters) -> Bool {
    abs(parameters.frequency - computed.frequency) * seconds < Self.near
      && abs(parameters.decay - computed.decay) * seconds < Self.nearDecay
      && (!isGliding
        || abs(parameters.glide - computed.glide) * parameters.frequency * quadrature.largestPhase
          < Self.nearTurn)
  }

  private mutating func compute(_ line: inout StrumLine, at index: Int) {
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
      bins[start + bin] = GlidingLineShape.Bin(
        value: value, byFrequency: slope * seconds,
        byDecay: slope.turned * (seconds / (2 * Double.pi)))
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
    let start = index * LineShape.width + LineShape.reach - line.nearest
    for bin in line.bins(of: count) {
      spectrum[bin] = spectrum[bin] + bins[start + bin].value * line.amplitude
    }
  }
}
