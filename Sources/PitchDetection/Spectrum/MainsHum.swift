// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The lines of mains hum among the peaks of a spectrum.
///
/// Where nothing was heard before the first note, nothing says which peaks are background. But the mains
/// keep their frequency to half a percent, and their lines are whole multiples of it to a fraction of a
/// peak's width, which the partials of a stiff string are not for long. To a pitch that has nothing to
/// do with the mains such lines are neither evidence nor unexplained.
struct MainsHum {
  /// What the mains of the world run at, in hertz, and how far they may leave it, as a share of it.
  private static let mains = (50.0, 60.0)
  private static let reach = 0.004
  /// How far a line may lie from its place, in native bins, and as a share of its frequency.
  private static let lineBins = 0.2
  private static let lineShare = 5e-4
  /// The longest native bin, in hertz, that tells the lines from what lies between them.
  private static let longestNative = 16.0
  /// The multiples that the mains' frequency is taken from, at first and then.
  private static let firstLines = 5.0
  private static let fittedLines = 15.0
  /// How many of these make hum, and by which they begin.
  private static let fewestLines = 3
  private static let lowestLine = 3.0
  /// How near to a multiple of the mains a pitch may be a string whose partials are taken for lines, as a share
  /// of the mains' frequency: as far as the first partials of a low stiff string lie beside the first lines.
  private static let multipleReach = 0.03
  /// Up to which of its own multiples a low pitch may share its partials with the lines, and up to how many
  /// times the mains' frequency it is low.
  private static let sharedParts = 4
  private static let highestShared = 4.2
  /// Up to which multiple of the mains the lines alone make a pitch: they have the first, or the even ones.
  private static let highestHum = 3.0
  /// How far from it, as a share of it.
  private static let pitchReach = 0.005
  /// How sure a pitch must be, and how long it must have gone on, in seconds, that the lines beside it are
  /// known for hum.
  private static let sure = 0.5
  private static let settledSeconds = 0.2
  /// Up to how many times the mains' frequency a string's partials lie so close that lines are heard in the
  /// windows of most of them.
  private static let highestCrowded = 2.5
  /// The area of the squared lobe of a Hann window, in native bins.
  private static let lobeArea = 1.5
  /// Nepers of power in one step of a level.
  private static let nepers = 0.693_147_180_559_945_3

  /// What the mains run at, in hertz; 0 where no hum is heard.
  private(set) var frequency = 0.0
  /// Σ evidence·weight of the lines.
  private(set) var evidence = 0.0
  /// The level of the first line and of the second, where they are heard: of a sine of amplitude a that of a/2.
  private(set) var first: Decibels?
  private(set) var second: Decibels?
  /// One bit for each peak that is a line.
  private var lines: UInt64 = 0
  /// The power a sample in the lobe of a line whose peak has a power of 1 a sample and bin.
  private let lobePower: Double

  /// No hum.
  init() { lobePower = 0 }

  /// Looks for the lines among `peaks`.
  ///
  /// - Parameters:
  ///   - peaks: the spectrum's peaks.
  ///   - native: 1 / window length, in hertz.
  ///   - rate: samples a second.
  /// - Complexity: O(peaks). Does not allocate.
  init(in peaks: borrowing SpectralPeaks, native: Double, rate: Double) {
    lobePower = Self.lobeArea * native / rate
    guard native <= Self.longestNative else { return }
    find(Self.mains.0, in: peaks, error: Self.lineBins * native)
    find(Self.mains.1, in: peaks, error: Self.lineBins * native)
  }

  /// Whether the peak at `index` is a line.
  @inline(__always)
  func isLine(_ index: Int) -> Bool { lines & (1 << UInt64(index)) != 0 }

  /// Σ evidence·weight of the lines where they are no matter of a pitch of `candidate` hertz, else 0.
  ///
  /// To a multiple of the mains they matter, for a string may ring there. So they do to a low pitch of which
  /// a multiple is one: half of it may be a string whose every third partial is taken for a line.
  func excused(for candidate: Double) -> Double {
    guard frequency > 0, !isMultiple(candidate) else { return 0 }
    guard candidate < Self.highestShared * frequency else { return evidence }
    for part in 2...Self.sharedParts where isMultiple(Double(part) * candidate) { return 0 }
    return evidence
  }

  /// Whether a pitch of `candidate` hertz is what the lines alone would be taken for, beside the pitch that
  /// rings.
  ///
  /// A string that has settled elsewhere does not go over to the mains by itself.
  func isHum(_ candidate: Double, beside tracked: TrackedPitch?) -> Bool {
    guard let tracked, isBeside(tracked) else { return false }
    let number = nearestWhole(candidate / frequency)
    return number >= 1 && number <= Self.highestHum
      && abs(candidate / (number * frequency) - 1) < Self.pitchReach
  }

  /// Whether the lines lie beside a pitch that rings and has settled, so that they are none of its partials.
  func isBeside(_ tracked: TrackedPitch) -> Bool {
    frequency > 0 && tracked.confidence > Self.sure && tracked.unbroken > Self.settledSeconds
      && !isMultiple(tracked.frequency)
  }

  /// The lines that disturb the partials of a string of `pitch` hertz: all of them, or none.
  func crowding(_ pitch: Double) -> MainsHum {
    pitch < Self.highestCrowded * frequency && excused(for: pitch) > 0 ? self : MainsHum()
  }

  /// The mean power that a Hann window about `place` hertz hears of the lines.
  ///
  /// - Parameters:
  ///   - place: where the window listens, in hertz.
  ///   - width: 1 / length of that window, in hertz.
  ///   - peaks: those that the lines were found among.
  /// - Returns: the power, of which a sine of amplitude a has a²/4.
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

  /// The frequency near `mains` whose multiples lie nearest to the peaks beside them, and the lowest of these
  /// multiples; `nil` where no peak lies there.
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

  /// Which multiple of `mains` lies at `place`; `nil` for none.
  @inline(__always)
  private static func multiple(
    of mains: Double, at place: Double, share: Double, error: Double
  ) -> Double? {
    let number = nearestWhole(place / mains)
    return number >= 1 && abs(place - number * mains) <= share * place + error ? number : nil
  }
}
