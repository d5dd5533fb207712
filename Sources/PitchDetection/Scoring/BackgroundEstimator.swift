// SPDX-License-Identifier: MIT

internal import Acoustics

/// Decides at each update whether the sound is background.
///
/// It is background before the first note of a stream, and when a note has decayed to the level of
/// the sound before it.
struct BackgroundEstimator {
  /// The kind of source of an update's sound.
  enum Source {
    /// A string, or anything else that is not a line of mains hum.
    case string
    /// Mains hum.
    case hum
    /// A string at the frequency of a line of mains hum; the line may sound as well.
    case stringOverHum
  }

  /// The change that an update makes to the learned background.
  enum Change {
    /// No change.
    case keep
    /// The spectrum of the update is background.
    case learn
    /// The learned background is a note that sounded since the stream began: discard it.
    case discard
  }

  // | name            | unit  | source                                                            |
  // | --------------- | ----- | ----------------------------------------------------------------- |
  // | shortestWindow  | s     | one period of 20 Hz; a shorter window does not resolve hum        |
  // | humError        | cents | largest reading error of a string over unresolved hum             |
  // | mainsReach      | 1     | relative deviation of the mains frequency in practice             |
  // | firstSeconds    | s     | quiet time before the first background is learned                 |
  // | laterSeconds    | s     | quiet time before it is learned again                             |
  // | humSeconds      | s     | quiet time after a note that ends in hum; a decay is visible by   |
  // |                 |       | then                                                              |
  // | noteSeconds     | s     | duration from which a pitch is a note, at any confidence          |
  // | decayedAge      | s     | age from which a note may have decayed into the background        |
  // | decayedPower    | 1     | power over the background that counts as decayed                  |
  // | decayedLevel    | 1     | amplitude under the note's own peak that counts as decayed        |
  // | quietConfidence | 1     | the 0.3 of a displayed pitch                                      |
  // | noteConfidence  | 1     | confidence above which the learned background is discarded as a   |
  // |                 |       | note                                                              |
  /// The shortest window that background is learned from, in seconds.
  static let shortestWindow = 0.05
  /// The standard error of the pitch of a string that may sound together with hum.
  static let humError = Cents(6)
  private static let mainsReach = 0.005
  private static let firstSeconds = 0.1
  private static let laterSeconds = 0.06
  private static let humSeconds = 1.0
  private static let noteSeconds = 0.1
  private static let decayedAge = 0.3
  private static let decayedPower = 1.2
  private static let decayedLevel = 0.01
  private static let quietConfidence = 0.3
  private static let noteConfidence = 0.5

  private var quietSeconds = 0.0
  private var peakPower = 0.0
  private var decay = LevelDecay()
  private var hum = RememberedHum()

  /// Begins another note.
  mutating func noteBegan() { peakPower = 0 }

  /// Judges one update.
  ///
  /// - Parameters:
  ///   - estimate: the pitch, with the confidence of its identification; `nil` for none.
  ///   - update: the segment of the update.
  ///   - isLongEnough: true if the segment is long enough to learn from.
  ///   - background: the mean square of the learned background; `nil` if there is none.
  ///   - lines: the lines of mains hum in the last spectrum.
  ///   - unbroken: the time for which the pitch has lasted, in seconds.
  /// - Returns: the source of the sound, and the change of the background.
  mutating func judge(
    _ estimate: PitchEstimate?, in update: UpdateContext, isLongEnough: Bool, background: Double?,
    lines: MainsHum, unbroken: Double
  ) -> (source: Source, change: Change) {
    peakPower = max(peakPower, update.power)
    guard isLongEnough else { return (.string, .keep) }
    let confidence = estimate?.confidence ?? 0
    if let estimate {
      let tracked = TrackedPitch(
        frequency: estimate.frequency.value, confidence: confidence, unbroken: unbroken)
      hum.add(lines, beside: tracked, after: update.seconds)
    }
    let isLine = estimate.map { self.isLine($0, inNote: update.isNote) } ?? false
    if let age = update.age, !isLine {
      let hasDecayed =
        update.power < Self.decayedPower * (background ?? 0)
        || update.power < Self.decayedLevel * Self.decayedLevel * peakPower
      guard age > Self.decayedAge, hasDecayed else { return (.string, .keep) }
    }
    let source = source(of: estimate, isLine: isLine, in: update)
    let isHum = source == .hum
    let isQuiet = isHum || (confidence < Self.quietConfidence && unbroken < Self.noteSeconds)
    quietSeconds = isQuiet ? quietSeconds + update.seconds : 0
    if !update.isNote, !isHum, confidence > Self.noteConfidence { return (source, .discard) }
    let wait =
      isHum
      ? (update.isNote ? Self.humSeconds : Self.laterSeconds)
      : (background != nil ? Self.laterSeconds : Self.firstSeconds)
    return (source, quietSeconds > wait ? .learn : .keep)
  }

  /// Distinguishes mains hum from a string of the same pitch that rang before the stream began: hum
  /// does not decay.
  private mutating func source(
    of estimate: PitchEstimate?, isLine: Bool, in update: UpdateContext
  ) -> Source {
    let isNearLine = estimate.map { MainsLine.isNear($0.frequency.value) } ?? false
    guard let estimate, isLine else {
      decay.reset()
      return !update.isNote && isNearLine ? .stringOverHum : .string
    }
    if let level = estimate.firstPartialLevel { decay.add(level, after: update.seconds) }
    if !decay.isFalling { return .hum }
    return isNearLine ? .stringOverHum : .string
  }

  /// Returns true if an estimate may be a line of hum.
  ///
  /// Without an onset it may be any line of the mains; during a note, only a line that sounded at
  /// the same time.
  private func isLine(_ estimate: PitchEstimate, inNote isNote: Bool) -> Bool {
    let reach = Self.reach(of: estimate)
    return isNote
      ? hum.explains(estimate, within: reach)
      : MainsLine.isNear(estimate.frequency.value, within: reach)
  }

  /// Returns the largest distance from a line at which an estimate may still be that line, as a
  /// share of its frequency.
  private static func reach(of estimate: PitchEstimate) -> Double {
    guard let sigma = estimate.sigma else { return MainsLine.shortWindowReach }
    return min(MainsLine.shortWindowReach, mainsReach + 3 * sigma.value / PartialFit.centsPerNeper)
  }
}
