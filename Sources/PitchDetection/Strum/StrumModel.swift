// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The model of a spectrum as the sum of the lines of all strings.
///
/// Each round fits the lines, cluster by cluster, and then fits the stiff-string model of each
/// string to the messages of its lines.
///
/// The prior of a line comes from the other lines of its string. If lines of two strings overlap,
/// the other partials of each string determine its frequency. The fit can therefore separate the
/// amplitudes of two lines that lie a fraction of a bin apart.
///
/// Source: expectation propagation (Minka 2001); the model of a single string as in Rigaud, David &
/// Daudet 2013, doi:10.1121/1.4799806. For the rounds see
/// docs/decisions/0085-strings-of-a-stroke-by-fits-and-clusters.md and
/// docs/decisions/0113-fits-of-a-stroke-go-on-from-update-to-update.md.
struct StrumModel: ~Copyable {
  // A number of four digits is that of a decision (docs/decisions). *Set* means that no record
  // gives the origin of the value.
  // | name        | unit | meaning                                     | source                   |
  // | ----------- | ---- | ------------------------------------------- | ------------------------ |
  // | sharedBins  | bins | distance of lines below which one may fit   | half the Hann main lobe  |
  // |             |      | the power of the other                      |                          |
  // | sharedShare | 1    | the same distance for high partials, as a   | set                      |
  // |             |      | share of the frequency                      |                          |
  // | strongShare | 1    | least power of the other line, as a share   | set                      |
  // |             |      | of the line's: −20 dB                       |                          |
  // | lowest      | 1    | number of first partials of the other       | set                      |
  // |             |      | string that count as strong at any power    |                          |
  // | outlying    | 1    | largest distance of a line from its prior,  | set                      |
  // |             |      | in sigmas and in cents                      |                          |
  // | freeRounds  | 1    | number of rounds with a reduced weight of   | set; for the weight 0085 |
  // |             |      | overlapping lines                           |                          |
  private static let sharedBins = 2.0
  private static let sharedShare = 0.006
  static let strongShare = 0.01
  private static let lowest = 6
  private static let outlying = (sigmas: 6.0, cents: 3.0)
  private static let freeRounds = 4

  var lines: FixedArray<StrumLine>
  private(set) var fits: FixedArray<StiffStringFit>
  /// The number of every string's lines, and of those of hum.
  private var counts: FixedArray<Int>
  /// True for strings whose lines are removed.
  private(set) var isRemoved: FixedArray<Bool>
  /// The number of rounds of each string's fit; hum has none.
  private(set) var rounds: FixedArray<Int>
  var shapes: LineShapes
  private let stringCount: Int
  /// The sum of the active lines on every bin.
  private(set) var modelledSpectrum: FixedArray<ComplexValue>
  private var cluster = LineCluster()
  var order: LineOrder
  private var active: FixedArray<Int>
  var isShared: FixedArray<Bool>
  private var points: FixedArray<StiffStringPoint>
  private var limits: PartialLimits
  /// True if a stroke is found, so that the lines are those of strings.
  ///
  /// The free partials of a string then limit the power of those that coincide with others, high
  /// partials are modelled, and lines can be masked. The lines of a noise have no such envelope.
  var isOfStroke = true
  private var isGliding = false
  private(set) var seconds = 1.0

  /// Prepares for a number of strings and bins.
  init(stringCount: Int, binCount: Int) {
    self.stringCount = stringCount
    let capacity = (stringCount + 1) * StrumLine.most
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1)
    lines = FixedArray(repeating: blank, count: capacity)
    fits = FixedArray(
      repeating: StiffStringFit(first: 1, inharmonicity: 0, typical: 0, glideVariance: 1),
      count: stringCount)
    counts = FixedArray(repeating: 0, count: stringCount + 1)
    isRemoved = FixedArray(repeating: false, count: stringCount)
    rounds = FixedArray(repeating: 0, count: stringCount + 1)
    shapes = LineShapes(lineCount: capacity)
    modelledSpectrum = FixedArray(repeating: ComplexValue(), count: binCount)
    order = LineOrder(capacity: capacity)
    active = FixedArray(repeating: 0, count: capacity)
    isShared = FixedArray(repeating: false, count: capacity)
    limits = PartialLimits(capacity: capacity)
    points = FixedArray(repeating: StiffStringPoint(), count: capacity)
  }

  /// Begins another stream; the caller starts every string again.
  mutating func reset() {
    shapes.reset()
    isOfStroke = true
  }

  /// Prepares for the window of an update.
  ///
  /// - Parameters:
  ///   - seconds: the window's length.
  ///   - isGliding: true if the frequencies of the strings still glide.
  mutating func prepare(seconds: Double, isGliding: Bool) {
    self.seconds = seconds
    self.isGliding = isGliding
    shapes.prepare(seconds: seconds, isGliding: isGliding)
  }

  /// Starts a string with a new fit and new lines.
  ///
  /// The caller starts every string before the first fit.
  mutating func begin(_ fit: StiffStringFit, of string: Int, glideVariance: Double) {
    fits[string] = fit
    rounds[string] = 0
    counts[string] = 0
    isRemoved[string] = false
    for number in 1...StrumLine.most {
      let n = Double(number)
      let square = fit.first * fit.first + fit.stiffness * (n * n - 1)
      let frequency = n * square.squareRoot()
      guard frequency < StrumSpectrum.highest else { break }
      lines[string * StrumLine.most + counts[string]] = StrumLine(
        string: string, number: number, frequency: frequency,
        inharmonicitySigma: fit.inharmonicitySigma, glideVariance: glideVariance)
      counts[string] += 1
    }
    collectLines()
  }

  /// Removes the lines of a string from the model until it begins again.
  mutating func removeLines(of string: Int) {
    guard !isRemoved[string] else { return }
    isRemoved[string] = true
    counts[string] = 0
    collectLines()
  }

  /// Reduces the glides to those in the middle of a later window.
  ///
  /// - Parameter time: the time since the middle of the previous window, in seconds.
  mutating func fadeGlides(after time: Double) {
    let fading = exponential(of: -time / GlidingLineShape.timeConstant)
    for string in 0..<stringCount {
      fits[string].fadeGlide(by: fading)
      for index in lineRange(of: string) { lines[index].fadeGlide(by: fading) }
    }
  }

  /// Starts the lines of hum that sounded before the stroke, or removes those of an earlier one.
  ///
  /// No string is fitted to them, so the priors of their frequencies and their limits stay. The
  /// rounds of a fit move the frequencies within these priors.
  mutating func begin(_ hum: SteadyHum?) {
    counts[humIndex] = 0
    if let hum {
      for number in 1...SteadyHum.most where hum.powers[number - 1] > 0 {
        var line = StrumLine(
          string: humIndex, number: number, frequency: Double(number) * hum.base,
          inharmonicitySigma: 0, glideVariance: StiffStringFit.leastRelativeGlideVariance)
        // Only the start: each step of a fit draws the decay to that of a partial at this
        // frequency.
        line.decay = 0
        line.prior.variance = SteadyHum.variance
        // A peak has a quarter of the squared amplitude of its line.
        line.limit = 4 * SteadyHum.margin * hum.powers[number - 1]
        lines[humIndex * StrumLine.most + counts[humIndex]] = line
        counts[humIndex] += 1
      }
    }
    collectLines()
  }

  /// The index of hum among the strings: the one behind them.
  private var humIndex: Int { stringCount }

  private mutating func collectLines() {
    order.removeAll()
    for index in sources { order.append(lineRange(of: index)) }
  }

  /// The indices of the strings and of hum.
  var sources: Range<Int> { 0..<(stringCount + 1) }

  /// Returns the indices of the lines of a string or of hum.
  func lineRange(of string: Int) -> Range<Int> {
    string * StrumLine.most..<string * StrumLine.most + counts[string]
  }

  /// Fits the amplitudes of all lines, then the lines and the strings.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - count: the number of rounds of lines and strings.
  mutating func fit(_ spectrum: borrowing StrumSpectrum, rounds count: Int) {
    measureHiddenPowers(spectrum)
    activateHighPartials()
    updateShapes()
    fitClusters(spectrum) { cluster, lines, shapes, spectrum, _ in
      cluster.fitAmplitudes(&lines, shapes, spectrum)
    }
    limitPowers()
    for round in 0..<count {
      writeModelledSpectrum(binCount: spectrum.count)
      if round == 0 { reactivateVisible(spectrum) }
      fitClusters(spectrum) { cluster, lines, shapes, spectrum, model in
        cluster.step(&lines, shapes, spectrum, model)
      }
      findShared()
      for string in 0..<stringCount {
        rounds[string] += 1
        fits[string].fit(
          &lines, lineRange(of: string), isShared: isShared, into: &points, round: rounds[string])
      }
      resetOutliers()
      dropInvisible(spectrum)
      updateShapes()
      limitPowers()
    }
  }

  /// Sets the power up to which the floor hides each line.
  private mutating func measureHiddenPowers(_ spectrum: borrowing StrumSpectrum) {
    for place in 0..<order.count {
      let index = order[place]
      let bin = min(Int((lines[index].frequency * seconds).rounded()), spectrum.count - 1)
      lines[index].hiddenPower = StrumLine.hiddenRatio * spectrum.floor[bin]
    }
  }

  /// Limits the power of partials that coincide with a lower partial of another string.
  private mutating func limitPowers() {
    guard isOfStroke else { return }
    order.sort(lines)
    limits.find(in: lines, order) { [seconds] frequency in
      Self.sharedReach(at: frequency, seconds: seconds)
    }
    for string in 0..<stringCount { limits.set(of: &lines, lineRange(of: string)) }
  }

  /// Returns the distance in hertz within which lines overlap.
  static func sharedReach(at frequency: Double, seconds: Double) -> Double {
    sharedBins / seconds + sharedShare * frequency
  }

  private mutating func updateShapes() {
    for place in 0..<order.count {
      let index = order[place]
      if lines[index].isActive { shapes.update(&lines[index], at: index) }
    }
  }

  private mutating func writeModelledSpectrum(binCount: Int) {
    for bin in 0..<binCount { modelledSpectrum[bin] = ComplexValue() }
    for place in 0..<order.count {
      let index = order[place]
      guard lines[index].isActive else { continue }
      shapes.add(lines[index], at: index, to: &modelledSpectrum, count: binCount)
    }
  }

  /// Fits every cluster of active lines.
  @inline(__always)
  private mutating func fitClusters(
    _ spectrum: borrowing StrumSpectrum,
    by fit: (
      inout LineCluster, inout FixedArray<StrumLine>, borrowing LineShapes,
      borrowing StrumSpectrum, borrowing FixedArray<ComplexValue>
    ) -> Void
  ) {
    let count = sortActive()
    var next = 0
    while next < count {
      cluster.begin(isGliding: isGliding)
      var last = active[next]
      cluster.add(last)
      next += 1
      while next < count, cluster.count < LineCluster.most {
        let gap = lines[active[next]].frequency - lines[last].frequency
        guard gap * spectrum.seconds < LineCluster.link else { break }
        last = active[next]
        cluster.add(last)
        next += 1
      }
      fit(&cluster, &lines, shapes, spectrum, modelledSpectrum)
    }
  }

  /// Sorts the lines by frequency and lists the active ones in `active`.
  ///
  /// - Returns: the number of active lines.
  private mutating func sortActive() -> Int {
    order.sort(lines)
    var count = 0
    for place in 0..<order.count where lines[order[place]].isActive {
      active[count] = order[place]
      count += 1
    }
    return count
  }

  /// Marks lines that a line of another string may overlap.
  ///
  /// Their weight is reduced in the first rounds.
  private mutating func findShared() {
    order.sort(lines)
    for place in 0..<order.count {
      let index = order[place]
      isShared[index] =
        rounds[lines[index].string] < Self.freeRounds && isShared(place)
    }
  }

  private func isShared(_ place: Int) -> Bool {
    let index = order[place]
    let reach = Self.sharedReach(at: lines[index].frequency, seconds: seconds)
    let power = Self.strongShare * lines[index].amplitude.squaredMagnitude
    return order.hasNeighbour(of: place, within: reach, in: lines) { other in
      other.number <= Self.lowest || other.amplitude.squaredMagnitude > power
    }
  }

  /// Moves lines that are far from the prediction of their string's fit back to it.
  private mutating func resetOutliers() {
    for place in 0..<order.count {
      let index = order[place]
      guard rounds[lines[index].string] >= StiffStringFit.settledRound else { continue }
      let variance = lines[index].prior.variance + lines[index].variance
      let mean = lines[index].prior.mean
      let bound = Self.outlying.sigmas * variance.squareRoot() + Self.outlying.cents
      let distance = CentRatio.cents(of: lines[index].frequency / mean)
      if abs(distance) > bound { lines[index].frequency = mean }
    }
  }
}
