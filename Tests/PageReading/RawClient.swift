// SPDX-License-Identifier: MIT

public import Foundation

/// A client at the level of the socket, which can say what no browser says, and read nothing.
public final class RawClient {
  /// A response of HTTP/1.1.
  public struct Response {
    /// The status.
    public var status: Int
    /// The header fields, names in lower case.
    public var fields: [String: String]
    /// The contents.
    public var body: Data
    /// The contents as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// A frame of a WebSocket.
  public struct Frame: Equatable {
    /// The kind: 1 text, 8 close, 9 ping, 10 pong.
    public var opcode: UInt8
    /// The contents.
    public var payload: [UInt8]
    /// The contents as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }
    /// The code of a close frame; `nil` for another frame.
    public var closeCode: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  /// The reason why there is nothing more to read.
  public enum ReadError: Error { case ended }

  /// The longest wait for bytes, in seconds: a test fails instead of hanging.
  private static let patience = 60

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to a port of this machine.
  ///
  /// - Parameters:
  ///   - port: the port.
  ///   - address: an IPv4 address of the loopback.
  ///   - source: the client's own IPv4 address; `nil` for the system's choice.
  ///   - receiveBytes: the bytes that the system keeps for a client that does not read; `nil` for
  ///     the system's choice.
  /// - Throws: when there is no connection.
  public init(
    port: Int, at address: String = "127.0.0.1", from source: String? = nil,
    receiveBytes: Int32? = nil
  ) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    if var receiveBytes {
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, size)
    }
    var time = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, address, &place.sin_addr)
    place.sin_port = UInt16(port).bigEndian
    let descriptor = descriptor
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      inet_pton(AF_INET, source, &own.sin_addr)
      let status = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    }
    let status = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  // MARK: - HTTP

  /// Sends bytes; a server that has closed the connection gets none of them.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends lines, each with a line end of HTTP, and the empty line that ends a head.
  public func sendHead(_ lines: [String]) {
    send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8))
  }

  /// Reads a response.
  ///
  /// - Parameter hasBody: false for a response to HEAD.
  /// - Returns: the response.
  /// - Throws: `ReadError` when the connection ends before.
  public func response(hasBody: Bool = true) throws -> Response {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try read(1) }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    let count = hasBody ? fields["content-length"].flatMap { Int($0) } ?? 0 : 0
    return Response(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0, fields: fields,
      body: Data(try read(count)))
  }

  /// True when the server has closed the connection; waits for that or for more bytes.
  public func isEnded() -> Bool { (try? read(1)) == nil }

  // MARK: - WebSocket

  /// Asks for a WebSocket.
  ///
  /// - Parameters:
  ///   - target: the path.
  ///   - host: the contents of Host.
  ///   - fields: further header fields, such as Origin.
  ///   - keys: the contents of each Sec-WebSocket-Key.
  /// - Returns: the response, with the status 101 for a WebSocket.
  /// - Throws: `ReadError` when the connection ends before.
  public func openWebSocket(
    _ target: String, host: String, fields: [String], keys: [String] = [RawClient.key]
  ) throws -> Response {
    sendHead(
      [
        "GET \(target) HTTP/1.1", "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
      ] + keys.map { "Sec-WebSocket-Key: \($0)" } + fields)
    return try response()
  }

  /// The key of this client: the example of RFC 6455, section 1.3.
  public static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  /// The answer to the key of this client.
  public static let accepted = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  /// Sends a frame.
  ///
  /// - Parameters:
  ///   - opcode: its kind.
  ///   - payload: its contents.
  ///   - isFinal: false if another frame continues the message.
  ///   - reserved: the three reserved bits, as a number below 8.
  ///   - mask: the four bytes of the mask, which the protocol demands of a client; `nil` for none.
  ///     A mask of zeros leaves the contents as they are.
  public func sendFrame(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0,
    mask: [UInt8]? = [0, 0, 0, 0]
  ) {
    let flag: UInt8 = mask == nil ? 0 : 0x80
    var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    if payload.count < 126 {
      bytes.append(flag | UInt8(payload.count))
    } else {
      bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    let masked = payload.enumerated().map { $1 ^ (mask?[$0 % 4] ?? 0) }
    send(bytes + (mask ?? []) + masked)
  }

  /// Reads a frame.
  ///
  /// - Throws: `ReadError` when the connection ends before.
  public func frame() throws -> Frame {
    let head = try read(2)
    var count = Int(head[1] & 0x7F)
    if count == 126 { count = try read(2).reduce(0) { $0 << 8 | Int($1) } }
    if count == 127 { count = try read(8).reduce(0) { $0 << 8 | Int($1) } }
    return Frame(opcode: head[0] & 0x0F, payload: try read(count))
  }

  /// Reads frames until one closes the WebSocket, or the connection ends.
  ///
  /// - Returns: the texts, and the code of the close frame; `nil` without one.
  public func remainingRecords() -> (texts: [String], closeCode: Int?) {
    var texts: [String] = []
    while let frame = try? frame() {
      if frame.opcode == 8 { return (texts, frame.closeCode) }
      if frame.opcode == 1 { texts.append(frame.text) }
    }
    return (texts, nil)
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 65_536)
    while buffer.count < count {
      let received = recv(descriptor, &block, block.count, 0)
      guard received > 0 else { throw ReadError.ended }
      buffer += block[..<received]
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }
}
