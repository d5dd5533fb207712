// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// Notices by the level that a string which still sounds was struck again.
struct Strokes {
  /// How much the level must rise over its lowest in the tenth of a second before.
  private static let rise = Decibels(6)
  /// And where the detector heard the sound begin anew at the same time.
  private static let confirmedRise = Decibels(3)
  /// How long behind a beginning its rise may come, in seconds: the level is taken over a twentieth.
  private static let reach = 0.12

  private let sampleRate: SampleRate
  private var levels: RecentLevels
  private var beginning: SamplePosition?
  private var pending: (before: Decibels, rise: Decibels)?
  /// When the level last rose as it does at a stroke.
  private(set) var lastRise: SamplePosition?
  /// The highest level since it last rose, or since silence, and where that time begins.
  private var peak: (level: Decibels, since: SamplePosition)?

  init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    levels = RecentLevels(sampleRate: sampleRate)
  }

  /// Whether the level jumped, and has not fallen back.
  var isPending: Bool { pending != nil }

  /// Takes in a result while `sounding` sounds.
  mutating func advance(_ result: PitchResult, sounding: SoundingNote?) {
    defer { levels.append(result.level, at: result.timestamp) }
    guard let level = result.level else { return peak = nil }
    let isRising = levels.lowest.map { level.value - $0.value >= Self.rise.value } ?? false
    if isRising { lastRise = result.timestamp }
    peak = isRising ? nil : peak
    peak = (max(peak?.level ?? level, level), peak?.since ?? result.timestamp)
    guard let lowest = levels.lowest else { return }
    let rise = level.value - lowest.value
    guard pending == nil, let sounding, sounding.isPastStroke else { return }
    let isNew =
      result.beginning.map { beginning in
        beginning > sounding.start && beginning != sounding.beginning
          && Double(result.timestamp.distance(from: beginning))
            <= Self.reach * Double(sampleRate.hertz)
      } ?? false
    let needed = isNew ? Self.confirmedRise : Self.rise
    if rise >= needed.value { pending = (lowest, needed) }
  }

  /// The level at which was struck what began at `start`: an attack is loudest before its pitch is clear.
  ///
  /// - Returns: `nil` where the level did not rise since.
  func level(since start: SamplePosition) -> Decibels? {
    peak.flatMap { $0.since >= start ? $0.level : nil }
  }

  /// Forgets a jump that fell back: it was a knock, and the string rings on.
  mutating func settle(_ result: PitchResult) {
    guard let pending, let level = result.level else { return self.pending = nil }
    if level.value < pending.before.value + pending.rise.value / 2 { self.pending = nil }
  }

  /// Forgets what was pending, at the end of a note.
  mutating func forget() { pending = nil }
}
