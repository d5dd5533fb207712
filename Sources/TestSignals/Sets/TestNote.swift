// SPDX-License-Identifier: MIT

package import Acoustics
internal import Glibc

/// A note of the test sets with the typical properties of its string; A4 is 440 Hz.
package struct TestNote: Hashable, Comparable, Sendable {
  /// The MIDI number; 60 is C4.
  package let midi: Int

  /// The notes from a semitone below B0 (for down-tuning) to E6.
  package static let all = (22...88).map(TestNote.init)

  /// Makes the note of a MIDI number.
  package init(_ midi: Int) { self.midi = midi }

  /// Compares two notes by their pitch.
  package static func < (left: TestNote, right: TestNote) -> Bool { left.midi < right.midi }

  /// The name with its octave in ASCII, sharps only: `E2`, `F#4`.
  package var name: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    let octave = Int((Double(midi) / 12).rounded(.down)) - 1
    return names[midi - 12 * (octave + 1)] + String(octave)
  }

  /// The frequency in equal temperament: 440·2^((midi − 69)/12).
  package var frequency: Hertz { Hertz(440 * exp2(Double(midi - 69) / 12)) }

  /// The typical inharmonicity coefficient, before the random spread of strings.
  ///
  /// The string is the highest open one at or below the note. Stopping it k semitones up shortens
  /// it at the same tension, and B = π³Ed⁴/(64TL²) grows by 2^(k/6). A semitone below B0 the string
  /// is slackened instead: T falls by 2^(−1/6), so B grows by 2^(1/6). A1 and D2 lie on the line
  /// between E1 and E2 in log B over semitones.
  package var inharmonicity: Double {
    let strings: [(midi: Int, inharmonicity: Double)] = [
      (23, 3.5e-4), (28, 2.5e-4), (33, 1.9e-4), (38, 1.45e-4), (40, 1.3e-4), (45, 8e-5),
      (50, 6e-5), (55, 1.2e-4), (59, 5e-5), (64, 3e-5),
    ]
    let string = strings.last { $0.midi <= midi } ?? strings[0]
    return string.inharmonicity * exp2(Double(abs(midi - string.midi)) / 6)
  }

  /// The decay time τ_1 in seconds, on the line over log frequency from 3 s at 30 Hz to 0.5 s at
  /// 1300 Hz.
  ///
  /// A line in log–log coordinates with the same ends would be 0.5 s shorter in the middle. The
  /// upper partials would then decay sooner, and period methods would read less sharp: see
  /// docs/peers.md.
  package var decayTime: Double {
    3 - 2.5 * log(frequency.value / 30) / log(1300.0 / 30)
  }
}
