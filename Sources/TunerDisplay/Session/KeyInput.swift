// SPDX-License-Identifier: MIT

package import Terminal

/// The keys of a terminal whose bytes arrive at known times.
///
/// A single escape byte is the escape key if no byte follows it in time, whatever else happens in
/// the meantime.
package struct KeyInput: Sendable {
  /// The time after which a pending sequence has ended.
  private static let timeout = Duration.milliseconds(25)

  private var parser = KeyParser()
  /// The time at which a pending sequence ends; `nil` without one.
  private var deadline: Duration?

  /// Makes the input at the beginning of a stream.
  package init() {}

  /// Parses bytes.
  ///
  /// - Parameters:
  ///   - bytes: the next bytes.
  ///   - now: the time of their arrival.
  /// - Returns: the complete keys in order.
  package mutating func keys(from bytes: some Sequence<UInt8>, at now: Duration) -> [Key] {
    let keys = parser.keys(from: bytes)
    deadline = parser.isWaiting ? now + Self.timeout : nil
    return keys
  }

  /// Ends a pending sequence whose time is over.
  ///
  /// - Returns: the key of the sequence; `nil` for none.
  package mutating func flush(at now: Duration) -> Key? {
    guard let deadline, deadline <= now else { return nil }
    // A paste has no time limit.
    self.deadline = nil
    return parser.flush()
  }

  /// Returns the time until `flush` may return a key; `nil` without a pending sequence.
  func rest(at now: Duration) -> Duration? { deadline.map { max(.zero, $0 - now) } }
}
