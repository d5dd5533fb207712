// SPDX-License-Identifier: MIT

/// One track of a Standard MIDI File (RP-001): channel messages and meta events in the order of
/// time.
package struct MIDITrack: Hashable, Sendable {
  private static let endOfTrack: UInt8 = 0x2F
  private static let tempo: UInt8 = 0x51

  /// The events without the end-of-track event.
  package private(set) var events: [MIDIEvent] = []

  /// Makes a track without events.
  package init() {}

  /// Appends an event at `tick`, or at the tick of the last event if that is later.
  package mutating func append(_ message: MIDIEvent.Message, at tick: Int = 0) {
    events.append(MIDIEvent(tick: max(tick, events.last?.tick ?? 0), message: message))
  }

  /// Parses the contents of a chunk; `nil` for a damaged one.
  ///
  /// System exclusive messages are ignored.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = MIDIReader(bytes)
    var tick = 0
    var running: UInt8?
    while !reader.isAtEnd {
      guard let delta = reader.variableNumber(), let first = reader.peek() else { return nil }
      tick += delta
      let status: UInt8
      if first >= 0x80 {
        status = first
        _ = reader.take(1)
      } else if let running {
        status = running
      } else {
        return nil
      }
      switch status {
      case 0xFF:
        guard let type = reader.take(1)?.first, let count = reader.variableNumber(),
          let data = reader.take(count)
        else { return nil }
        if type == Self.endOfTrack { return }
        guard type != Self.tempo || count == 3 else { return nil }
        events.append(MIDIEvent(tick: tick, message: .meta(type, Array(data))))
        running = nil
      case 0xF0, 0xF7:
        guard let count = reader.variableNumber(), reader.take(count) != nil else { return nil }
        running = nil
      case 0x80..<0xF0:
        // Program changes and channel pressure have one data byte, all others two.
        let count = status & 0xE0 == 0xC0 ? 1 : 2
        guard let values = reader.take(count).map({ Array($0) }), values.allSatisfy({ $0 < 0x80 })
        else { return nil }
        let second = count == 2 ? values[1] : nil
        events.append(MIDIEvent(tick: tick, message: .channel(status, values[0], second)))
        running = status
      default: return nil
      }
    }
  }

  /// The contents of the chunk, which ends at the last event.
  var bytes: [UInt8] {
    var (bytes, now): ([UInt8], Int) = ([], 0)
    for event in events {
      bytes += Self.variableLength(event.tick - now)
      now = event.tick
      switch event.message {
      case .channel(let status, let first, let second):
        bytes += [status, first] + (second.map { [$0] } ?? [])
      case .meta(let type, let data):
        bytes += [0xFF, type] + Self.variableLength(data.count) + data
      }
    }
    return bytes + [0, 0xFF, Self.endOfTrack, 0]
  }

  /// Returns a variable-length quantity: seven bits per byte, the highest first; all but the last
  /// byte have the top bit set.
  private static func variableLength(_ value: Int) -> [UInt8] {
    var result = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      result.insert(UInt8(rest & 0x7F | 0x80), at: 0)
      rest >>= 7
    }
    return result
  }
}

/// One event of a MIDI track.
package struct MIDIEvent: Hashable, Sendable {
  /// The supported kinds of events.
  package enum Message: Hashable, Sendable {
    /// A channel message: its status, its first data byte, and its second if it has one.
    case channel(UInt8, UInt8, UInt8?)
    /// A meta event: its type and its data.
    case meta(UInt8, [UInt8])

    /// A change of tempo.
    ///
    /// - Parameter microseconds: the length of a quarter note, less than 2²⁴.
    /// - Returns: the meta event.
    package static func tempo(_ microseconds: Int) -> Message {
      .meta(0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) })
    }
  }

  /// The time since the start of the track.
  package let tick: Int
  /// The event.
  package let message: Message
}

/// A sequential reader of the bytes of a MIDI file.
struct MIDIReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next byte without consuming it.
  func peek() -> UInt8? { rest.first }

  /// Consumes `count` bytes; `nil` when fewer remain.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Consumes a big-endian number of `count` bytes.
  mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Consumes a variable-length quantity of up to four bytes.
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
