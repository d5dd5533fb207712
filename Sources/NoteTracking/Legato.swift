// SPDX-License-Identifier: MIT

/// The way in which a note began without a stroke: the string rings on with another length.
public enum Legato: String, Hashable, Sendable {
  /// A finger came down on the string: the pitch jumps up.
  case hammerOn = "hammer-on"
  /// A finger left the string: the pitch jumps down.
  case pullOff = "pull-off"

  /// The intervals that a hand reaches on one string, in cents.
  ///
  /// A wider interval is another string.
  static let reach = 60.0...820.0
}
