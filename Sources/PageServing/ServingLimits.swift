// SPDX-License-Identifier: MIT

/// The bounds of what pages and other visitors can ask of a server.
package struct ServingLimits: Sendable {
  /// The bytes of a request's target and header fields.
  package var headBytes = 8192
  /// The header fields of a request.
  package var headFields = 64
  /// The open connections; further ones are refused.
  package var connections = 128
  /// The open connections of one peer; further ones are refused, so that others find room.
  package var connectionsOfPeer = 32
  /// The pages that follow the session; further ones are refused.
  package var pages = 16
  /// The bytes of a message that a page sends, in one frame or several.
  package var messageBytes = 1024
  /// The records that wait for a page.
  package var queuedRecords = 512
  /// The bytes of the records that wait for a page.
  package var queuedBytes = 262_144
  /// The bytes that a connection hands to the system before it waits for the page to read.
  package var unsentBytes = 65_536
  /// The bytes that the system may keep for a page, which it doubles.
  package var systemBytes = 65_536
  /// The time from the start of a connection, or from a response, to the end of a request's head.
  package var requestTime = Duration.seconds(15)
  /// The time from a request to the end of its response.
  package var responseTime = Duration.seconds(30)
  /// The time in which a page confirms that it closes.
  package var closingTime = Duration.milliseconds(500)
  /// The time in which a page that did not keep up reads what was sent before, with the reason at
  /// its end, and confirms that it closes.
  ///
  /// The end of the session shortens it to ``closingTime``.
  package var slowClosingTime = Duration.seconds(30)
  /// The time for which a document is kept before it is made again.
  package var documentTime = Duration.seconds(5)

  /// Makes the limits of `tuner serve`.
  package init() {}
}
