// SPDX-License-Identifier: MIT

/// What the open strings of an instrument sound.
public struct InstrumentTuning: Hashable, Sendable {
  /// The name for machines: lower-case letters, digits and underscores.
  public let id: String
  /// The name for people.
  public let name: String
  /// The strings from low to high; the last has position 1.
  public let strings: [GuitarString]

  private init(id: String, name: String, lowToHigh notes: [Note]) {
    self.id = id
    self.name = name
    strings = notes.enumerated().map { index, note in
      GuitarString(position: notes.count - index, note: note)
    }
  }

  /// E2 A2 D3 G3 B3 E4.
  public static let standard = InstrumentTuning(
    id: "standard", name: "Standard",
    lowToHigh: [
      Note(.e, octave: 2), Note(.a, octave: 2), Note(.d, octave: 3), Note(.g, octave: 3),
      Note(.b, octave: 3), Note(.e, octave: 4),
    ])
}
