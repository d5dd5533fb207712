// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after another.
///
/// A connection ends when a request does not come, or a response is not read, in time.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case awaitingHead
    case awaitingEnd(HTTPRequestHead, RequestRules.Answer)
    case answering
    case closing
  }

  private let contents: ServedContents
  private let limits: ServingLimits
  private var state = State.awaitingHead
  private var deadline: Scheduled<Void>?

  init(_ contents: ServedContents, _ limits: ServingLimits) {
    self.contents = contents
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    closeConnection(context, in: limits.requestTime)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ServerEnding { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (Self.unwrapInboundIn(data), state) {
    case (.head(let head), .awaitingHead):
      closeConnection(context, in: limits.responseTime)
      let answer = contents.rules.answer(to: head, at: context.channel.interface)
      guard case .refusal(let refusal) = answer else {
        state = .awaitingEnd(head, answer)
        return
      }
      refuse(refusal.status, refusal.reason, head, context)
    case (.end, .awaitingEnd(let head, let answer)):
      state = .answering
      send(answer, to: head, context)
    case (.head, .answering):
      // No browser sends a request before it has the response to the last one.
      state = .closing
      context.close(promise: nil)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Any other error is that of a handshake, whose request arrives like any other.
    guard let error = error as? HTTPParserError else {
      if error is IOError { context.close(promise: nil) }
      return
    }
    guard case .awaitingHead = state else {
      context.close(promise: nil)
      return
    }
    if error == .headerOverflow {
      refuse(.requestHeaderFieldsTooLarge, "The head of the request is too long.", nil, context)
    } else {
      refuse(.badRequest, "This is no request of HTTP/1.1.", nil, context)
    }
  }

  // MARK: - Responses

  private func send(
    _ answer: RequestRules.Answer, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    switch answer {
    case .file(let name):
      guard let file = contents.files[name] else {
        preconditionFailure("The rules name only files that there are.")
      }
      respond(.ok, file.type, file.contents, to: head, context)
    case .document(let name):
      let text = contents.documents.text(of: name, on: context.eventLoop)
      text.assumeIsolated().whenComplete { [self] result in
        switch result {
        case .success(let text):
          respond(.ok, "application/json", ByteBuffer(string: text), to: head, context)
        case .failure(let error):
          refuse(.serviceUnavailable, "\(error)", head, context)
        }
      }
    case .redirection(let place):
      respond(
        .permanentRedirect, "text/plain", ByteBuffer(), to: head, context,
        more: [("Location", place)])
    case .records where !contents.broadcast.hasRoom:
      refuse(.serviceUnavailable, "Too many pages follow the session.", head, context)
    case .records:
      refuse(.upgradeRequired, "The records come over a WebSocket.", head, context)
    case .refusal: preconditionFailure("A refusal does not wait for the end of the request.")
    }
  }

  private func refuse(
    _ status: HTTPResponseStatus, _ reason: String, _ head: HTTPRequestHead?,
    _ context: ChannelHandlerContext
  ) {
    let more: [(String, String)] =
      switch status {
      case .methodNotAllowed: [("Allow", "GET, HEAD")]
      case .upgradeRequired: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
      default: []
      }
    respond(
      status, "text/plain; charset=utf-8", ByteBuffer(string: reason + "\n"), to: head, context,
      more: more, keepsConnection: false)
  }

  private func respond(
    _ status: HTTPResponseStatus, _ type: String, _ contents: ByteBuffer,
    to head: HTTPRequestHead?, _ context: ChannelHandlerContext, more: [(String, String)] = [],
    keepsConnection: Bool = true
  ) {
    guard context.channel.isActive else { return }
    let isKept = keepsConnection && head?.isKeepAlive == true
    state = isKept ? .answering : .closing
    var fields = ResponseFields.fields(
      type: type, count: contents.readableBytes, keepsConnection: isKept)
    fields.add(contentsOf: more)
    let response = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    context.write(Self.wrapOutboundOut(.head(response)), promise: nil)
    if head?.method != .HEAD {
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(contents))), promise: nil)
    }
    let end = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: end)
    end.futureResult.assumeIsolated().whenComplete { [self] _ in
      guard isKept else { return context.close(promise: nil) }
      if case .answering = state { state = .awaitingHead }
      closeConnection(context, in: limits.requestTime)
    }
  }

  /// Ends the connection after some time, unless another call moves the end.
  private func closeConnection(_ context: ChannelHandlerContext, in time: Duration) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
      context.close(promise: nil)
    }
  }
}
