// SPDX-License-Identifier: MIT

import NIOCore
import NIOWebSocket

/// The event that ends all connections of a server.
struct ServerEnding: Sendable {}

/// The WebSocket of one page.
///
/// It sends records, answers pings, and ignores the messages that it receives.
///
/// A page whose queue is full is closed with the code 1013, and a page that breaks the protocol
/// with the code of ``FrameRules``. All calls run on the event loop.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private enum Phase {
    case open
    /// The session has ended; the waiting records are still sent.
    case ending
    /// The close frame was sent; nothing follows.
    case closing
    /// The page broke the protocol, and the close frame was sent. Nothing that it sends is read.
    case failed

    var isOver: Bool { self == .closing || self == .failed }
  }

  private let broadcast: RecordBroadcast
  private let limits: ServingLimits
  private let queue: RecordQueue
  private var number: Int?
  private var context: ChannelHandlerContext?
  private var phase = Phase.open
  private var rules: FrameRules
  /// The contents of the newest ping without an answer.
  private var ping: ByteBuffer?
  /// Ends the connection of a page that does not answer.
  private var deadline: (end: NIODeadline, task: Scheduled<Void>)?

  init(_ broadcast: RecordBroadcast, _ limits: ServingLimits) {
    self.broadcast = broadcast
    self.limits = limits
    queue = RecordQueue(limits)
    rules = FrameRules(limits)
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
    deadline?.task.cancel()
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
    if event is ServerEnding {
      closeConnection(context, within: limits.closingTime)
      if phase == .open {
        phase = .ending
        sendQueued()
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as NIOWebSocketError: close(Closing(error), .failed)
    // After an error, the decoder reports everything that the page sends as another one.
    case is ByteToMessageDecoderError where phase.isOver: break
    default: context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .failed else { return }
    let frame = Self.unwrapInboundIn(data)
    if let violation = rules.violation(by: frame) { return close(violation, .failed) }
    switch frame.opcode {
    case .connectionClose:
      close(.normal)
      context.close(promise: nil)
    case .ping:
      ping = frame.unmaskedData
      answerPing()
      context.flush()
    default: break
    }
  }

  // MARK: - Sending

  private func sendQueued() {
    guard let context, !phase.isOver else { return }
    answerPing()
    var isEmpty = false
    while !isEmpty, context.channel.isWritable {
      switch queue.next() {
      case .record(let record): write(.text, record)
      case .nothing: isEmpty = true
      case .overflow: return closeSlowPage()
      }
    }
    context.flush()
    if queue.hasOverflowed { return closeSlowPage() }
    if isEmpty, phase == .ending { close(.serverEnds) }
  }

  /// Answers the newest ping as soon as the page reads; RFC 6455, 5.5.3, permits to leave out
  /// others.
  private func answerPing() {
    guard let context, let ping, !phase.isOver, context.channel.isWritable else { return }
    self.ping = nil
    write(.pong, ping)
  }

  private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context?.write(Self.wrapOutboundOut(frame), promise: nil)
  }

  /// Closes a page that does not keep up.
  ///
  /// It gets the reason behind the records that wait in the buffers, so it has more time to read.
  private func closeSlowPage() { close(.tooMuch, within: limits.slowClosingTime) }

  /// Sends the page the reason, and ends the connection when the page has answered or the time is
  /// over.
  ///
  /// - Parameters:
  ///   - closing: the reason.
  ///   - phase: `failed` if the page broke the protocol.
  ///   - time: the time; `nil` for `closingTime`.
  private func close(
    _ closing: Closing, _ phase: Phase = .closing, within time: Duration? = nil
  ) {
    guard let context, !self.phase.isOver else { return }
    leave()
    self.phase = phase
    write(.connectionClose, closing.contents)
    context.flush()
    closeConnection(context, within: time ?? limits.closingTime)
  }

  /// Ends the connection after some time, unless it is closed before.
  ///
  /// An earlier end remains.
  private func closeConnection(_ context: ChannelHandlerContext, within time: Duration) {
    let end = NIODeadline.now() + TimeAmount(time)
    if let deadline, deadline.end <= end { return }
    deadline?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) {
      context.close(promise: nil)
    }
    deadline = (end, task)
  }

  private func leave() {
    if let number { broadcast.leave(number) }
    number = nil
  }
}
