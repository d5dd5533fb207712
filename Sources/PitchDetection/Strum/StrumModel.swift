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
  // | rounds        | 1     | two more change the 95th percentile, not the median                 |
  // | knownRounds   | 1     | the same from the last update's law                                 |
  // | sharedBins    | bins  | lines nearer than it may take each other's power                    |
  // | sharedShare   | 1     | the same for high partials, of unknown stiffness                    |
  // | strongShare   | 1     | power of a line that counts there, of the other's: −20 dB           |
  // | lowest        | 1     | partials that count there at any power                              |
  // | kept          | 1     | partials that are never dropped                                     |
  // | hidden        | bins  | distance from a significant line at which a line is not dropped     |
  // | stray         | 1     | standard deviations and cents by which a line may leave its law      |
  // | freeRounds    | 1     | rounds in which shared lines count little                           |
  static let rounds = 6
  static let knownRounds = 5
  private static let sharedBins = 2.0
  private static let sharedShare = 0.006
  private static let strongShare = 0.01
  private static let lowest = 6
  private static let kept = 3
  private static let hidden = 1.6
  private static let stray = (sigmas: 6.0, cents: 3.0)
  private static let freeRounds = 5
  private static let firstDropRound = 2

  var lines: FixedArray<StrumLine>
  private(set) var lineCount = 0
  private(set) var laws: FixedArray<StringLaw>
  /// The index of every string's first line, and the number of all lines.
  private var starts: FixedArray<Int>
  private(set) var shapes: LineShapes
  private let stringCount: Int
  private var model: FixedArray<ComplexValue>
  private var cluster = LineCluster()
  private var order: FixedArray<Int>
  private var isShared: FixedArray<Bool>
  private var points: FixedArray<LawPoint>
  private var isGliding = false

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
    starts = FixedArray(repeating: 0, count: stringCount + 1)
    shapes = LineShapes(lineCount: capacity)
    model = FixedArray(repeating: ComplexValue(), count: binCount)
    order = FixedArray(repeating: 0, count: capacity)
    isShared = FixedArray(repeating: false, count: capacity)
    points = FixedArray(repeating: LawPoint(), count: capacity)
  }

  /// Discards the lines and begins with new laws, which are to be set for every string.
  ///
  /// - Parameters:
  ///   - seconds: the window's length.
  ///   - isGliding: true where the strings' glides are not over.
  mutating func begin(seconds: Double, isGliding: Bool) {
    lineCount = 0
    self.isGliding = isGliding
    shapes.prepare(seconds: seconds, isGliding: isGliding)
  }

  /// Adds the lines of a string, in the order of the strings.
  mutating func add(_ law: StringLaw, of string: Int, glideVariance: Double) {
    laws[string] = law
    for number in 1...StrumLine.most {
      let n = Double(number)
      let square = law.first * law.first + law.stiffness * (n * n - 1)
      let frequency = n * square.squareRoot()
      guard frequency < StrumSpectrum.highest else { break }
      lines[lineCount] = StrumLine(
        string: string, number: number, frequency: frequency,
        inharmonicitySigma: law.inharmonicitySigma, glideVariance: glideVariance)
      lineCount += 1
    }
    starts[string + 1] = lineCount
  }

  /// Returns the indices of a string's lines.
  func lineRange(of string: Int) -> Range<Int> { starts[string]..<starts[string + 1] }

  /// Fits the lines and the laws.
  mutating func fit(_ spectrum: borrowing StrumSpectrum, rounds: Int) {
    updateShapes()
    fitClusters(spectrum) { cluster, lines, shapes, spectrum, _ in
      cluster.fitAmplitudes(&lines, shapes, spectrum)
    }
    for round in 1..<rounds {
      updateShapes()
      writeModel(binCount: spectrum.count)
      fitClusters(spectrum) { cluster, lines, shapes, spectrum, model in
        cluster.step(&lines, shapes, spectrum, model)
      }
      findShared(seconds: spectrum.seconds, round: round)
      for string in 0..<stringCount {
        laws[string].fit(
          &lines, lineRange(of: string), isShared: isShared, into: &points, round: round)
      }
      if round >= StringLaw.settledRound { recallStrays() }
      if round >= Self.firstDropRound { dropInvisible(seconds: spectrum.seconds) }
    }
    updateShapes()
  }

  private mutating func updateShapes() {
    for index in 0..<lineCount { shapes.update(&lines[index], at: index) }
  }

  private mutating func writeModel(binCount: Int) {
    for bin in 0..<binCount { model[bin] = ComplexValue() }
    for index in 0..<lineCount where lines[index].isActive {
      shapes.add(lines[index], at: index, to: &model, count: binCount)
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
      var last = order[next]
      cluster.add(last)
      next += 1
      while next < count, cluster.count < LineCluster.most {
        let gap = lines[order[next]].frequency - lines[last].frequency
        guard gap * spectrum.seconds < LineCluster.link else { break }
        last = order[next]
        cluster.add(last)
        next += 1
      }
      fit(&cluster, &lines, shapes, spectrum, model)
    }
  }

  /// Sorts the active lines by frequency.
  ///
  /// - Returns: their number.
  private mutating func sortActive() -> Int {
    var count = 0
    for index in 0..<lineCount where lines[index].isActive {
      let frequency = lines[index].frequency
      var place = count
      while place > 0, lines[order[place - 1]].frequency > frequency {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = index
      count += 1
    }
    return count
  }

  /// Marks lines where another string's may lie: they count little until the laws are known.
  private mutating func findShared(seconds: Double, round: Int) {
    for index in 0..<lineCount {
      isShared[index] = false
      guard round < Self.freeRounds else { continue }
      let line = lines[index]
      let reach = Self.sharedBins / seconds + Self.sharedShare * line.frequency
      let power = Self.strongShare * line.amplitude.squaredMagnitude
      for string in 0..<stringCount where string != line.string {
        for other in lineRange(of: string) {
          let distance = lines[other].frequency - line.frequency
          guard abs(distance) < reach else { continue }
          if lines[other].number <= Self.lowest
            || lines[other].amplitude.squaredMagnitude > power
          {
            isShared[index] = true
          }
        }
      }
    }
  }

  /// Puts lines that left their string's law back to it.
  private mutating func recallStrays() {
    for index in 0..<lineCount {
      let line = lines[index]
      let bound =
        Self.stray.sigmas * (line.prior.variance + line.variance).squareRoot() + Self.stray.cents
      let distance = CentRatio.cents(of: line.frequency / line.prior.mean)
      if abs(distance) > bound { lines[index].frequency = line.prior.mean }
    }
  }

  /// Drops lines that are not seen, but not where a significant line of another string may hide them.
  private mutating func dropInvisible(seconds: Double) {
    for index in 0..<lineCount {
      lines[index].isActive =
        lines[index].significance > StrumLine.visible || lines[index].number <= Self.kept
    }
    for index in 0..<lineCount where !lines[index].isActive {
      isShared[index] = isHidden(index, seconds: seconds)
    }
    for index in 0..<lineCount where !lines[index].isActive {
      lines[index].isActive = isShared[index]
      if !isShared[index] { lines[index].amplitude = ComplexValue() }
    }
  }

  private func isHidden(_ index: Int, seconds: Double) -> Bool {
    let line = lines[index]
    for other in 0..<lineCount where lines[other].isActive {
      if lines[other].string != line.string, lines[other].isSignificant,
        abs(lines[other].frequency - line.frequency) * seconds < Self.hidden
      {
        return true
      }
    }
    return false
  }
}
