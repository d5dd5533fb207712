// SPDX-License-Identifier: MIT

import Acoustics
package import Tuning

/// The reducer that turns live readings into MIDI messages of one channel.
///
/// A note has the key nearest to its first reading, and pitch bends for its exact pitch
/// (`MIDIPitch`). A glide beyond the range of the bend begins another note. At most one note
/// sounds, and `rest()` ends it.
package struct LiveMIDI: Hashable, Sendable {
  /// The note that sounds.
  private struct Sounding: Hashable {
    var key: UInt8
    var bend: Int
    /// The identity of the note in the readings.
    var onset: SamplePosition
  }

  private var sounding: Sounding?

  /// Makes the reducer before the first reading.
  package init() {}

  /// The messages that come before all others: they set the range of the bend.
  package static let setup = MIDIPitch.rangeControls.map { MIDIMessage.control($0, $1) }

  /// Returns the messages of the next reading.
  ///
  /// - Parameter reading: the reading.
  /// - Returns: the messages in order; none if nothing changes.
  package mutating func reduce(_ reading: PitchResult) -> [MIDIMessage] {
    guard let onset = reading.onset else { return rest() }
    guard let pitch = Self.pitch(of: reading) else {
      // The note continues, and this reading has no pitch for it.
      return sounding?.onset == onset ? [] : rest()
    }
    if let note = sounding, note.onset == onset, pitch.isInReach(of: Int(note.key)) {
      let bend = pitch.bend(from: note.key)
      guard bend != note.bend else { return [] }
      sounding?.bend = bend
      return [.bend(bend)]
    }
    let key = pitch.nearestKey
    let note = Sounding(key: key, bend: pitch.bend(from: key), onset: onset)
    let ending = sounding.map { [MIDIMessage.noteOff($0.key)] } ?? []
    sounding = note
    return ending + [
      .bend(note.bend), .noteOn(key, velocity: MIDIPitch.velocity(of: reading.level)),
    ]
  }

  /// Ends the note that sounds.
  ///
  /// - Returns: the end of the note, and a bend back to the centre; none in silence.
  package mutating func rest() -> [MIDIMessage] {
    guard let note = sounding else { return [] }
    sounding = nil
    return [.noteOff(note.key), .bend(MIDIPitch.centre)]
  }

  /// Returns the pitch of a reading; `nil` if it is not clear or is that of another sound, such as a
  /// string that rings on.
  private static func pitch(of reading: PitchResult) -> MIDIPitch? {
    guard let estimate = reading.estimate, reading.confidence >= TuningState.noiseGate,
      reading.cents != nil || reading.target == nil
    else { return nil }
    return MIDIPitch(estimate.frequency)
  }
}

/// A message on MIDI channel 1.
package enum MIDIMessage: Hashable, Sendable {
  /// A key begins to sound, with a velocity from 1 to 127.
  case noteOn(UInt8, velocity: UInt8)
  /// A key ends.
  case noteOff(UInt8)
  /// The pitch bend, 0 to 16383, with 8192 in the centre.
  case bend(Int)
  /// A controller and its value.
  case control(UInt8, UInt8)

  /// The three bytes of the message.
  package var bytes: [UInt8] {
    switch self {
    case .noteOn(let key, let velocity): [0x90, key, velocity]
    case .noteOff(let key): [0x80, key, 0x40]
    case .bend(let value): [0xE0, UInt8(value & 0x7F), UInt8(value >> 7)]
    case .control(let controller, let value): [0xB0, controller, value]
    }
  }

  /// True for the end of a note, which must not be lost.
  package var isEnd: Bool {
    if case .noteOff = self { true } else { false }
  }
}
