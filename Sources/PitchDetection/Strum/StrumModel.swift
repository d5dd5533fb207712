// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The model of a spectrum by the lines of all strings.
///
/// The lines are fitted cluster by cluster, and the laws of the strings to what the lines tell. Both
/// alternate for a few rounds.
///
/// A line's prior is its string's law without that line. So where two strings' lines collide, the free
/// partials of each hold its frequency, and the amplitudes are told apart even where the lines lie a
/// fraction of a bin apart.
///
/// Source: expectation propagation (Minka 2001); the single string's law as in Rigaud, David & Daudet
/// 2013, doi:10.1121/1.4799806.
struct StrumModel: ~Copyable {
  // | name          | unit  | source                                                              |
  // | ------------- | ----- | ------------------------------------------------------------------- |
  // | sharedBins    | bins  | lines nearer than it may take each other's power                    |
  // | sharedShare   | 1     | the same for high partials, of unknown stiffness                    |
  // | strongShare   | 1     | power of a line that counts there, of the other's: −20 dB           |
  // | lowest        | 1     | partials that count there at any power                              |
  // | kept          | 1     | partials that are never dropped                                     |
  // | hidden        | bins  | distance from a significant line at which a line is not dropped     |
  // | stray         | 1     | standard deviations and cents by which a line may leave its law      |
  // | freeRounds    | 1     | rounds in which shared lines count little                           |
  // | firstDropRound| 1     | from which lines that are not seen are dropped                      |
  // | returning     | 1     | power over the floor at which a dropped line is fitted again        |
  private static let sharedBins = 2.0
  private static let sharedShare = 0.006
  private static let strongShare = 0.01
  private static let lowest = 6
  private static let kept = 3
  private static let hidden = 1.6
  private static let stray = (sigmas: 6.0, cents: 3.0)
  private static let freeRounds = 5
  private static let firstDropRound = 2
  private static let returning = 4.0

  var lines: FixedArray<StrumLine>
  private(set) var laws: FixedArray<StringLaw>
  /// The number of every string's lines.
  private var counts: FixedArray<Int>
  /// The rounds since every string's law began.
  private(set) var rounds: FixedArray<Int>
  private(set) var shapes: LineShapes
  private let stringCount: Int
  private var model: FixedArray<ComplexValue>
  private var cluster = LineCluster()
  /// The indices of all lines, nearly in the order of their frequencies.
  private var order: FixedArray<Int>
  private var orderCount = 0
  private var active: FixedArray<Int>
  private var isShared: FixedArray<Bool>
  private var points: FixedArray<LawPoint>
  private var isGliding = false
  private var seconds = 1.0

  /// Prepares for a number of strings and bins.
  init(stringCount: Int, binCount: Int) {
    self.stringCount = stringCount
    let capacity = stringCount * StrumLine.most
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1)
    lines = FixedArray(repeating: blank, count: capacity)
    laws = FixedArray(
      repeating: StringLaw(first: 1, inharmonicity: 0, typical: 0, glideVariance: 1),
      count: stringCount)
    counts = FixedArray(repeating: 0, count: stringCount)
    rounds = FixedArray(repeating: 0, count: stringCount)
    shapes = LineShapes(lineCount: capacity)
    model = FixedArray(repeating: ComplexValue(), count: binCount)
    order = FixedArray(repeating: 0, count: capacity)
    active = FixedArray(repeating: 0, count: capacity)
    isShared = FixedArray(repeating: false, count: capacity)
    points = FixedArray(repeating: LawPoint(), count: capacity)
  }

  /// Prepares for the window of an update.
  ///
  /// - Parameters:
  ///   - seconds: the window's length.
  ///   - isGliding: true where the strings' glides are not over.
  mutating func prepare(seconds: Double, isGliding: Bool) {
    self.seconds = seconds
    self.isGliding = isGliding
    shapes.prepare(seconds: seconds, isGliding: isGliding)
  }

  /// Begins a string with a new law and new lines.
  ///
  /// Every string must begin before the first fit.
  mutating func begin(_ law: StringLaw, of string: Int, glideVariance: Double) {
    laws[string] = law
    rounds[string] = 0
    counts[string] = 0
    for number in 1...StrumLine.most {
      let n = Double(number)
      let square = law.first * law.first + law.stiffness * (n * n - 1)
      let frequency = n * square.squareRoot()
      guard frequency < StrumSpectrum.highest else { break }
      lines[string * StrumLine.most + counts[string]] = StrumLine(
        string: string, number: number, frequency: frequency,
        inharmonicitySigma: law.inharmonicitySigma, glideVariance: glideVariance)
      counts[string] += 1
    }
    collectLines()
  }

  /// Reduces the glides to those of a later window's middle.
  ///
  /// - Parameter time: from the middle of the window before, in seconds.
  mutating func fadeGlides(after time: Double) {
    let fading = exponential(of: -time / GlidingLineShape.timeConstant)
    for string in 0..<stringCount {
      laws[string].fadeGlide(by: fading)
      for index in lineRange(of: string) { lines[index].fadeGlide(by: fading) }
    }
  }

  private mutating func collectLines() {
    orderCount = 0
    for string in 0..<stringCount {
      for index in lineRange(of: string) {
        order[orderCount] = index
        orderCount += 1
      }
    }
  }

  /// Returns the indices of a string's lines.
  func lineRange(of string: Int) -> Range<Int> {
    string * StrumLine.most..<string * StrumLine.most + counts[string]
  }

  /// Fits the amplitudes of all lines, then the lines and the laws.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - count: the rounds of lines and laws.
  mutating func fit(_ spectrum: borrowing StrumSpectrum, rounds count: Int) {
    updateShapes()
    fitClusters(spectrum) { cluster, lines, shapes, spectrum, _ in
      cluster.fitAmplitudes(&lines, shapes, spectrum)
    }
    for round in 0..<count {
      writeModel(binCount: spectrum.count)
      if round == 0 { returnVisible(spectrum) }
      fitClusters(spectrum) { cluster, lines, shapes, spectrum, model in
        cluster.step(&lines, shapes, spectrum, model)
      }
      findShared(seconds: spectrum.seconds)
      for string in 0..<stringCount {
        rounds[string] += 1
        laws[string].fit(
          &lines, lineRange(of: string), isShared: isShared, into: &points, round: rounds[string])
      }
      recallStrays()
      dropInvisible(seconds: spectrum.seconds)
      updateShapes()
    }
  }

  private mutating func updateShapes() {
    for place in 0..<orderCount {
      let index = order[place]
      if lines[index].isActive { shapes.update(&lines[index], at: index) }
    }
  }

  private mutating func writeModel(binCount: Int) {
    for bin in 0..<binCount { model[bin] = ComplexValue() }
    for place in 0..<orderCount {
      let index = order[place]
      guard lines[index].isActive else { continue }
      shapes.add(lines[index], at: index, to: &model, count: binCount)
    }
  }

  /// Takes up again the dropped lines that the spectrum shows where their laws expect them.
  private mutating func returnVisible(_ spectrum: borrowing StrumSpectrum) {
    for place in 0..<orderCount {
      let index = order[place]
      guard !lines[index].isActive, lines[index].prior.mean < StrumSpectrum.highest else {
        continue
      }
      let bin = Int((lines[index].prior.mean * seconds).rounded())
      let rest = (spectrum.bins[bin] - model[bin]).squaredMagnitude
      guard rest > Self.returning * spectrum.floor[bin] else { continue }
      lines[index].isActive = true
      lines[index].frequency = lines[index].prior.mean
      shapes.update(&lines[index], at: index)
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
      fit(&cluster, &lines, shapes, spectrum, model)
    }
  }

  /// Sorts the lines by frequency and lists the active ones in `active`.
  ///
  /// - Returns: the number of active lines.
  private mutating func sortActive() -> Int {
    for place in 1..<max(orderCount, 1) {
      let index = order[place]
      let frequency = lines[index].frequency
      var free = place
      while free > 0, lines[order[free - 1]].frequency > frequency {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = index
    }
    var count = 0
    for place in 0..<orderCount where lines[order[place]].isActive {
      active[count] = order[place]
      count += 1
    }
    return count
  }

  /// Marks lines where another string's may lie: they count little until the laws are known.
  private mutating func findShared(seconds: Double) {
    for place in 0..<orderCount {
      let index = order[place]
      isShared[index] =
        rounds[lines[index].string] + 1 < Self.freeRounds && isShared(index, seconds: seconds)
    }
  }

  private func isShared(_ index: Int, seconds: Double) -> Bool {
    let line = lines[index]
    let reach = Self.sharedBins / seconds + Self.sharedShare * line.frequency
    let power = Self.strongShare * line.amplitude.squaredMagnitude
    for place in 0..<orderCount {
      let other = order[place]
      let distance = lines[other].frequency - line.frequency
      guard lines[other].string != line.string, abs(distance) < reach else { continue }
      if lines[other].number <= Self.lowest || lines[other].amplitude.squaredMagnitude > power {
        return true
      }
    }
    return false
  }

  /// Puts lines that left their string's law back to it.
  private mutating func recallStrays() {
    for place in 0..<orderCount {
      let index = order[place]
      let line = lines[index]
      guard rounds[line.string] >= StringLaw.settledRound else { continue }
      let bound =
        Self.stray.sigmas * (line.prior.variance + line.variance).squareRoot() + Self.stray.cents
      let distance = CentRatio.cents(of: line.frequency / line.prior.mean)
      if abs(distance) > bound { lines[index].frequency = line.prior.mean }
    }
  }

  /// Drops lines that are not seen, but not where a significant line of another string may hide them.
  private mutating func dropInvisible(seconds: Double) {
    for place in 0..<orderCount {
      let index = order[place]
      guard rounds[lines[index].string] >= Self.firstDropRound else { continue }
      lines[index].isActive =
        lines[index].frequency < StrumSpectrum.highest
        && (lines[index].significance > StrumLine.visible || lines[index].number <= Self.kept)
    }
    for place in 0..<orderCount where !lines[order[place]].isActive {
      isShared[order[place]] = isHidden(place, seconds: seconds)
    }
    for place in 0..<orderCount {
      let index = order[place]
      guard !lines[index].isActive else { continue }
      lines[index].isActive = isShared[index] && lines[index].frequency < StrumSpectrum.highest
      if !lines[index].isActive {
        lines[index].amplitude = ComplexValue()
        lines[index].message = LineInformation()
        lines[index].significance = 0
      }
    }
  }

  private func isHidden(_ place: Int, seconds: Double) -> Bool {
    let line = lines[order[place]]
    for other in 0..<orderCount {
      let other = lines[order[other]]
      if other.isActive, other.string != line.string, other.isSignificant,
        abs(other.frequency - line.frequency) * seconds < Self.hidden
      {
        return true
      }
    }
    return false
  }
}
