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
      + tracks.map(\.bytes).flatMap { Self.trackName + Self.bigEndian($0.count, count: 4) + $0 }
  }

  private static func bigEndian(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
