// SPDX-License-Identifier: MIT

/// The events of one MIDI track, each with the time since the one before.
struct MIDITrack {
  private var bytes: [UInt8] = []
  private var now = 0

  /// Appends an event at `tick`, or at the last event's where that is later.
  mutating func event(_ event: [UInt8], at tick: Int) {
    bytes += Self.variableLength(max(0, tick - now)) + event
    now = max(now, tick)
  }

  /// Appends a meta event at the last event's time.
  mutating func meta(_ type: UInt8, _ data: [UInt8]) {
    event([0xFF, type] + Self.variableLength(data.count) + data, at: now)
  }

  /// Returns the file of type 0 that holds this track.
  ///
  /// - Parameter ticksPerQuarter: ticks of a quarter note.
  /// - Returns: the file's bytes.
  func file(ticksPerQuarter: Int) -> [UInt8] {
    let body = bytes + [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1]
      + [UInt8(ticksPerQuarter >> 8), UInt8(ticksPerQuarter & 0xFF)]
      + Array("MTrk".utf8) + [24, 16, 8, 0].map { UInt8(body.count >> $0 & 0xFF) } + body
  }

  /// Seven bits a byte, the highest first; all but the last have the top bit set.
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
