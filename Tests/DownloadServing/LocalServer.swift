// SPDX-License-Identifier: MIT

public import Foundation
import Synchronization

/// A server on 127.0.0.1 with faults on request, which logs the requests.
public final class LocalServer: Sendable {
  /// The response for a path.
  public struct Route: Sendable {
    /// The contents.
    public var data: Data
    /// The status; for others than 200 the contents are a message.
    public var status = 200
    /// The target of a redirection.
    public var location: String?
    /// The entity tag, with its quotes.
    public var entityTag: String?
    /// True where the server supports requests for a range.
    public var acceptsRanges = true
    /// The length that is announced; `nil` for the true one.
    public var announcedCount: Int?
    /// True where the response has a length.
    public var announcesLength = true
    /// The number of bytes of a body after which the connection ends, for each response.
    public var cuts: [Int] = []
    /// The number of bytes of a body after which the server stalls with an open connection; -1 for
    /// before the head.
    public var hangsAfter: Int?

    /// Answers with `data`.
    public init(_ data: Data = Data()) { self.data = data }
  }

  /// A request, and the number of bytes sent.
  public struct Request: Sendable {
    /// The path with its query.
    public var path: String
    /// The headers, names in lower case.
    public var headers: [String: String]
    /// The bytes of the body that went out.
    public var sentCount = 0
    /// The start of the requested range; `nil` for the whole file.
    public var rangeStart: Int? {
      guard let range = headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-") else {
        return nil
      }
      return Int(range.dropFirst(6).dropLast())
    }
  }

  private struct State {
    var routes: [String: Route]
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  private let listener: Int32
  /// `http://127.0.0.1:PORT`.
  public let address: String

  /// Serves routes by their paths, until the value is destroyed.
  public init(_ routes: [String: Route] = [:]) throws {
    state = Mutex(State(routes: routes))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let port = withUnsafeMutablePointer(to: &place) { pointer -> UInt16? in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard bind(listener, generic, length) == 0, listen(listener, 16) == 0,
          getsockname(listener, generic, &length) == 0
        else { return nil }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
    guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
    address = "http://127.0.0.1:\(port)"
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let server = self else {
          close(connection)
          return
        }
        Thread.detachNewThread { server.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The requests so far, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Answers a path in another way from now on.
  public func set(_ route: Route, at path: String) {
    state.withLock { $0.routes[path] = route }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = read(from: connection) else { return }
    let path = request.path.split(separator: "?").first.map(String.init) ?? ""
    let (index, route, cut) = state.withLock { state in
      state.requests.append(request)
      let cut = state.routes[path]?.cuts.first
      if cut != nil { state.routes[path]?.cuts.removeFirst() }
      return (state.requests.count - 1, state.routes[path], cut)
    }
    answer(request, by: route ?? Self.missing, cut: cut, on: connection) { count in
      state.withLock { $0.requests[index].sentCount += count }
    }
  }

  private static var missing: Route {
    var route = Route(Data("nothing here".utf8))
    route.status = 404
    return route
  }

  private func read(from connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { return nil }
      bytes += block[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    return Request(path: String(words[1]), headers: headers)
  }

  private func answer(
    _ request: Request, by route: Route, cut: Int?, on connection: Int32, sent: (Int) -> Void
  ) {
    if route.hangsAfter == -1 { return awaitEnd(of: connection) }
    let total = route.announcedCount ?? route.data.count
    var status = route.status
    var start = 0
    var head = ""
    let isSame = request.headers["if-range"].map { $0 == route.entityTag } ?? true
    if let wanted = request.rangeStart, route.acceptsRanges, isSame, status == 200 {
      if wanted >= total {
        status = 416
        head += "Content-Range: bytes */\(total)\r\n"
      } else {
        status = 206
        start = wanted
        head += "Content-Range: bytes \(start)-\(total - 1)/\(total)\r\n"
      }
    }
    let body = status == 416 ? Data() : route.data.dropFirst(start)
    if let location = route.location { head += "Location: \(location)\r\n" }
    if let tag = route.entityTag { head += "ETag: \(tag)\r\n" }
    if route.announcesLength {
      let count = status == 416 ? 0 : total - start
      head += "Content-Length: \(count)\r\n"
    }
    send(Data("HTTP/1.1 \(status) Said\r\nConnection: close\r\n\(head)\r\n".utf8), on: connection)
    let limit = route.hangsAfter.map { max(0, $0 - start) } ?? cut ?? body.count
    var rest = body.prefix(limit)
    while !rest.isEmpty {
      let piece = rest.prefix(8192)
      guard send(piece, on: connection) else { return }
      sent(piece.count)
      rest = rest.dropFirst(piece.count)
    }
    if route.hangsAfter != nil { awaitEnd(of: connection) }
    shutdown(connection, Int32(SHUT_WR))
    awaitEnd(of: connection)
  }

  @discardableResult
  private func send(_ data: Data, on connection: Int32) -> Bool {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until the other side closes.
  private func awaitEnd(of connection: Int32) {
    var block = [UInt8](repeating: 0, count: 4096)
    while recv(connection, &block, block.count, 0) > 0 {}
  }
}
