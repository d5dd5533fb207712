// SPDX-License-Identifier: MIT

/// One track chunk of a Standard MIDI File: its notes and tempo changes, by ticks.
struct MIDITrack {
  /// A key of a channel.
  struct Voice: Hashable {
    let channel: Int
    let key: Int
  }

  /// Something that happens.
  struct Event: Hashable {
    enum Kind: Hashable {
      /// Microseconds a quarter note from here on.
      case tempo(Int)
      case on(Voice)
      case off(Voice)
    }

    let tick: Int
    let kind: Kind
  }

  /// The events in the order of the track.
  private(set) var events: [Event] = []

  /// Reads the contents of a chunk; `nil` where it is damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = MIDIReader(bytes)
    var tick = 0
    var running: Int?
    while !reader.isAtEnd {
      guard let delta = reader.variableNumber(), let first = reader.peek() else { return nil }
      tick += delta
      let status: Int
      if first >= 0x80 {
        status = first
        _ = reader.number(1)
      } else if let running {
        status = running
      } else {
        return nil
      }
      switch status {
      case 0xFF:
        guard let type = reader.number(1), let count = reader.variableNumber(),
          let body = reader.take(count)
        else { return nil }
        // Tempo, and the end of the track.
        if type == 0x51 {
          guard count == 3 else { return nil }
          let microseconds = body.reduce(0) { $0 << 8 | Int($1) }
          events.append(Event(tick: tick, kind: .tempo(microseconds)))
        }
        if type == 0x2F { return }
        running = nil
      case 0xF0, 0xF7:
        guard let count = reader.variableNumber(), reader.take(count) != nil else { return nil }
        running = nil
      case 0x80..<0xF0:
        guard add(status, at: tick, from: &reader) else { return nil }
        running = status
      default: return nil
      }
    }
  }

  /// Reads a channel's message and keeps it if it is about a note.
  private mutating func add(_ status: Int, at tick: Int, from reader: inout MIDIReader) -> Bool {
    // Program changes and channel pressure carry one value, all others two.
    let count = status & 0xE0 == 0xC0 ? 1 : 2
    guard let values = reader.take(count).map({ Array($0) }), values.allSatisfy({ $0 < 0x80 })
    else { return false }
    let voice = Voice(channel: status & 0x0F, key: Int(values[0]))
    switch status & 0xF0 {
    case 0x90 where values[1] > 0: events.append(Event(tick: tick, kind: .on(voice)))
    case 0x80, 0x90: events.append(Event(tick: tick, kind: .off(voice)))
    default: break
    }
    return true
  }
}

/// Bytes of a MIDI file, read from front to back.
struct MIDIReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next byte and leaves it there.
  func peek() -> Int? { rest.first.map { Int($0) } }

  /// Takes `count` bytes; `nil` where there are not so many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Takes a number of `count` bytes, the high one first.
  mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Takes a number of up to four groups of seven bits.
  mutating func variableNumber() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard let byte = number(1) else { return nil }
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    return nil
  }
}
