// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// The level in the first moments of a stream, which shows if a string was plucked before the
/// stream began.
///
/// A recording that was cut at the pluck has no onset, and its pitch is clear only after the
/// attack. If the level has only fallen since the beginning, such a note began with the stream.
struct StreamOpening {
  // | name    | unit | source                                                                |
  // | ------- | ---- | --------------------------------------------------------------------- |
  // | opening | s    | the pluck is over within it                                           |
  // | longest | s    | an attack that hides the pitch is shorter: 0.3 s in the development   |
  // |         |      | corpus                                                                |
  // | fall    | dB   | above the fluctuation of a steady sound, below the decay of a pluck   |
  private static let opening = 0.1
  private static let longest = 0.4
  private static let fall = 3.0

  private let sampleRate: SampleRate
  private var loudest: Decibels?
  private var quietest: Decibels?

  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// Adds the level of a result.
  mutating func advance(_ result: PitchResult) {
    guard result.timestamp.seconds(at: sampleRate) <= Self.longest, let level = result.level else {
      return
    }
    quietest = min(quietest ?? level, level)
    if result.timestamp.seconds(at: sampleRate) <= Self.opening {
      loudest = max(loudest ?? level, level)
    }
  }

  /// Returns true if the sound of a result has been there since the start of the stream, and has
  /// decayed.
  func explains(_ result: PitchResult) -> Bool {
    guard result.timestamp.seconds(at: sampleRate) <= Self.longest, let level = result.level,
      let loudest,
      let quietest
    else { return false }
    return loudest.value - level.value >= Self.fall && level.value - quietest.value < Self.fall
  }
}
