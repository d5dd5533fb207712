// SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix
import Synchronization

/// A server of the page and of a session's records.
///
/// ```
/// session ─► send ─► RecordBroadcast ─► RecordQueue of each page ─► PageConnection ─► WebSocket
/// request ─► RequestRules ─► RequestHandler ─► file, document, or refusal
/// ```
///
/// One thread serves all connections. ``send(_:)`` never waits for it.
package final class PageServer: Sendable {
  /// The contents and the address of a server.
  package struct Configuration: Sendable {
    /// The port; 0 for a free one.
    package var port: Int
    /// True to listen on all interfaces of the machine instead of its own loopback.
    package var servesInterfaces = false
    /// Further names of this machine in addresses, each with its port if that differs.
    package var names: [String] = []
    /// The files of the page by their names in addresses; `index.html` is the page itself.
    package var files: [String: ServedFile]
    /// The texts of JSON documents, made on request on a separate thread.
    package var documents: [String: @Sendable () throws -> String] = [:]
    /// The bounds.
    package var limits = ServingLimits()

    /// Makes the configuration of a server for this machine only.
    ///
    /// - Parameters:
    ///   - port: the port; 0 for a free one.
    ///   - files: the files of the page.
    package init(port: Int, files: [String: ServedFile]) {
      self.port = port
      self.files = files
    }
  }

  /// The name of the WebSocket, relative to the page.
  package static let recordsName = RequestRules.recordsName

  /// The port.
  package let port: Int
  /// The word in the address that admits a visitor.
  package let token: AccessToken
  private let names: [String]
  private let group: MultiThreadedEventLoopGroup
  private let listeners: [any Channel]
  private let contents: ServedContents
  private let connections: ConnectionTable
  private let isStopped = Atomic(false)

  /// Starts to serve.
  ///
  /// - Parameter configuration: the contents and the place.
  /// - Throws: `PageServerError` if the port can't be had.
  package init(_ configuration: Configuration) throws(PageServerError) {
    let limits = configuration.limits
    let token = AccessToken()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let connections = ConnectionTable(limits)
    let broadcast = RecordBroadcast(limits)
    let documents = DocumentBoard(configuration.documents, limits)
    let contents = { @Sendable (port: Int) -> ServedContents in
      let hosts = PageServer.ownNames.map { authority(of: $0, port: port) }
      let names = configuration.names.map { authority(named: $0, port: port) }
      return ServedContents(
        rules: RequestRules(
          token: token, hosts: Set(hosts + names), servesInterfaces: configuration.servesInterfaces,
          files: Set(configuration.files.keys), documents: documents.names),
        files: configuration.files, documents: documents, broadcast: broadcast)
    }
    do throws(PageServerError) {
      listeners = try Listening(
        group: group, limits: limits, connections: connections,
        servesInterfaces: configuration.servesInterfaces, contents: contents
      ).listen(on: configuration.port)
    } catch {
      documents.end()
      group.shutdownGracefully { _ in }
      throw error
    }
    guard let port = listeners.first?.localAddress?.port else {
      preconditionFailure("A listener has a port.")
    }
    self.port = port
    self.token = token
    names = configuration.names
    self.group = group
    self.connections = connections
    self.contents = contents(port)
  }

  /// The names of this machine for itself.
  private static let ownNames = ["localhost", "127.0.0.1", "::1"]

  /// The addresses of the page: that for this machine, those with further names, and those of the
  /// interfaces where they are served.
  package var addresses: [String] {
    let devices =
      contents.rules.servesInterfaces ? (try? System.enumerateDevices()) ?? [] : []
    let outside = devices.compactMap { $0.address?.ipAddress }
      // An address of a link needs the name of the link, which no browser accepts.
      .filter { !$0.hasPrefix("127.") && $0 != "::1" && !$0.hasPrefix("fe80:") }
    let places =
      [authority(of: "localhost", port: port)]
      + names.map { authority(named: $0, port: port) }
      + outside.map { authority(of: $0, port: port) }
    return places.map { "http://\($0)/\(token.text)/" }
  }

  /// Sends a record to every page, and never waits for one.
  ///
  /// - Parameter record: the record with its line end. The first one describes the session; a page
  ///   that connects later gets it before the others.
  package func send(_ record: String) { contents.broadcast.send(record) }

  /// Notifies every page that the session has ended, and stops the server.
  ///
  /// The call takes at most ``ServingLimits/closingTime`` and the document in progress. A second
  /// call does nothing.
  package func stop() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    contents.broadcast.end()
    for listener in listeners { listener.close(promise: nil) }
    let open = connections.end()
    for channel in open { channel.pipeline.fireUserInboundEventTriggered(ServerEnding()) }
    try? EventLoopFuture.andAllComplete(open.map(\.closeFuture), on: group.next()).wait()
    contents.documents.end()
    try? group.syncShutdownGracefully()
  }
}
