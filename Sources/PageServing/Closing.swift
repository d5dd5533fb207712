// SPDX-License-Identifier: MIT

import NIOCore
import NIOWebSocket

/// A reason to close the WebSocket of a page, with the code of RFC 6455 or of its registry.
struct Closing: Equatable {
  static let normal = Closing(code: 1000, reason: "")
  static let serverEnds = Closing(code: 1001, reason: "The session has ended.")
  static let invalidText = Closing(code: 1007, reason: "A text is not UTF-8.")
  static let tooLarge = Closing(code: 1009, reason: "A message is too long.")
  static let tooMuch = Closing(
    code: 1013, reason: "The page does not read, or there are too many.")

  /// Returns the reason to close for a frame that breaks the protocol.
  ///
  /// - Parameter reason: a sentence about the frame, of at most 123 bytes.
  /// - Returns: the reason with the code 1002.
  static func protocolError(_ reason: String) -> Closing { Closing(code: 1002, reason: reason) }

  let code: UInt16
  let reason: String

  /// Returns the reason to close for an error of the decoder of frames.
  init(_ error: NIOWebSocketError) {
    switch error {
    case .invalidFrameLength: self = .tooLarge
    case .fragmentedControlFrame: self = .protocolError("A control frame is a fragment.")
    case .multiByteControlFrameLength: self = .protocolError("A control frame is too long.")
    }
  }

  private init(code: UInt16, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The contents of a close frame.
  var contents: ByteBuffer {
    var contents = ByteBuffer()
    contents.writeInteger(code)
    contents.writeString(reason)
    return contents
  }
}
