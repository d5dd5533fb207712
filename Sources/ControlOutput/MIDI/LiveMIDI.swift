// SPDX-License-Identifier: MIT

import Acoustics
import Glibc
package import Tuning

/// The reducer that turns live readings into MIDI messages of one channel.
///
/// A note has the key nearest to its first reading, and pitch bends for its exact pitch. Both are
/// relative to A4 at 440 Hz, as in synthesisers. A glide beyond the range of the bend begins
/// another note. At most one note sounds, and `rest()` ends it.
package struct LiveMIDI: Hashable, Sendable {
  /// The range of a full pitch bend in semitones, which is the default of synthesisers.
  package static let bendRange = 2.0
  private static let bendCentre = 8192
  /// The level of the least velocity, in dB relative to full scale.
  private static let softest = -60.0
  private static let mediumVelocity = 64

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

  /// The messages that come before all others: registered parameter 0 sets the range of the bend,
  /// and parameter 127, 127 closes it.
  package static let setup: [MIDIMessage] = [
    (101, 0), (100, 0), (6, UInt8(bendRange)), (38, 0), (101, 127), (100, 127),
  ].map { MIDIMessage.control($0, $1) }

  /// Returns the messages of the next reading.
  ///
  /// - Parameter reading: the reading.
  /// - Returns: the messages in order; none if nothing changes.
  package mutating func reduce(_ reading: PitchResult) -> [MIDIMessage] {
    guard let onset = reading.onset else { return rest() }
    guard let exact = Self.key(of: reading) else {
      // The note continues, and this reading has no pitch for it.
      return sounding?.onset == onset ? [] : rest()
    }
    if let note = sounding, note.onset == onset,
      abs(exact - Double(note.key)) <= Self.bendRange
    {
      let bend = Self.bend(from: note.key, to: exact)
      guard bend != note.bend else { return [] }
      sounding?.bend = bend
      return [.bend(bend)]
    }
    let key = UInt8(min(127, max(0, exact.rounded())))
    let note = Sounding(key: key, bend: Self.bend(from: key, to: exact), onset: onset)
    let ending = sounding.map { [MIDIMessage.noteOff($0.key)] } ?? []
    sounding = note
    return ending + [.bend(note.bend), .noteOn(key, velocity: Self.velocity(of: reading.level))]
  }

  /// Ends the note that sounds.
  ///
  /// - Returns: the end of the note, and a bend back to the centre; none in silence.
  package mutating func rest() -> [MIDIMessage] {
    guard let note = sounding else { return [] }
    sounding = nil
    return [.noteOff(note.key), .bend(Self.bendCentre)]
  }

  /// Returns the pitch of a reading in keys, 69 for 440 Hz; `nil` if the pitch is not clear or is
  /// that of another sound, such as a string that rings on.
  private static func key(of reading: PitchResult) -> Double? {
    guard let estimate = reading.estimate, reading.confidence >= TuningState.noiseGate,
      reading.cents != nil || reading.target == nil
    else { return nil }
    return 69 + 12 * log2(estimate.frequency.value / 440)
  }

  private static func bend(from key: UInt8, to exact: Double) -> Int {
    let bend = Double(bendCentre) * (1 + (exact - Double(key)) / bendRange)
    return Int(min(Double(2 * bendCentre - 1), max(0, bend.rounded())))
  }

  private static func velocity(of level: Decibels?) -> UInt8 {
    guard let level else { return UInt8(mediumVelocity) }
    return UInt8(min(127, max(1, (127 * (1 - level.value / softest)).rounded())))
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
