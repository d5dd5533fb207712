// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// The open connections of a server, bounded in number.
final class ConnectionTable: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isOver = false
  }

  private let most: Int
  private let state = Mutex(State())

  init(_ limits: ServingLimits) { most = limits.connections }

  /// Adds a connection until it closes.
  ///
  /// - Parameter channel: a new connection.
  /// - Returns: false if there are too many.
  func admit(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let isAdmitted = state.withLock { state in
      guard !state.isOver, state.channels.count < most else { return false }
      state.channels[key] = channel
      return true
    }
    if isAdmitted {
      channel.closeFuture.whenComplete { [self] _ in
        state.withLock { _ = $0.channels.removeValue(forKey: key) }
      }
    }
    return isAdmitted
  }

  /// Admits no more connections, and returns the open ones.
  func end() -> [any Channel] {
    state.withLock { state in
      state.isOver = true
      return Array(state.channels.values)
    }
  }
}

/// Refuses a connection beyond the limit, without reading from it.
final class CrowdHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let response =
    "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

  func channelActive(context: ChannelHandlerContext) {
    let response = context.channel.allocator.buffer(string: Self.response)
    context.writeAndFlush(Self.wrapOutboundOut(response), promise: nil)
    context.close(promise: nil)
  }
}
