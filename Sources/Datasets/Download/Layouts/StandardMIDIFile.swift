// SPDX-License-Identifier: MIT

/// The notes of a Standard MIDI File, formats 0 and 1 (RP-001), in seconds.
package struct StandardMIDIFile {
  /// One note.
  package struct Note: Hashable {
    /// When it begins, in seconds.
    package let onset: Double
    /// When it ends, in seconds.
    package let offset: Double
    /// Its MIDI number.
    package let key: Int
  }

  /// The notes by their onsets.
  package let notes: [Note]

  // Half a second a quarter note, until the file says otherwise.
  private static let usualTempo = 500_000

  /// Reads a file; `nil` for one that is damaged, in a format with independent tracks, or timed by
  /// film frames.
  package init?(_ bytes: [UInt8]) {
    var reader = MIDIReader(bytes[...])
    guard reader.take(4).map({ Array($0) }) == Array("MThd".utf8), let length = reader.number(4),
      length >= 6, var head = reader.take(length).map({ MIDIReader($0) }),
      let format = head.number(2), format <= 1, head.number(2) != nil,
      let division = head.number(2), (1...0x7FFF).contains(division)
    else { return nil }
    var events: [MIDITrack.Event] = []
    while !reader.isAtEnd {
      guard let name = reader.take(4).map({ Array($0) }), let count = reader.number(4),
        let chunk = reader.take(count)
      else { return nil }
      // Chunks of other names are for other programs.
      guard name == Array("MTrk".utf8) else { continue }
      guard let track = MIDITrack(chunk) else { return nil }
      events += track.events
    }
    // Equal times keep the order of the file: a sort that isn't stable would turn notes around.
    let ordered = events.enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }
    notes = Self.notes(of: ordered.map(\.element), ticksPerQuarter: division)
  }

  private static func notes(
    of events: [MIDITrack.Event], ticksPerQuarter: Int
  ) -> [Note] {
    var seconds = 0.0
    var tick = 0
    var tempo = usualTempo
    var sounding: [MIDITrack.Voice: [Double]] = [:]
    var notes: [Note] = []
    for event in events {
      seconds += Double(event.tick - tick) * Double(tempo) / (1e6 * Double(ticksPerQuarter))
      tick = event.tick
      switch event.kind {
      case .tempo(let microseconds): tempo = microseconds
      case .on(let voice): sounding[voice, default: []].append(seconds)
      case .off(let voice):
        // The key that was struck first is let go first.
        guard let onset = sounding[voice]?.first else { continue }
        sounding[voice]?.removeFirst()
        if seconds > onset { notes.append(Note(onset: onset, offset: seconds, key: voice.key)) }
      }
    }
    return notes.sorted { ($0.onset, $0.key) < ($1.onset, $1.key) }
  }
}
