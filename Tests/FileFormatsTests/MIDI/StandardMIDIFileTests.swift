// SPDX-License-Identifier: MIT

import FileFormats
import TestSignals
import Testing

@Suite("Standard MIDI File")
struct StandardMIDIFileTests {
  /// Two notes of a second each, at 60 quarters a minute: E2 and A2.
  private static var song: StandardMIDIFile {
    var track = MIDITrack()
    track.append(.meta(0x03, Array("two notes".utf8)))
    track.append(.tempo(1_000_000))
    track.append(.channel(0xC0, 25, nil))
    for (key, start) in [(40, 0), (45, 480)] as [(UInt8, Int)] {
      track.append(.channel(0x90, key, 100), at: start)
      track.append(.channel(0x80, key, 64), at: start + 480)
    }
    return StandardMIDIFile([track], ticksPerQuarter: 480)
  }

  @Test("writes the bytes of the specification")
  func bytes() {
    var track = MIDITrack()
    track.append(.tempo(500_000))
    track.append(.channel(0x90, 60, 64), at: 0)
    // RP-001, variable-length quantities: 0x200000 is 81 80 80 00.
    track.append(.channel(0x80, 60, 64), at: 0x200000)
    track.append(.meta(0x06, [0x61]), at: 5)
    let contents: [UInt8] = [
      0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 0, 0x90, 60, 64, 0x81, 0x80, 0x80, 0, 0x80, 60, 64, 0,
      0xFF, 0x06, 1, 0x61, 0, 0xFF, 0x2F, 0,
    ]
    #expect(
      StandardMIDIFile([track], ticksPerQuarter: 480).bytes
        == Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
        + [0, 0, 0, UInt8(contents.count)] + contents)
  }

  @Test("reads the files that it writes, with any number of tracks", arguments: 0...3)
  func roundTrip(count: Int) {
    let song = StandardMIDIFile(
      Array(repeating: Self.song.tracks[0], count: count), ticksPerQuarter: 480)
    #expect(StandardMIDIFile(song.bytes) == song)
  }

  @Test("a truncated file is refused or shorter, and never read beyond its end")
  func cut() {
    let bytes = Self.song.bytes
    #expect(
      StandardMIDIFile(bytes)?.notes == [
        .init(onset: 0, offset: 1, key: 40), .init(onset: 1, offset: 2, key: 45),
      ])
    for count in bytes.indices {
      #expect((StandardMIDIFile(Array(bytes[..<count]))?.notes.count ?? 0) < 2)
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xFF
      _ = StandardMIDIFile(changed)?.notes
    }
  }

  @Test("a tempo change applies from its position, and two notes of a key end in order")
  func tempo() {
    // 96 ticks a quarter: one at 120 a minute, then at 60; the same key twice, overlapping.
    let track: [UInt8] = [
      0, 0x90, 60, 1, 96, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 0, 0x90, 60, 1, 96, 0x80, 60, 0, 96,
      0x80, 60, 0, 0, 0xFF, 0x2F, 0,
    ]
    let bytes =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    #expect(
      StandardMIDIFile(bytes)?.notes == [
        .init(onset: 0, offset: 1.5, key: 60), .init(onset: 0.5, offset: 2.5, key: 60),
      ])
  }

  @Test("refuses format 2, SMPTE time, and a size beyond the file")
  func refuses() {
    let good = Self.song.bytes
    for (index, value) in [(9, 2), (12, 0xE7), (18, 0x7F), (0, 0), (7, 5)] as [(Int, UInt8)] {
      var bytes = good
      bytes[index] = value
      #expect(StandardMIDIFile(bytes) == nil, "byte \(index)")
    }
    #expect(StandardMIDIFile([]) == nil)
  }

  @Test("a randomly damaged file is refused, or its notes have a length", arguments: [1, 2, 3, 4])
  func damaged(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      var bytes = Self.song.bytes
      for _ in 0..<2 {
        bytes[Int.random(in: 14..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      for note in StandardMIDIFile(bytes)?.notes ?? [] {
        #expect(note.onset.isFinite && note.offset > note.onset, "seed \(seed)")
      }
    }
  }

  @Test("the cost of a note does not grow with the number of notes of its key")
  func manyStrikes() {
    var track = MIDITrack()
    let count = 200_000
    for tick in 0..<count { track.append(.channel(0x90, 60, 1), at: tick) }
    for tick in 0..<count { track.append(.channel(0x80, 60, 1), at: count + tick) }
    #expect(StandardMIDIFile([track], ticksPerQuarter: 480).notes.count == count)
  }
}
