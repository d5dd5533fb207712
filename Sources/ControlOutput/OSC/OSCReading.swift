// SPDX-License-Identifier: MIT

import Acoustics
package import FileFormats
import Terminal
package import Tuning

/// The OSC messages of live readings.
package enum OSCReading {
  /// The message that no reading has a target any more.
  package static let silence = OSCMessage("/tuner/silence")

  /// Returns the message of a reading.
  ///
  /// - Parameter result: a reading.
  /// - Returns: `/tuner/pitch` with hertz, cents, confidence, note and string; `nil` without a
  ///   clear reading of a target.
  package static func message(of result: PitchResult) -> OSCMessage? {
    guard let estimate = result.estimate, let cents = result.deviation, let note = result.note,
      result.confidence >= TuningState.noiseGate
    else { return nil }
    return OSCMessage(
      "/tuner/pitch",
      [
        .float(Float(estimate.frequency.value)), .float(Float(cents.value)),
        .float(Float(result.confidence)), .text(note.description),
        .integer(Int32(result.target?.string?.position ?? 0)),
      ])
  }
}

/// The receiver of OSC messages: a host and a port.
package struct OSCDestination: Hashable, Sendable {
  /// The name or the address of the host.
  package let host: String
  /// The port, from 1.
  package let port: Int

  /// Reads `HOST:PORT`, with an address of IPv6 in brackets.
  ///
  /// - Throws: `OSCDestinationError.malformed`.
  package init(_ text: String) throws(OSCDestinationError) {
    guard let colon = text.lastIndex(of: ":"),
      let port = Int(text[text.index(after: colon)...]), (1...65535).contains(port)
    else { throw .malformed(text) }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, !host.contains("\0") else { throw .malformed(text) }
    self.host = String(host)
    self.port = port
  }
}

/// The reason why there is no receiver.
package enum OSCDestinationError: UsageError, Hashable {
  /// The text is not a host and a port.
  case malformed(String)
  /// The host has no address.
  case unknownHost(String)
  /// This machine cannot send to the host, or could not look it up.
  case unreachable(String, reason: String)

  package var description: String {
    switch self {
    case .malformed(let text):
      "--osc \(printable(text)): give a host and a port, such as localhost:9000."
    case .unknownHost(let host): "--osc: \(printable(host)) has no address. Check the name."
    case .unreachable(let host, let reason):
      "--osc: this machine cannot send to \(printable(host)): \(reason)."
    }
  }
}
