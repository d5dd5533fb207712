// SPDX-License-Identifier: MIT

internal import TestSignals

/// A set of seeded synthetic strokes.
struct StrumSet: Sendable {
  let name: String
  let draw: StrumDraw
  /// The strings from the highest whose first partials collide with those of lower strings.
  let collidedCount: Int
  /// The share of the strokes of the first set.
  let share: Double

  private init(
    _ name: String, notes: [Int], collided: Int = 0, share: Double = 0.12,
    _ change: (inout StrumDraw) -> Void = { _ in }
  ) {
    var draw = StrumDraw(notes: notes.map(TestNote.init))
    change(&draw)
    self.name = name
    self.draw = draw
    collidedCount = collided
    self.share = share
  }

  private static let standard = [40, 45, 50, 55, 59, 64]

  /// The set that the targets hold for.
  static let guitar = StrumSet("guitar", notes: standard, collided: 2, share: 1)

  /// All sets.
  static let all: [StrumSet] = [
    guitar,
    StrumSet("in tune", notes: standard, collided: 2, share: 0.5) { $0.detuning = 3 },
    StrumSet("20 dB", notes: standard, collided: 2, share: 0.24) { $0.signalToNoise = 20 },
    StrumSet("60 dB", notes: standard, collided: 2, share: 0.24) { $0.signalToNoise = 60 },
    StrumSet("drop D", notes: [38, 45, 50, 55, 59, 64]),
    StrumSet("DADGAD", notes: [38, 45, 50, 55, 57, 62]),
    StrumSet("seven strings", notes: [35, 40, 45, 50, 55, 59, 64]),
    StrumSet("bass of 4", notes: [28, 33, 38, 43]),
    StrumSet("bass of 5", notes: [23, 28, 33, 38, 43]),
    StrumSet("ukulele", notes: [67, 60, 64, 69]),
  ]
}
