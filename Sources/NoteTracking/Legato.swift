// SPDX-License-Identifier: MIT

/// How a note began that was not struck: the string sounded on at another length.
public enum Legato: String, Hashable, Sendable {
  /// A finger came down on the string: the pitch jumps up.
  case hammerOn = "hammer-on"
  /// A finger left the string: the pitch jumps down.
  case pullOff = "pull-off"

  /// The intervals that a hand reaches on one string, in cents: further is another string.
  static let reach = 60.0...820.0
}
