// SPDX-License-Identifier: MIT

import Terminal

/// The receiver of live MIDI messages.
package enum MIDIDestination: Hashable, Sendable {
  /// A port of the ALSA sequencer, to which other programs connect.
  case ownPort
  /// A port of the ALSA sequencer that is connected to this one, such as `128:0` or `synth:0`.
  case connected(String)
  /// A file, a FIFO or the node of a raw MIDI device, which takes the bytes.
  case file(String)

  /// Reads `port`, `CLIENT:PORT` or a path with a slash.
  ///
  /// - Throws: `MIDIDestinationError`.
  package init(_ text: String) throws(MIDIDestinationError) {
    guard !text.contains("\0") else { throw MIDIDestinationError(text: text) }
    if text.contains("/") {
      self = .file(text)
      return
    }
    if text == "port" {
      self = .ownPort
      return
    }
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let port = Int(text[text.index(after: colon)...]), (0...255).contains(port)
    else { throw MIDIDestinationError(text: text) }
    self = .connected(text)
  }
}

/// The error for a text that names no receiver of MIDI messages.
package struct MIDIDestinationError: UsageError, Hashable {
  /// The text.
  let text: String

  package var description: String {
    "--midi \(printable(text)): give port, CLIENT:PORT as aconnect -o lists them, or a path such as "
      + "/dev/snd/midiC1D0 or ./out.midi."
  }
}
