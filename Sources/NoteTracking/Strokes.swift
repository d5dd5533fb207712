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

  init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    levels = RecentLevels(sampleRate: sampleRate)
  }

  /// Whether the level jumped, and has not fallen back.
  var isPending: Bool { pending != nil }

  /// Takes in a result while `sounding` sounds.
  mutating func advance(_ result: PitchResult, sounding: SoundingNote?) {
    defer { levels.append(result.level, at: result.timestamp) }
    guard let level = result.level, let lowest = levels.lowest else { return }
    let rise = level.value - lowest.value
    if rise >= Self.rise.value { lastRise = result.timestamp }
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

  /// Forgets a jump that fell back: it was a knock, and the string rings on.
  mutating func settle(_ result: PitchResult) {
    guard let pending, let level = result.level else { return self.pending = nil }
    if level.value < pending.before.value + pending.rise.value / 2 { self.pending = nil }
  }

  /// Forgets what was pending, at the end of a note.
  mutating func forget() { pending = nil }
}
