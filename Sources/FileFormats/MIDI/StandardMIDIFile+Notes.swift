// SPDX-License-Identifier: MIT

extension StandardMIDIFile {
  /// One note.
  package struct Note: Hashable, Sendable {
    /// The time of its beginning, in seconds.
    package let onset: Double
    /// The time of its end, in seconds.
    package let offset: Double
    /// Its MIDI number.
    package let key: Int

    package init(onset: Double, offset: Double, key: Int) {
      self.onset = onset
      self.offset = offset
      self.key = key
    }
  }

  /// A key of a channel.
  private struct Voice: Hashable {
    let channel: UInt8
    let key: UInt8
  }

  /// The initial tempo in microseconds for each quarter note.
  private static let initialTempo = 500_000

  /// The notes of all tracks by their onsets.
  ///
  /// Overlapping notes of one key end in the order of their onsets.
  package var notes: [Note] {
    // Equal times keep the order of the file, because an unstable sort could exchange note-on and
    // note-off.
    let events = tracks.flatMap(\.events).enumerated()
      .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map(\.element)
    var (seconds, tick, tempo) = (0.0, 0, Self.initialTempo)
    var sounding: [Voice: ArraySlice<Double>] = [:]
    var notes: [Note] = []
    for event in events {
      seconds += Double(event.tick - tick) * Double(tempo) / (1e6 * Double(ticksPerQuarter))
      tick = event.tick
      switch event.message {
      case .meta(0x51, let data): tempo = data.reduce(0) { $0 << 8 | Int($1) }
      case .channel(let status, let key, let velocity?) where status & 0xE0 == 0x80:
        let voice = Voice(channel: status & 0x0F, key: key)
        if status & 0xF0 == 0x90, velocity > 0 {
          sounding[voice, default: []].append(seconds)
        } else if let onset = sounding[voice]?.popFirst() {
          if seconds > onset { notes.append(Note(onset: onset, offset: seconds, key: Int(key))) }
        }
      default: break
      }
    }
    return notes.sorted { ($0.onset, $0.key) < ($1.onset, $1.key) }
  }
}
