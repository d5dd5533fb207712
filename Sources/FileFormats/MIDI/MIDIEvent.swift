// SPDX-License-Identifier: MIT

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
