// SPDX-License-Identifier: MIT

import Glibc
import NIOCore
import Synchronization

/// The open connections of a server, bounded in number.
///
/// One peer gets a part of the connections only, so that it can't keep others away.
final class ConnectionTable: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    /// The numbers of open connections.
    var counts: [Peer: Int] = [:]
    var isOver = false
  }

  private let most: Int
  private let mostOfPeer: Int
  private let state = Mutex(State())

  init(_ limits: ServingLimits) {
    (most, mostOfPeer) = (limits.connections, limits.connectionsOfPeer)
  }

  /// Adds a connection until it closes.
  ///
  /// - Parameter channel: a new connection.
  /// - Returns: false if there are too many, in all or of its peer.
  func admit(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let peer = Peer(ipAddress: channel.remoteAddress?.ipAddress)
    let isAdmitted = state.withLock { state in
      guard !state.isOver, state.channels.count < most, state.counts[peer, default: 0] < mostOfPeer
      else { return false }
      state.channels[key] = channel
      state.counts[peer, default: 0] += 1
      return true
    }
    if isAdmitted {
      channel.closeFuture.whenComplete { [self] _ in
        state.withLock { state in
          state.channels[key] = nil
          let left = state.counts[peer, default: 0] - 1
          state.counts[peer] = left > 0 ? left : nil
        }
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

/// The other end of connections, as far as an address tells.
struct Peer: Hashable, Sendable {
  /// The address of IPv4, or the network of IPv6, whose addresses one machine chooses; empty for
  /// another kind of address.
  private let bytes: [UInt8]

  /// The bytes of an address of IPv6 that name the network.
  private static let networkBytes = 8

  /// Makes the peer of an address.
  ///
  /// - Parameter address: an IP address as text; `nil` for another kind of address.
  init(ipAddress address: String?) {
    let text = address ?? ""
    var all = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &all) == 1 {
      bytes = Array(all.prefix(4))
    } else if inet_pton(AF_INET6, text, &all) == 1 {
      // An address of IPv4 on a socket of both: RFC 4291, section 2.5.5.2.
      let isMapped = all.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
      bytes = isMapped ? Array(all.suffix(4)) : Array(all.prefix(Self.networkBytes))
    } else {
      bytes = []
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
