// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// A least-squares fit of a few overlapping lines on the bins around them.
///
/// The fit changes the amplitudes, frequencies, decays and glides of all lines together. e is the
/// residual of the model, J the Jacobian, ν the noise power, and D holds the precisions of the
/// priors. A step d solves (Re JᴴJ/ν + D)·d = Re Jᴴe/ν + D·(prior − present value). The diagonal of
/// the inverse matrix holds the variances.
struct LineCluster: ~Copyable {
  // A number of four digits is that of a decision (docs/decisions). *Set* means that no record
  // gives the origin of the value.
  // | name       | unit  | meaning                                   | source                     |
  // | ---------- | ----- | ----------------------------------------- | -------------------------- |
  // | most       | lines | largest number in a cluster; their shared | set                        |
  // |            |       | bins do not resolve more                  |                            |
  // | near       | bins  | bins next to the outer lines              | Hann main lobe and one     |
  // |            |       |                                           | more                       |
  // | link       | bins  | largest gap between two lines of one      | 0085                       |
  // |            |       | cluster                                   |                            |
  // | reach      | bins  | reach of a line in a step                 | −50 dB of a line           |
  // | noiseShare | 1     | share of the floor that is noise; the     | set                        |
  // |            |       | strings' lines raise the floor            |                            |
  // | ridge      | 1     | regularises the first, linear fit if two  | set                        |
  // |            |       | lines are equal                           |                            |
  // | decaySigma | 1/s   | standard deviation of a decay about the   | set                        |
  // |            |       | expected one                              |                            |
  // | decays     | 1/s   | range of a decay; negative because a      | set                        |
  // |            |       | beating pair can grow                     |                            |
  // | step       | bins  | largest change of a frequency in a step   | set                        |
  // | glideStep  | cents | largest change of a glide in a step       | set                        |
  // | leastPower | 1     | least ratio of power to its variance at   | 0085                       |
  // |            |       | which a line contributes a message: 1.5   |                            |
  // |            |       | standard deviations; 3 were worse         |                            |
  // | leastGain  | 1     | least relative gain of precision over the | set                        |
  // |            |       | prior's                                   |                            |
  // | farthest   | cents | largest distance of a message from its    | set                        |
  // |            |       | prior                                     |                            |
  // | taking     | bins  | distance within which a line takes the    | 0171                       |
  // |            |       | power over the other's limit              |                            |
  // | freeParts  | 1     | parameters of a line that count against   | priors determine decay and |
  // |            |       | the degrees of freedom of the residual:   | glide                      |
  // |            |       | amplitude and frequency                   |                            |
  // | leastFree  | 1     | least degrees of freedom of the residual  | set                        |
  // | atPeak     | 1     | power of a line's highest bin over that   | the Hann window halves the |
  // |            |       | of its amplitude                          | amplitude                  |
  // | leastLoud  | 1     | power added to the loudest, which keeps   | set                        |
  // |            |       | the precision finite                      |                            |
  static let most = 6
  static let near = 3
  static let link = 2.6
  private static let reach = 5
  private static let noiseShare = 0.7
  private static let ridge = 1e-6
  private static let decaySigma = 6.0
  private static let decays = -6.0...40.0
  private static let step = 0.35
  private static let glideStep = 20.0
  private static let leastPower = 2.25
  private static let leastGain = 1e-3
  private static let farthest = 80.0
  private static let taking = 1.0
  private static let freeParts = 3.0
  private static let leastFree = 4.0
  private static let atPeak = 0.25
  private static let leastLoud = 1e-20
  /// The number of parameters of a line: two for the amplitude, then frequency, decay and glide.
  private static let width = 5

  private var equations = LineEquations(columnCount: Self.width * Self.most)
  private var members = FixedArray(repeating: 0, count: Self.most)
  private(set) var count = 0
  private var low = 0
  private var binCount = 0
  private var isGliding = false

  /// The number of parameters of a line in this fit.
  private var width: Int { isGliding ? Self.width : Self.width - 1 }

  /// Starts an empty cluster.
  mutating func begin(isGliding: Bool) {
    count = 0
    self.isGliding = isGliding
  }

  /// Adds the line at an index.
  mutating func add(_ line: Int) {
    members[count] = line
    count += 1
  }

  /// Fits only the amplitudes, as the start of the fit of all parameters.
  mutating func fitAmplitudes(
    _ lines: inout FixedArray<StrumLine>, _ shapes: borrowing LineShapes,
    _ spectrum: borrowing StrumSpectrum
  ) {
    place(lines, in: spectrum)
    equations.begin(columnCount: 2 * count, binCount: binCount)
    for member in 0..<count {
      let index = members[member]
      writeAmplitudeColumns(
        2 * member, lines[index], index, shapes, reach: LineShape.reach)
    }
    for bin in stride(from: 0, to: binCount, by: 2) {
      equations.setResidual(
        bin / 2, spectrum.bins[low + bin],
        bin + 1 < binCount ? spectrum.bins[low + bin + 1] : ComplexValue())
    }
    equations.accumulate(scale: 1)
    for column in 0..<(2 * count) { equations.system.addDiagonal(Self.ridge, at: column) }
    guard equations.system.solve() else { return }
    for member in 0..<count {
      lines[members[member]].amplitude = ComplexValue(
        equations.system.solution(2 * member), equations.system.solution(2 * member + 1))
    }
  }

  /// Takes one step of all parameters and writes the lines' messages.
  ///
  /// - Parameters:
  ///   - lines: all lines; those of the cluster change.
  ///   - shapes: the shapes of all lines.
  ///   - spectrum: the measured spectrum.
  ///   - model: the sum of all active lines on every bin.
  mutating func step(
    _ lines: inout FixedArray<StrumLine>, _ shapes: borrowing LineShapes,
    _ spectrum: borrowing StrumSpectrum, _ model: borrowing FixedArray<ComplexValue>
  ) {
    place(lines, in: spectrum)
    equations.begin(columnCount: width * count, binCount: binCount)
    for member in 0..<count {
      let index = members[member]
      writeAmplitudeColumns(width * member, lines[index], index, shapes, reach: Self.reach)
      writeShapeColumns(width * member, lines[index], index, shapes)
    }
    let (loudest, residual, floor) = writeResidual(lines, shapes, spectrum, model)
    let freedom = max(2 * Double(binCount) - Self.freeParts * Double(count), Self.leastFree)
    // A bin has a real and an imaginary part, each with half of its noise.
    let noise = max(0.5 * Self.noiseShare * floor, residual / freedom)
    equations.accumulate(scale: 1 / noise)
    for member in 0..<count {
      addPriors(width * member, lines[members[member]], loudest: loudest)
    }
    guard equations.system.solveAndInvert() else { return }
    for member in 0..<count { moveAmplitude(of: &lines[members[member]], width * member) }
    for member in 0..<count { limitPower(ofMember: member, &lines, seconds: spectrum.seconds) }
    for member in 0..<count {
      apply(width * member, to: &lines[members[member]], seconds: spectrum.seconds)
    }
  }

  private mutating func place(
    _ lines: borrowing FixedArray<StrumLine>, in spectrum: borrowing StrumSpectrum
  ) {
    var (first, last) = (Int.max, 0)
    for member in 0..<count {
      first = min(first, lines[members[member]].nearest)
      last = max(last, lines[members[member]].nearest)
    }
    low = max(1, first - Self.near)
    binCount = min(min(spectrum.count - 1, last + Self.near) - low + 1, LineEquations.widest)
  }

  /// Writes the two columns of a line's amplitude: its shape, and i times its shape.
  private mutating func writeAmplitudeColumns(
    _ column: Int, _ line: StrumLine, _ index: Int, _ shapes: borrowing LineShapes, reach: Int
  ) {
    let offset = low - line.nearest
    for pair in equations.beginGroup(column..<(column + 2), reach: reach, offset: offset) {
      let bin = 2 * pair
      let first = shapes.value(of: index, at: offset + bin)
      let second =
        bin + 1 < binCount ? shapes.value(of: index, at: offset + bin + 1) : ComplexValue()
      equations.set(column, pair, first, second)
      equations.set(column + 1, pair, first.turned, second.turned)
    }
  }

  /// Writes the columns of a line's frequency, decay and glide.
  private mutating func writeShapeColumns(
    _ column: Int, _ line: StrumLine, _ index: Int, _ shapes: borrowing LineShapes
  ) {
    let offset = low - line.nearest
    let byCent = line.amplitude * (line.frequency / CentRatio.perNeper)
    let byGlide = line.amplitude * (1 / CentRatio.perNeper)
    let columns = (column + 2)..<(column + width)
    for pair in equations.beginGroup(columns, reach: Self.reach, offset: offset) {
      let bin = 2 * pair
      let first = shapes.slopes(of: index, at: offset + bin)
      let second =
        bin + 1 < binCount
        ? shapes.slopes(of: index, at: offset + bin + 1) : GlidingLineShape.Bin()
      equations.set(column + 2, pair, first.byFrequency * byCent, second.byFrequency * byCent)
      equations.set(
        column + 3, pair, first.byDecay * line.amplitude, second.byDecay * line.amplitude)
      if isGliding {
        equations.set(column + 4, pair, first.byGlide * byGlide, second.byGlide * byGlide)
      }
    }
  }

  /// Writes the residual of the model on the bins of the cluster.
  ///
  /// - Returns: the highest power that the cluster has to explain, the power of the residual, and
  ///   the mean floor.
  private mutating func writeResidual(
    _ lines: borrowing FixedArray<StrumLine>, _ shapes: borrowing LineShapes,
    _ spectrum: borrowing StrumSpectrum, _ model: borrowing FixedArray<ComplexValue>
  ) -> (loudest: Double, residual: Double, floor: Double) {
    var (loudest, residual, floor) = (0.0, 0.0, 0.0)
    var before = ComplexValue()
    for bin in 0..<binCount {
      let error = spectrum.bins[low + bin] - model[low + bin]
      var own = ComplexValue()
      for member in 0..<count {
        let index = members[member]
        let value = shapes.value(of: index, at: low + bin - lines[index].nearest)
        own = own + value * lines[index].amplitude
      }
      if bin & 1 == 0 {
        before = error
        equations.setResidual(bin / 2, error, ComplexValue())
      } else {
        equations.setResidual(bin / 2, before, error)
      }
      loudest = max(loudest, (error + own).squaredMagnitude)
      residual += error.squaredMagnitude
      floor += spectrum.floor[low + bin]
    }
    return (loudest, residual, floor / Double(max(1, binCount)))
  }

  private mutating func addPriors(_ column: Int, _ line: StrumLine, loudest: Double) {
    let amplitude = max(Self.atPeak / (loudest + Self.leastLoud), 1 / line.limit)
    addPrior(column, precision: amplitude, distance: -line.amplitude.re)
    addPrior(column + 1, precision: amplitude, distance: -line.amplitude.im)
    addPrior(
      column + 3, precision: 1 / (Self.decaySigma * Self.decaySigma),
      distance: line.expectedDecay - line.decay)
    let distance = CentRatio.cents(of: line.prior.mean / line.frequency)
    guard isGliding else {
      addPrior(column + 2, precision: 1 / line.prior.variance, distance: distance)
      return
    }
    let precision = line.prior.precision
    let bend = line.prior.glide - line.glide * CentRatio.perNeper
    addPrior(column + 2, precision: precision.frequency, distance: distance)
    addPrior(column + 4, precision: precision.glide, distance: bend)
    equations.system.add(precision.cross, at: column + 4, column + 2)
    equations.system.addRight(precision.cross * bend, at: column + 2)
    equations.system.addRight(precision.cross * distance, at: column + 4)
  }

  private mutating func addPrior(_ column: Int, precision: Double, distance: Double) {
    equations.system.addDiagonal(precision, at: column)
    equations.system.addRight(precision * distance, at: column)
  }

  private func moveAmplitude(of line: inout StrumLine, _ column: Int) {
    line.amplitude =
      line.amplitude
      + ComplexValue(equations.system.solution(column), equations.system.solution(column + 1))
  }

  /// Reduces the power of a line to its limit, and gives the rest to a lower partial within a bin.
  ///
  /// The spectrum determines only their sum, which stays. Without such a partial the line keeps its
  /// power: the next step would raise the amplitude again, and the fit would not converge.
  private func limitPower(
    ofMember member: Int, _ lines: inout FixedArray<StrumLine>, seconds: Double
  ) {
    let line = lines[members[member]]
    let power = line.amplitude.squaredMagnitude
    guard power > line.limit else { return }
    var nearest = Self.taking / seconds
    var taker: Int?
    for other in 0..<count {
      let candidate = lines[members[other]]
      guard candidate.string != line.string, candidate.number < line.number else { continue }
      let distance = abs(candidate.frequency - line.frequency)
      if distance < nearest { (nearest, taker) = (distance, members[other]) }
    }
    guard let taker else { return }
    let kept = line.amplitude * (line.limit / power).squareRoot()
    lines[members[member]].amplitude = kept
    lines[taker].amplitude = lines[taker].amplitude + (line.amplitude - kept)
  }

  private mutating func apply(_ column: Int, to line: inout StrumLine, seconds: Double) {
    let largest = CentRatio.perNeper * Self.step / (seconds * line.frequency)
    let change = min(max(equations.system.solution(column + 2), -largest), largest)
    line.frequency *= CentRatio.ratio(of: change)
    line.decay = min(
      max(line.decay + equations.system.solution(column + 3), Self.decays.lowerBound),
      Self.decays.upperBound)
    line.significance =
      line.amplitude.squaredMagnitude
      / (equations.system.variance(column) + equations.system.variance(column + 1))
    line.variance = equations.system.variance(column + 2)
    if isGliding {
      let bend = min(max(equations.system.solution(column + 4), -Self.glideStep), Self.glideStep)
      line.glide += bend / CentRatio.perNeper
    }
    line.message = LineInformation()
    let gain = 1 / line.variance - 1 / line.prior.variance
    guard line.significance > Self.leastPower, gain > Self.leastGain / line.prior.variance else {
      return
    }
    line.message = isGliding ? message(of: line, column) : message(of: line, gain: gain)
  }

  /// Returns the information that the fit adds to the prior if the glide is over.
  private func message(of line: StrumLine, gain: Double) -> LineInformation {
    let distance = CentRatio.cents(of: line.frequency / line.prior.mean)
    let cents = min(max(distance / line.variance / gain, -Self.farthest), Self.farthest)
    var message = LineInformation()
    message.reference = line.prior.mean
    message.frequency = gain
    message.frequencyPart = gain * cents
    return message
  }

  /// Returns the information about frequency and glide that the fit adds to the prior.
  private func message(of line: StrumLine, _ column: Int) -> LineInformation {
    let prior = line.prior.precision
    let variances = (equations.system.variance(column + 2), equations.system.variance(column + 4))
    let covariance = equations.system.covariance(column + 4, column + 2)
    let scale = 1 / (variances.0 * variances.1 - covariance * covariance)
    let posterior = (variances.1 * scale, -covariance * scale, variances.0 * scale)
    let distance = CentRatio.cents(of: line.frequency / line.prior.mean)
    let glide = line.glide * CentRatio.perNeper
    var message = LineInformation()
    message.reference = line.prior.mean
    message.frequency = posterior.0 - prior.frequency
    message.cross = posterior.1 - prior.cross
    message.glide = posterior.2 - prior.glide
    message.frequencyPart =
      posterior.0 * distance + posterior.1 * glide - prior.cross * line.prior.glide
    message.glidePart =
      posterior.1 * distance + posterior.2 * glide - prior.glide * line.prior.glide
    // Rounding must not make the matrix indefinite.
    let largest = message.frequency * message.glide
    guard message.frequency > 0, message.glide >= 0, message.cross * message.cross <= largest else {
      return LineInformation()
    }
    return message
  }
}
