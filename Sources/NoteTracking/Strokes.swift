// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// Detects from the level that a sounding string was struck again.
struct Strokes {
  // | name          | unit | source                                                            |
  // | ------------- | ---- | ----------------------------------------------------------------- |
  // | rise          | dB   | above the beats of a string: rise over the last tenth of a second |
  // | confirmedRise | dB   | the same at a detected onset                                      |
  // | reach         | s    | time from an onset to its rise: a level is the mean of 50 ms      |
  private static let rise = Decibels(6)
  private static let confirmedRise = Decibels(3)
  private static let reach = 0.12

  private let sampleRate: SampleRate
  private var lowestLevel: LowestLevel
  private var pending: (before: Decibels, rise: Decibels)?
  /// The position of the last rise of the level that may be a stroke.
  private(set) var lastRise: SamplePosition?
  /// The highest level since the last rise or silence, and the position where that time begins.
  private var peak: (level: Decibels, since: SamplePosition)?

  init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    lowestLevel = LowestLevel(sampleRate: sampleRate)
  }

  /// True while the level has jumped and not fallen back.
  var isPending: Bool { pending != nil }

  /// Evaluates a result.
  ///
  /// - Parameters:
  ///   - result: results in the order of their positions.
  ///   - start: the start of the sounding note; `nil` for none, and until its stroke is over.
  ///   - noteBeginning: the detector's onset of that note.
  mutating func advance(
    _ result: PitchResult, struckAt start: SamplePosition?, beginning noteBeginning: SamplePosition?
  ) {
    defer { lowestLevel.append(result.level, at: result.timestamp) }
    guard let level = result.level, level > .digitalSilence else { return peak = nil }
    if let lowest = lowestLevel.value, level.value - lowest.value >= Self.rise.value {
      lastRise = result.timestamp
      // Silence has already discarded the peak before it.
      if lowest > .digitalSilence { peak = nil }
    }
    peak = (max(peak?.level ?? level, level), peak?.since ?? result.timestamp)
    guard let lowest = lowestLevel.value else { return }
    let rise = level.value - lowest.value
    guard pending == nil, let start else { return }
    let isNew =
      result.beginning.map { beginning in
        beginning > start && beginning != noteBeginning
          && Double(result.timestamp.distance(from: beginning))
            <= Self.reach * Double(sampleRate.hertz)
      } ?? false
    let needed = isNew ? Self.confirmedRise : Self.rise
    if rise >= needed.value { pending = (lowest, needed) }
  }

  /// Returns the level of the stroke at `start`: an attack is loudest before its pitch is clear.
  ///
  /// - Returns: `nil` if the level did not rise since.
  func level(since start: SamplePosition) -> Decibels? {
    peak.flatMap { $0.since >= start ? $0.level : nil }
  }

  /// Discards a jump after which the level fell back: it was a knock, and the string still rings.
  mutating func settle(_ result: PitchResult) {
    guard let pending, let level = result.level else { return self.pending = nil }
    if level.value < pending.before.value + pending.rise.value / 2 { self.pending = nil }
  }

  /// Discards a pending jump at the end of a note.
  mutating func discardPending() { pending = nil }
}
