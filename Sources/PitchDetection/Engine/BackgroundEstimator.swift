// SPDX-License-Identifier: MIT

internal import Acoustics

/// Knows when nothing is played, so that what sounds then is background: before the first note of a
/// stream, and when a note has sunk into what was heard before.
struct BackgroundEstimator {
  /// What one update means for the background.
  struct Verdict {
    /// The spectrum is background.
    var learns = false
    /// What was taken for background is a note that was there from the start.
    var forgets = false
    /// What sounds is mains hum.
    var isHum = false
    /// What sounds is a string, and hum may lie under it.
    var mayHideHum = false
  }

  /// The shortest window that background is learned from, in seconds.
  static let shortestWindow = 0.05
  /// The lines of mains hum, in hertz, how far the mains may leave them, and how far a reading of them in
  /// a short window may, as shares of them.
  private static let lines = (50.0, 60.0, 100.0, 120.0)
  private static let mainsReach = 0.005
  private static let lineReach = 0.012
  /// The standard error of a reading that hum may lie under: a few cents, whatever the fit says.
  static let humError = Cents(6)
  /// How long it must have been quiet, in seconds: at first, and once there is a background.
  private static let firstSeconds = 0.1
  private static let laterSeconds = 0.06
  /// And where hum is left of a note, in seconds: what decays has shown it by then.
  private static let humSeconds = 1.0
  /// A note that has lasted this long is no background, whatever its confidence, in seconds.
  private static let noteSeconds = 0.1
  /// The age from which a note may have sunk into the background, in seconds; how near to it, in power;
  /// and how far under its own peak, in level.
  private static let sunkAge = 0.3
  private static let sunkPower = 1.2
  private static let sunkLevel = 0.01

  private var quietSeconds = 0.0
  private var peakPower = 0.0
  private var fall = LevelDecay()
  private var hum = RememberedHum()

  /// Starts with another note.
  mutating func noteBegan() { peakPower = 0 }

  /// Judges one update.
  ///
  /// - Parameters:
  ///   - estimate: what was heard.
  ///   - age: the note's age in seconds; `nil` where no beginning was heard.
  ///   - isWhole: whether the window is long enough to learn from.
  ///   - power: the mean square of the newest samples.
  ///   - background: the mean square of the background; `nil` where there is none.
  ///   - lines: those of mains hum in the last spectrum.
  ///   - unbroken: how long the pitch has gone on, in seconds.
  ///   - seconds: the time since the last update.
  /// - Returns: what the update means for the background.
  mutating func judge(
    _ estimate: PitchEstimate?, age: Double?, isWhole: Bool, power: Double, background: Double?,
    lines: MainsHum, unbroken: Double, seconds: Double
  ) -> Verdict {
    peakPower = max(peakPower, power)
    guard isWhole else { return Verdict() }
    let confidence = estimate?.confidence ?? 0
    if let estimate {
      let heard = TrackedPitch(
        frequency: estimate.frequency.value, confidence: confidence, unbroken: unbroken)
      hum.hear(lines, beside: heard, after: seconds)
    }
    let isLine = estimate.map { self.isLine($0, ofNote: age != nil) } ?? false
    if let age, !isLine {
      let hasSunk =
        power < Self.sunkPower * (background ?? 0)
        || power < Self.sunkLevel * Self.sunkLevel * peakPower
      guard age > Self.sunkAge, hasSunk else { return Verdict() }
    }
    var verdict = Verdict()
    if let estimate, age == nil || isLine {
      weigh(estimate, isLine: isLine, after: seconds, into: &verdict)
    } else {
      fall.forget()
    }
    let isQuiet = verdict.isHum || (confidence < 0.3 && unbroken < Self.noteSeconds)
    quietSeconds = isQuiet ? quietSeconds + seconds : 0
    verdict.forgets = age == nil && !verdict.isHum && confidence > 0.5
    let hasBackground = background != nil && !verdict.forgets
    verdict.learns = quietSeconds > patience(verdict, isNote: age != nil, hasBackground)
    return verdict
  }

  /// How long it must have been quiet before it is learned, in seconds.
  private func patience(_ verdict: Verdict, isNote: Bool, _ hasBackground: Bool) -> Double {
    if verdict.isHum { return isNote ? Self.humSeconds : Self.laterSeconds }
    return hasBackground ? Self.laterSeconds : Self.firstSeconds
  }

  /// Tells mains hum from a string of its pitch that rang before the stream began: hum is as loud as it
  /// was.
  private mutating func weigh(
    _ estimate: PitchEstimate, isLine: Bool, after seconds: Double, into verdict: inout Verdict
  ) {
    if !isLine {
      fall.forget()
    } else if let level = estimate.firstPartialLevel {
      fall.add(level, after: seconds)
    }
    verdict.isHum = isLine && !fall.isFalling
    verdict.mayHideHum = Self.isLine(estimate.frequency.value) && !verdict.isHum
  }

  /// Whether what was read may be a line of hum: of what no beginning was heard of, any that the mains have; of
  /// a note, one that was heard beside it.
  private func isLine(_ estimate: PitchEstimate, ofNote isNote: Bool) -> Bool {
    let reach = Self.reach(of: estimate)
    return isNote
      ? hum.explains(estimate, within: reach) : Self.isLine(estimate.frequency.value, within: reach)
  }

  /// How far from its line hum may be read, as a share of it.
  private static func reach(of estimate: PitchEstimate) -> Double {
    guard let sigma = estimate.sigma else { return lineReach }
    return min(lineReach, mainsReach + 3 * sigma.value / PartialFit.centsPerNeper)
  }

  /// Whether a pitch is that of a line of mains hum.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - reach: how far from the line it may be, as a share of it.
  /// - Returns: whether it is.
  static func isLine(_ frequency: Double, within reach: Double = lineReach) -> Bool {
    let (first, second, third, fourth) = lines
    return isNear(frequency, first, reach) || isNear(frequency, second, reach)
      || isNear(frequency, third, reach) || isNear(frequency, fourth, reach)
  }

  private static func isNear(_ frequency: Double, _ line: Double, _ reach: Double) -> Bool {
    abs(frequency / line - 1) < reach
  }
}
