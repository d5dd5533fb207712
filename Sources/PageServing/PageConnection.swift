// SPDX-License-Identifier: MIT

import NIOCore
import NIOWebSocket

/// The event that ends all connections of a server.
struct ServerEnding: Sendable {}

/// The WebSocket of one page.
///
/// It sends records and ignores everything that it receives.
///
/// A page whose queue is full is closed with the code 1013. All calls run on the event loop.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The reasons to close a page, with the codes of RFC 6455 and of its registry.
  enum Closing: Int {
    case normal = 1000
    case serverEnds = 1001
    case protocolError = 1002
    case tooMuch = 1013

    var reason: String {
      switch self {
      case .normal: ""
      case .serverEnds: "The session has ended."
      case .protocolError: "A frame is not masked."
      case .tooMuch: "The page does not read, or there are too many."
      }
    }
  }

  private enum Phase {
    case open
    /// The session has ended; the waiting records are still sent.
    case ending
    /// The close frame was sent; nothing follows.
    case closing
  }

  private let broadcast: RecordBroadcast
  private let limits: ServingLimits
  private let queue: RecordQueue
  private var number: Int?
  private var context: ChannelHandlerContext?
  private var phase = Phase.open
  /// Ends the connection of a page that does not answer.
  private var deadline: Scheduled<Void>?

  init(_ broadcast: RecordBroadcast, _ limits: ServingLimits) {
    self.broadcast = broadcast
    self.limits = limits
    queue = RecordQueue(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let loop = context.eventLoop
    let page = NIOLoopBound(self, eventLoop: loop)
    switch broadcast.join(queue, wake: { loop.execute { page.value.sendQueued() } }) {
    case .joined(let number): self.number = number
    case .full: close(.tooMuch)
    case .over: close(.serverEnds)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
    deadline?.cancel()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    sendQueued()
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ServerEnding, phase == .open {
      phase = .ending
      closeConnection(context)
      sendQueued()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The handler of protocol errors has sent the reason and closes.
    if !(error is NIOWebSocketError) { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    guard frame.maskKey != nil else { return close(.protocolError) }
    switch frame.opcode {
    case .connectionClose:
      close(.normal)
      context.close(promise: nil)
    case .ping where phase != .closing && context.channel.isWritable:
      write(.pong, frame.unmaskedData)
      context.flush()
    default: break
    }
  }

  // MARK: - Sending

  private func sendQueued() {
    guard let context, phase != .closing else { return }
    var isEmpty = false
    while !isEmpty, context.channel.isWritable {
      switch queue.next() {
      case .record(let record): write(.text, record)
      case .nothing: isEmpty = true
      case .overflow: return close(.tooMuch)
      }
    }
    context.flush()
    if queue.hasOverflowed { return close(.tooMuch) }
    if isEmpty, phase == .ending { close(.serverEnds) }
  }

  private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context?.write(Self.wrapOutboundOut(frame), promise: nil)
  }

  /// Sends the page the reason, and ends the connection when the page has answered or the time is
  /// over.
  private func close(_ closing: Closing) {
    guard let context, phase != .closing else { return }
    leave()
    phase = .closing
    var data = context.channel.allocator.buffer(capacity: 128)
    data.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: closing.rawValue))
    data.writeString(closing.reason)
    write(.connectionClose, data)
    context.flush()
    closeConnection(context)
  }

  /// Ends the connection after some time, unless it is closed before.
  private func closeConnection(_ context: ChannelHandlerContext) {
    guard deadline == nil else { return }
    let time = TimeAmount(limits.closingTime)
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }

  private func leave() {
    if let number { broadcast.leave(number) }
    number = nil
  }
}
