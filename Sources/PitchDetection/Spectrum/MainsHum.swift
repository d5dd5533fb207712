// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The lines of mains hum among the peaks of a spectrum.
///
/// If there is no silence before the first note, no background is known. The mains frequency,
/// however, deviates by less than half a percent, and its lines are whole multiples of it within a
/// fraction of a peak's width; the partials of a stiff string soon deviate by more. For a pitch
/// that is not a multiple of the mains such lines are neither evidence nor unexplained peaks.
struct MainsHum {
  // | name            | unit        | source                                                      |
  // | --------------- | ----------- | ----------------------------------------------------------- |
  // | reach           | 1           | relative deviation of the mains frequency in practice       |
  // | lineBins        | native bins | deviation of a line's peak in noise                         |
  // | lineShare       | 1           | deviation of a line from a whole multiple, as a share of    |
  // |                 |             | its frequency                                               |
  // | longestNative   | Hz          | a third of the mains: wider bins do not resolve the lines   |
  // | firstLines      | 1           | multiples that give a first estimate of the mains'          |
  // |                 |             | frequency                                                   |
  // | fittedLines     | 1           | multiples that refine it                                    |
  // | fewestLines     | 1           | least number of these lines in hum                          |
  // | lowestLine      | 1           | highest number of the lowest line                           |
  // | multipleReach   | mains       | distance from a multiple within which a string's partials   |
  // |                 |             | are lines                                                   |
  // | sharedParts     | 1           | multiple of a low pitch up to which its partials may be     |
  // |                 |             | lines                                                       |
  // | highestShared   | mains       | highest such pitch                                          |
  // | highestHum      | mains       | the highest pitch of the lines alone                        |
  // | pitchReach      | 1           | distance from a line within which a pitch is hum, as a      |
  // |                 |             | share                                                       |
  // | leastConfidence | 1           | least confidence of another pitch while lines are hum       |
  // | settledSeconds  | s           | duration of such a pitch                                    |
  // | highestCrowded  | mains       | highest pitch that has a line in the windows of most of its |
  // |                 |             | partials                                                    |
  // | lobeArea        | native bins | the area of the squared lobe of a Hann window               |
  private static let reach = 0.004
  private static let lineBins = 0.2
  private static let lineShare = 5e-4
  private static let longestNative = 16.0
  private static let firstLines = 5.0
  private static let fittedLines = 15.0
  private static let fewestLines = 3
  private static let lowestLine = 3.0
  private static let multipleReach = 0.03
  private static let sharedParts = 4
  private static let highestShared = 4.2
  private static let highestHum = 3.0
  private static let pitchReach = 0.005
  private static let leastConfidence = 0.5
  private static let settledSeconds = 0.2
  private static let highestCrowded = 2.5
  private static let lobeArea = 1.5
  /// One step of a level, log₂ of power, in nepers of power.
  private static let nepers = 0.693_147_180_559_945_3

  /// The frequency of the mains, in hertz; 0 without hum.
  private(set) var frequency = 0.0
  /// Σ evidence·weight of the lines.
  private(set) var evidence = 0.0
  /// The levels of the first and the second line, if present: that of a/2 for a sine of amplitude
  /// a.
  private(set) var first: Decibels?
  private(set) var second: Decibels?
  /// One bit for each peak that is a line.
  private var lines: UInt64 = 0
  /// The power per sample in the lobe of a line whose peak has a power of 1 per sample and bin.
  private let lobePower: Double

  /// Makes the value for a spectrum without hum.
  init() { lobePower = 0 }

  /// Finds the lines among `peaks`.
  ///
  /// - Parameters:
  ///   - peaks: the peaks of the spectrum.
  ///   - native: 1 / window length, in hertz.
  ///   - rate: the sample rate, in hertz.
  /// - Complexity: O(peaks). Does not allocate.
  init(in peaks: borrowing SpectralPeaks, native: Double, rate: Double) {
    lobePower = Self.lobeArea * native / rate
    guard native <= Self.longestNative else { return }
    find(MainsLine.mains.0, in: peaks, error: Self.lineBins * native)
    find(MainsLine.mains.1, in: peaks, error: Self.lineBins * native)
  }

  /// Returns true if the peak at `index` is a line.
  @inline(__always)
  func isLine(_ index: Int) -> Bool { lines & (1 << UInt64(index)) != 0 }

  /// Returns Σ evidence·weight of the lines if a pitch of `candidate` hertz need not explain them,
  /// else 0.
  ///
  /// A multiple of the mains must explain them, since a string may ring there. So must a low pitch
  /// with a multiple at the mains, since every second, third or fourth of its partials may look
  /// like a line.
  func excused(for candidate: Double) -> Double {
    guard frequency > 0, !isMultiple(candidate) else { return 0 }
    guard candidate < Self.highestShared * frequency else { return evidence }
    for part in 2...Self.sharedParts where isMultiple(Double(part) * candidate) { return 0 }
    return evidence
  }

  /// Returns true if a pitch of `candidate` hertz is that of the lines alone, while another pitch
  /// is tracked.
  ///
  /// A string with a settled pitch elsewhere does not change to the mains by itself.
  func isHum(_ candidate: Double, beside tracked: TrackedPitch?) -> Bool {
    guard let tracked, isBeside(tracked) else { return false }
    let number = nearestWhole(candidate / frequency)
    return number >= 1 && number <= Self.highestHum
      && abs(candidate / (number * frequency) - 1) < Self.pitchReach
  }

  /// Returns true if the tracked pitch is settled and the lines cannot be its partials.
  func isBeside(_ tracked: TrackedPitch) -> Bool {
    frequency > 0 && tracked.confidence > Self.leastConfidence
      && tracked.unbroken > Self.settledSeconds
      && !isMultiple(tracked.frequency)
  }

  /// Returns the lines that disturb the partials of a string of `pitch` hertz: all of them, or
  /// none.
  func crowding(_ pitch: Double) -> MainsHum {
    pitch < Self.highestCrowded * frequency && excused(for: pitch) > 0 ? self : MainsHum()
  }

  /// Returns the mean power of the lines that leaks into a Hann window about `place` hertz.
  ///
  /// - Parameters:
  ///   - place: the frequency of the window, in hertz.
  ///   - width: 1 / length of that window, in hertz.
  ///   - peaks: the peaks among which the lines were found.
  /// - Returns: the power, which is a²/4 for a sine of amplitude a.
  func power(about place: Double, width: Double, in peaks: borrowing SpectralPeaks) -> Double {
    guard frequency > 0 else { return 0 }
    var sum: Float = 0
    for index in 0..<peaks.count where isLine(index) {
      let peak = peaks.list[index]
      let x = (peak.frequency - place) / width
      guard abs(x) < HannLobe.reach else { continue }
      sum += HannLobe.share(of: Float(linePower(of: peak.level)), atSquared: Float(x * x))
    }
    return Double(sum)
  }

  private func linePower(of level: Double) -> Double {
    lobePower * exponential(of: level * Self.nepers)
  }

  private func isMultiple(_ pitch: Double) -> Bool {
    let multiple = pitch / frequency
    let number = nearestWhole(multiple)
    return number >= 1 && abs(multiple - number) < Self.multipleReach
  }

  private mutating func find(
    _ mains: Double, in peaks: borrowing SpectralPeaks, error: Double
  ) {
    guard
      let near = Self.fit(mains, to: peaks, upTo: Self.firstLines, share: Self.reach, error: error),
      near.lowest <= Self.lowestLine, abs(near.frequency / mains - 1) <= Self.reach,
      let fitted = Self.fit(
        near.frequency, to: peaks, upTo: Self.fittedLines, share: Self.lineShare, error: error)
    else { return }
    var (found, count, sum) = (UInt64(0), 0, 0.0)
    var levels: (first: Double?, second: Double?)
    for index in 0..<peaks.count {
      let peak = peaks.list[index]
      guard
        let number = Self.multiple(
          of: fitted.frequency, at: peak.frequency, share: Self.lineShare, error: error)
      else { continue }
      found |= 1 << UInt64(index)
      sum += peak.evidence * peak.weight
      if number <= Self.fittedLines { count += 1 }
      if number == 1 { levels.first = peak.level }
      if number == 2 { levels.second = peak.level }
    }
    guard count >= Self.fewestLines, sum > evidence else { return }
    (frequency, evidence, lines) = (fitted.frequency, sum, found)
    first = levels.first.flatMap { Decibels(power: linePower(of: $0)) }
    second = levels.second.flatMap { Decibels(power: linePower(of: $0)) }
  }

  /// Returns the frequency near `mains` whose multiples fit the peaks best, and the lowest of these
  /// multiples; `nil` if no peak lies near one.
  private static func fit(
    _ mains: Double, to peaks: borrowing SpectralPeaks, upTo last: Double, share: Double,
    error: Double
  ) -> (frequency: Double, lowest: Double)? {
    var (sum, squares, lowest) = (0.0, 0.0, Double.infinity)
    for index in 0..<peaks.count {
      let place = peaks.list[index].frequency
      guard place < (last + 0.5) * mains else { break }
      guard let number = multiple(of: mains, at: place, share: share, error: error) else {
        continue
      }
      sum += number * place
      squares += number * number
      lowest = min(lowest, number)
    }
    return squares > 0 ? (sum / squares, lowest) : nil
  }

  /// Returns the number of the multiple of `mains` at `place`; `nil` for none.
  @inline(__always)
  private static func multiple(
    of mains: Double, at place: Double, share: Double, error: Double
  ) -> Double? {
    let number = nearestWhole(place / mains)
    return number >= 1 && abs(place - number * mains) <= share * place + error ? number : nil
  }
}
