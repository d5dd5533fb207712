// SPDX-License-Identifier: MIT

/// A Standard MIDI File of format 0 or 1 (RP-001), timed by quarter notes.
package struct StandardMIDIFile: Hashable, Sendable {
  private static let (headerName, trackName) = (Array("MThd".utf8), Array("MTrk".utf8))

  /// The ticks of a quarter note, 1 to 32767.
  package let ticksPerQuarter: Int
  /// The tracks, which play simultaneously.
  package let tracks: [MIDITrack]

  /// Makes a file.
  package init(_ tracks: [MIDITrack], ticksPerQuarter: Int) {
    self.tracks = tracks
    self.ticksPerQuarter = ticksPerQuarter
  }

  /// Parses a file; `nil` for a damaged one, a format with independent tracks, or SMPTE time code.
  package init?(_ bytes: [UInt8]) {
    var reader = MIDIReader(bytes[...])
    guard reader.take(4)?.elementsEqual(Self.headerName) == true, let length = reader.number(4),
      length >= 6, var head = reader.take(length).map({ MIDIReader($0) }),
      let format = head.number(2), format <= 1, head.number(2) != nil,
      let division = head.number(2), (1...0x7FFF).contains(division)
    else { return nil }
    var tracks: [MIDITrack] = []
    while !reader.isAtEnd {
      guard let name = reader.take(4), let count = reader.number(4), let chunk = reader.take(count)
      else { return nil }
      // Other chunks are ignored, as the standard demands.
      guard name.elementsEqual(Self.trackName) else { continue }
      guard let track = MIDITrack(chunk) else { return nil }
      tracks.append(track)
    }
    self.init(tracks, ticksPerQuarter: division)
  }

  /// The bytes of the file, in format 0 for a single track and in format 1 otherwise.
  package var bytes: [UInt8] {
    let format = tracks.count == 1 ? 0 : 1
    let head = [format, tracks.count, ticksPerQuarter].flatMap { Self.bigEndian($0, count: 2) }
    return Self.headerName + Self.bigEndian(head.count, count: 4) + head
      + tracks.map { $0.bytes }.flatMap { Self.trackName + Self.bigEndian($0.count, count: 4) + $0 }
  }

  private static func bigEndian(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

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
    let events = tracks.flatMap { $0.events }.enumerated()
      .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map { $0.element }
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
