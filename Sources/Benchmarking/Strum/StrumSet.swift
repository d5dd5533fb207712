// SPDX-License-Identifier: MIT

internal import TestSignals

/// A set of seeded synthetic strokes.
struct StrumSet: Sendable {
  let name: String
  let draw: StrumDraw
  /// The strings from the highest whose first partials collide with those of lower strings.
  let collidedCount: Int
  /// The number of strokes, as a share of those of the first set.
  let share: Double

  private init(
    _ name: String, notes: [Int] = standard, share: Double = 0.12,
    _ change: (inout StrumDraw) -> Void = { _ in }
  ) {
    var draw = StrumDraw(notes: notes.map(TestNote.init))
    change(&draw)
    self.name = name
    self.draw = draw
    collidedCount = notes == Self.standard ? 2 : 0
    self.share = share
  }

  static let standard = [40, 45, 50, 55, 59, 64]

  /// The set to which the targets of accuracy apply.
  static let guitar = StrumSet("guitar", share: 1)

  /// Fingered chords instead of open strings.
  ///
  /// A string fretted at the second fret or higher sounds outside its range, so it does not count
  /// as the open string.
  static let fingered = StrumSet("fingered", share: 0.5) {
    $0.missing = 0
    $0.chords = Self.chords
  }

  /// Open strings; a hand stops a quarter of them soon after the pluck.
  static let muted = StrumSet("muted strings", share: 0.24) {
    $0.muted = 0.02...0.1
    $0.mutedShare = 0.25
  }

  /// Strokes in which the palm stops every string.
  static let palm = StrumSet("palm mute", share: 0.24) { $0.muted = 0.04...0.12 }

  /// All sets.
  static let all: [StrumSet] = [
    guitar,
    StrumSet("in tune", share: 0.5) { $0.detuning = 3 },
    StrumSet("from the lowest", share: 0.24) { $0.downStrokes = 1 },
    StrumSet("from the highest", share: 0.24) { $0.downStrokes = 0 },
    StrumSet("20 dB", share: 0.24) { $0.signalToNoise = 20 },
    StrumSet("60 dB", share: 0.24) { $0.signalToNoise = 60 },
    hum(20), hum(40), hum(60),
    StrumSet("two polarisations", share: 0.24) { $0.hasPolarisations = true },
    StrumSet("body", share: 0.24) { $0.hasBody = true },
    StrumSet("slow glides", share: 0.24) {
      $0.glide = 5...30
      $0.glideTime = 0.15...0.4
    },
    muted, palm, fingered,
    StrumSet("drop D", notes: [38, 45, 50, 55, 59, 64]),
    StrumSet("DADGAD", notes: [38, 45, 50, 55, 57, 62]),
    StrumSet("seven strings", notes: [35, 40, 45, 50, 55, 59, 64]),
    StrumSet("bass of 4", notes: [28, 33, 38, 43]),
    StrumSet("bass of 5", notes: [23, 28, 33, 38, 43]),
    StrumSet("ukulele", notes: [67, 60, 64, 69]),
    // The courses of B and E are two strings in unison, which count as one string.
    StrumSet("twelve strings", notes: [40, 52, 45, 57, 50, 62, 55, 67, 59, 64]) {
      $0.detuning = 25
      $0.courses = [8, 9]
    },
  ]

  private static func hum(_ ratio: Double) -> StrumSet {
    StrumSet("hum, \(Int(ratio)) dB") {
      $0.signalToNoise = ratio
      $0.noiseColour = .mix
    }
  }

  /// E, E minor, A, A minor, D, G, C and B7 in open position, and F and B minor with a barre.
  private static let chords: [[Int?]] = [
    [0, 2, 2, 1, 0, 0], [0, 2, 2, 0, 0, 0], [nil, 0, 2, 2, 2, 0], [nil, 0, 2, 2, 1, 0],
    [nil, nil, 0, 2, 3, 2], [3, 2, 0, 0, 0, 3], [nil, 3, 2, 0, 1, 0], [nil, 2, 1, 2, 0, 2],
    [1, 3, 3, 2, 1, 1], [nil, 2, 4, 4, 3, 2],
  ]
}
