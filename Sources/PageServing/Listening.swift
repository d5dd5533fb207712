// SPDX-License-Identifier: MIT

import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Opens the listening sockets, and sets up each connection.
struct Listening {
  /// The connections that the system keeps before they are accepted.
  private static let backlog: Int32 = 64
  /// The attempts to find a port that is free in both families of addresses.
  private static let attempts = 16

  let group: MultiThreadedEventLoopGroup
  let limits: ServingLimits
  let connections: ConnectionTable
  let servesInterfaces: Bool
  /// Returns the contents for a port.
  let contents: @Sendable (Int) -> ServedContents

  /// Listens for IPv4 and, if the machine has it, for IPv6.
  ///
  /// - Parameter port: the port; 0 for a free one.
  /// - Returns: the listeners, at least one.
  /// - Throws: `PageServerError` if the port can't be had.
  func listen(on port: Int) throws(PageServerError) -> [any Channel] {
    var lastError = PageServerError.portInUse(port)
    for _ in 0..<(port == 0 ? Self.attempts : 1) {
      let first = try bind(servesInterfaces ? "0.0.0.0" : "127.0.0.1", port: port)
      guard let first, let own = first.localAddress?.port else {
        throw .refused(port: port, reason: "there is no IPv4")
      }
      do throws(PageServerError) {
        // "localhost" may mean either family, so nobody else may listen on the other one.
        let second = try bind(servesInterfaces ? "::" : "::1", port: own)
        return [first] + (second.map { [$0] } ?? [])
      } catch {
        try? first.close().wait()
        lastError = error
      }
    }
    throw lastError
  }

  /// Listens on an address; `nil` if the machine has none of its family.
  private func bind(_ address: String, port: Int) throws(PageServerError) -> (any Channel)? {
    do {
      let place = try SocketAddress(ipAddress: address, port: port)
      var bootstrap = self.bootstrap
      if case .v6 = place {
        bootstrap = bootstrap.serverChannelOption(
          .socket(SocketOptionLevel(IPPROTO_IPV6), IPV6_V6ONLY), value: 1)
      }
      return try bootstrap.bind(to: place).wait()
    } catch let error as IOError {
      if error.errnoCode == EADDRNOTAVAIL || error.errnoCode == EAFNOSUPPORT { return nil }
      throw PageServerError(refusalOf: port, code: error.errnoCode)
    } catch {
      throw .refused(port: port, reason: "\(error)")
    }
  }

  private var bootstrap: ServerBootstrap {
    let (limits, connections, contents) = (limits, connections, contents)
    return ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(
        .socketOption(.so_sndbuf), value: SocketOptionValue(limits.systemBytes)
      )
      .childChannelOption(
        .writeBufferWaterMark,
        value: .init(low: limits.unsentBytes / 2, high: limits.unsentBytes)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard connections.admit(channel) else {
            return try channel.pipeline.syncOperations.addHandler(CrowdHandler())
          }
          let port = channel.localAddress?.port ?? 0
          try Self.addHandlers(to: channel, contents(port), limits)
        }
      }
  }

  private static func addHandlers(
    to channel: any Channel, _ contents: ServedContents, _ limits: ServingLimits
  ) throws {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = limits.headBytes
    bounds.maxHeaderListSize = limits.headBytes
    bounds.maxHeaderFieldCount = limits.headFields
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: bounds))
    let handler = RequestHandler(contents, limits)
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [webSocket(contents, limits)], httpEncoder: encoder, extraHTTPHandlers: [decoder]
    ) { context in
      context.pipeline.syncOperations.removeHandler(handler, promise: nil)
    }
    try channel.pipeline.syncOperations.addHandlers([encoder, decoder, upgrade, handler])
  }

  private static func webSocket(
    _ contents: ServedContents, _ limits: ServingLimits
  ) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: limits.messageBytes,
      // The connection sends the reasons itself, at most one.
      automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let isAccepted =
          head.method == .GET
          && contents.rules.answer(to: head, at: channel.interface) == .records
          && contents.broadcast.hasRoom
        return channel.eventLoop.makeSucceededFuture(isAccepted ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            PageConnection(contents.broadcast, limits))
        }
      })
  }
}
