// SPDX-License-Identifier: MIT

import NIOHTTP1

/// The rules by which requests are answered.
///
/// A page of another site can make a browser send requests here. It can't choose their Host and
/// Origin, and it does not know the token.
struct RequestRules: Sendable {
  /// The answer to a request.
  enum Answer: Equatable {
    /// A file of the page.
    case file(String)
    /// A document that is made on request.
    case document(String)
    /// The records of the session, over a WebSocket.
    case records
    /// The address of the page, with the slash that relative addresses need.
    case redirection(String)
    case refusal(Refusal)
  }

  /// A refusal with its reason for a person.
  struct Refusal: Equatable {
    let status: HTTPResponseStatus
    let reason: String
  }

  /// The name of the WebSocket below the token.
  static let recordsName = "records"

  let token: AccessToken
  /// The hosts that the server answers for, with their ports, in lower case.
  let hosts: Set<String>
  /// True if the addresses of this machine's interfaces are hosts too.
  let servesInterfaces: Bool
  let files: Set<String>
  let documents: Set<String>

  /// Answers a request by its head.
  ///
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - interface: the address and port at which the connection arrived, as a browser writes them.
  /// - Returns: the answer; a refusal for everything that is not served.
  func answer(to head: HTTPRequestHead, at interface: String?) -> Answer {
    let target = Target(head.uri)
    let named = head.headers["host"].map { $0.lowercased() }
    // An authority in the target replaces that in Host: RFC 9112, section 3.2.2.
    guard named.count == 1, let host = target.authority ?? named.first,
      hosts.contains(host) || servesInterfaces && host == interface
    else { return Self.refusal(.misdirectedRequest, "This server has another name.") }
    guard head.method == .GET || head.method == .HEAD else {
      return Self.refusal(.methodNotAllowed, "This server answers GET and HEAD only.")
    }
    guard !head.announcesBody else {
      return Self.refusal(.payloadTooLarge, "This server takes no contents.")
    }
    // A browser always sends the origin of a WebSocket. A program may send none; it has the token.
    let origins = head.headers["origin"]
    guard origins.count <= 1, origins.allSatisfy({ $0 == "http://\(host)" }) else {
      return Self.refusal(.forbidden, "Another site asks.")
    }
    guard let (word, name) = Self.parts(of: target.path), token.matches(word.utf8) else {
      return Self.refusal(.forbidden, "The address has no valid token: use the printed one.")
    }
    guard let name else { return .redirection("/\(token.text)/") }
    let file = name.isEmpty ? "index.html" : String(name)
    if file == Self.recordsName {
      guard !head.asksForWebSocket || head.canUpgrade else {
        return Self.refusal(
          .badRequest, "A WebSocket needs HTTP/1.1 and the header Connection: Upgrade.")
      }
      guard !head.asksForWebSocket || head.hasWebSocketKey else {
        return Self.refusal(.badRequest, "Sec-WebSocket-Key is not 16 bytes in base64.")
      }
      return .records
    }
    if documents.contains(file) { return .document(file) }
    return files.contains(file) ? .file(file) : Self.refusal(.notFound, "There is no such file.")
  }

  /// Returns the first word of a path, and what follows its slash, without the query; no name
  /// without a slash.
  private static func parts(of path: Substring) -> (word: Substring, name: Substring?)? {
    guard path.hasPrefix("/") else { return nil }
    let path = path.dropFirst().prefix { $0 != "?" }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func refusal(_ status: HTTPResponseStatus, _ reason: String) -> Answer {
    .refusal(Refusal(status: status, reason: reason))
  }
}

/// The target of a request: a path, or a whole address with an authority.
private struct Target {
  /// The host and port of a whole address, in lower case; `nil` for a path.
  let authority: String?
  let path: Substring

  init(_ text: String) {
    let scheme = "http://"
    guard text.prefix(scheme.count).lowercased() == scheme else {
      authority = nil
      path = text[...]
      return
    }
    let rest = text.dropFirst(scheme.count)
    let name = rest.prefix { !"/?#".contains($0) }
    authority = name.lowercased()
    path = rest[name.endIndex...]
  }
}

extension HTTPRequestHead {
  /// True if contents follow the head.
  fileprivate var announcesBody: Bool {
    headers.contains(name: "transfer-encoding")
      || headers["content-length"].contains { $0 != "0" }
  }

  /// True for the handshake of a WebSocket.
  fileprivate var asksForWebSocket: Bool {
    headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
  }

  /// True if the head may ask for another protocol, by RFC 9110, section 7.8, and RFC 6455, section
  /// 4.2.1.
  fileprivate var canUpgrade: Bool {
    version == .http1_1
      && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
  }

  /// True if the head has one key of 16 bytes in base64, as RFC 6455, section 4.2.1, demands.
  fileprivate var hasWebSocketKey: Bool {
    let keys = headers["sec-websocket-key"]
    // The example in section 4.1 sets unused bits of the last digit, so any digit is valid there.
    return keys.count == 1 && keys[0].wholeMatch(of: /[A-Za-z0-9+\/]{22}==/) != nil
  }
}
