// SPDX-License-Identifier: MIT

import NIOCore
import NIOWebSocket

/// The rules of RFC 6455, section 5, for the frames that a page sends.
///
/// The decoder of frames checks the other rules, those for lengths and for fragments of control
/// frames.
struct FrameRules {
  /// A message whose last frame has not come.
  private struct Message {
    let isText: Bool
    var contents = ByteBuffer()
  }

  /// The most bytes of a message.
  private let most: Int
  private var message: Message?

  init(_ limits: ServingLimits) { most = limits.messageBytes }

  /// Checks the next frame.
  ///
  /// - Parameter frame: the frame.
  /// - Returns: the reason to close the WebSocket; `nil` for a valid frame.
  mutating func violation(by frame: WebSocketFrame) -> Closing? {
    guard frame.maskKey != nil else { return .protocolError("A frame is not masked.") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return .protocolError("A frame has a reserved bit.")
    }
    switch frame.opcode {
    case .text, .binary:
      guard message == nil else {
        return .protocolError("A message begins inside another one.")
      }
      message = Message(isText: frame.opcode == .text)
      return addition(of: frame)
    case .continuation:
      guard message != nil else { return .protocolError("A frame continues no message.") }
      return addition(of: frame)
    case .connectionClose: return Self.violation(byClose: frame.unmaskedData)
    case .ping, .pong: return nil
    default: return .protocolError("A frame has a reserved opcode.")
    }
  }

  /// Adds the contents of a frame to the message.
  private mutating func addition(of frame: WebSocketFrame) -> Closing? {
    guard var message else { preconditionFailure("The frame belongs to a message.") }
    var data = frame.unmaskedData
    guard message.contents.readableBytes + data.readableBytes <= most else { return .tooLarge }
    message.contents.writeBuffer(&data)
    self.message = frame.fin ? nil : message
    // A character can be divided between frames, so only the whole message is checked.
    let isInvalid = frame.fin && message.isText && !message.contents.isUTF8
    return isInvalid ? .invalidText : nil
  }

  private static func violation(byClose contents: ByteBuffer) -> Closing? {
    guard contents.readableBytes > 0 else { return nil }
    var reason = contents
    guard let code = reason.readInteger(as: UInt16.self) else {
      return .protocolError("A close frame has half a code.")
    }
    switch code {
    // The codes of RFC 6455, section 7.4, and of its registry at IANA. 1004 is reserved; 1005,
    // 1006 and 1015 stand for closures without a close frame.
    case 1000...1003, 1007...1014, 3000...4999: return reason.isUTF8 ? nil : .invalidText
    default: return .protocolError("A close frame has an invalid code.")
    }
  }
}

extension ByteBuffer {
  /// True if the readable bytes are UTF-8.
  fileprivate var isUTF8: Bool { String(validating: readableBytesView, as: UTF8.self) != nil }
}
