// SPDX-License-Identifier: MIT

import PageReading
import PageServing
import Testing

@Suite("A request to the server of the page")
struct RequestTests {
  /// A request whose lines depend on the server, and the status of its response.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let status: Int
    let lines: @Sendable (ServedPage) -> [String]

    var testDescription: String { name }

    init(_ name: String, _ status: Int, _ lines: @escaping @Sendable (ServedPage) -> [String]) {
      self.name = name
      self.status = status
      self.lines = lines
    }
  }

  private static func get(_ target: String, _ host: String, _ more: String...) -> [String] {
    ["GET \(target) HTTP/1.1", "Host: \(host)"] + more
  }

  private static let hosts: [Row] = [
    Row("another site's name", 421) { get($0.root, "evil.example:\($0.server.port)") },
    Row("a name without the port", 421) { get($0.root, "localhost") },
    Row("another port", 421) { get($0.root, "localhost:1") },
    Row("an address that is not served", 421) { get($0.root, "192.0.2.1:\($0.server.port)") },
    Row("no name", 421) { ["GET \($0.root) HTTP/1.1"] },
    Row("two names", 421) { get($0.root, $0.host, "Host: \($0.host)") },
    Row("another name, for the records", 421) {
      get($0.root + "records", "evil.example", "Origin: http://evil.example")
    },
    Row("IPv4", 200) { get($0.root, "127.0.0.1:\($0.server.port)") },
    Row("IPv6", 200) { get($0.root, "[::1]:\($0.server.port)") },
    Row("capitals", 200) { get($0.root, "LOCALHOST:\($0.server.port)") },
    Row("a name of the configuration", 200) { get($0.root, "studio.local:\($0.server.port)") },
    // A browser leaves out the standard port.
    Row("one with the standard port", 200) { get($0.root, "proxy.local") },
    Row("one with another port", 200) { get($0.root, "proxy.local:8080") },
    Row("one without its port", 421) { get($0.root, "studio.local") },
  ]

  // RFC 9112, section 3.2.2: a server accepts a whole address, whose authority replaces Host.
  private static let addresses: [Row] = [
    Row("the server's", 200) { get("http://\($0.host)\($0.root)", $0.host) },
    Row("the server's, by IPv4", 200) {
      get("http://127.0.0.1:\($0.server.port)\($0.root)", $0.host)
    },
    Row("in capitals", 200) { get("HTTP://LOCALHOST:\($0.server.port)\($0.root)", $0.host) },
    Row("with another name in Host", 200) {
      get("http://\($0.host)\($0.root)", "evil.example")
    },
    Row("with a query", 200) { get("http://\($0.host)\($0.root)?a=1", $0.host) },
    Row("of another site", 421) {
      get("http://evil.example:\($0.server.port)\($0.root)", $0.host)
    },
    Row("of another port", 421) { get("http://localhost:1\($0.root)", $0.host) },
    Row("with a user", 421) { get("http://evil@\($0.host)\($0.root)", $0.host) },
    Row("of another scheme", 403) { get("ftp://\($0.host)\($0.root)", $0.host) },
    Row("without Host", 421) { ["GET http://\($0.host)\($0.root) HTTP/1.1"] },
    Row("without a path", 403) { get("http://\($0.host)", $0.host) },
    Row("without a token", 403) { get("http://\($0.host)/", $0.host) },
    Row("from another site", 403) {
      get("http://\($0.host)\($0.root)", "evil.example", "Origin: http://evil.example")
    },
  ]

  @Test("may have a whole address, which must name the server like Host", arguments: addresses)
  func address(row: Row) throws {
    let page = try ServedPage()
    #expect(try page.response(to: row.lines(page)).status == row.status)
  }

  @Test(
    "must name the server in Host, so that no rebound name of another site works", arguments: hosts)
  func host(row: Row) throws {
    let page = try ServedPage()
    #expect(try page.response(to: row.lines(page)).status == row.status)
  }

  private static let tokens: [Row] = [
    Row("none", 403) { get("/", $0.host) },
    Row("none, but a file", 403) { get("/index.html", $0.host) },
    Row("a part", 403) { get("\($0.root.dropLast(2))/", $0.host) },
    Row("another one of the same length", 403) {
      get("/" + String($0.root.dropFirst().dropLast().reversed()) + "/", $0.host)
    },
    Row("capitals", 403) { get($0.root.uppercased() + "A/", $0.host) },
    Row("in the query", 403) { get("/?\($0.root)", $0.host) },
    Row("without the slash", 308) { get("\($0.root.dropLast())", $0.host) },
    Row("with a query", 200) { get("\($0.root)?a=1", $0.host) },
  ]

  @Test("must have the token in its path", arguments: tokens)
  func token(row: Row) throws {
    let page = try ServedPage()
    #expect(try page.response(to: row.lines(page)).status == row.status)
  }

  @Test("gets a new token of 128 bits from each server")
  func newTokens() throws {
    let tokens = try (0..<8).map { _ in try ServedPage().server.token.text }
    #expect(Set(tokens).count == 8)
    for token in tokens { #expect(token.wholeMatch(of: /[0-9a-f]{32}/) != nil) }
  }

  private static let origins: [Row] = [
    Row("a file for another site", 403) { get($0.root, $0.host, "Origin: http://evil.example") },
    Row("records for another site", 403) {
      get($0.root + "records", $0.host, "Origin: http://evil.example")
    },
    Row("records for a page without an origin", 403) {
      get($0.root + "records", $0.host, "Origin: null")
    },
    Row("records for another name of this machine", 403) {
      get($0.root + "records", $0.host, "Origin: http://127.0.0.1:\($0.server.port)")
    },
    Row("records for another port", 403) {
      get($0.root + "records", $0.host, "Origin: http://localhost:1")
    },
    Row("records for two origins", 403) {
      get($0.root + "records", $0.host, "Origin: http://\($0.host)", "Origin: http://\($0.host)")
    },
    Row("records for a program, which sends no origin", 426) { get($0.root + "records", $0.host) },
    Row("a file for the page", 200) { get($0.root, $0.host, "Origin: http://\($0.host)") },
    Row("records without a WebSocket", 426) {
      get($0.root + "records", $0.host, "Origin: http://\($0.host)")
    },
  ]

  @Test("must come from the server's own page", arguments: origins)
  func origin(row: Row) throws {
    let page = try ServedPage()
    #expect(try page.response(to: row.lines(page)).status == row.status)
  }

  @Test(
    "for a WebSocket is refused for another site, and accepted from a program without an origin")
  func foreignWebSocket() throws {
    let page = try ServedPage()
    let response = try page.client().openWebSocket(
      page.root + "records", host: page.host, fields: ["Origin: http://evil.example"])
    #expect(response.status == 403)
    let client = try page.client()
    let own = try client.openWebSocket(
      page.root + "records", host: page.host, fields: ["Origin: http://\(page.host)"])
    #expect(own.status == 101)
    #expect(own.fields["sec-websocket-accept"] == RawClient.accepted)
    let program = try page.client().openWebSocket(
      page.root + "records", host: page.host, fields: [])
    #expect(program.status == 101)
  }

  @Test(
    "for a WebSocket has one key of 16 bytes in base64",
    arguments: [
      ([RawClient.key], 101),
      // The example of RFC 6455, section 4.1, whose last digit has unused bits.
      (["AQIDBAUGBwgJCgsMDQ4PEC=="], 101),
      ([], 400), ([""], 400), (["abc"], 400),
      // 15, 17 and 18 bytes.
      (["AQIDBAUGBwgJCgsMDQ4P"], 400), (["AQIDBAUGBwgJCgsMDQ4PEBE="], 400),
      (["AQIDBAUGBwgJCgsMDQ4PEBES"], 400),
      (["dGhlIHNhbXBsZSBub25jZQ"], 400), (["dGhlIHNhbXBsZSBub25j!Q=="], 400),
      ([RawClient.key, RawClient.key], 400),
    ] as [([String], Int)])
  func webSocketKey(keys: [String], status: Int) throws {
    let page = try ServedPage()
    let response = try page.client().openWebSocket(
      page.root + "records", host: page.host, fields: ["Origin: http://\(page.host)"], keys: keys)
    #expect(response.status == status)
  }

  // RFC 6455, section 4.2.1.
  @Test(
    "for a WebSocket needs HTTP/1.1 and the word Upgrade in Connection",
    arguments: [
      ("1.1", "Upgrade", 101), ("1.1", "keep-alive, upgrade", 101), ("1.1", "close", 400),
      ("1.1", "keep-alive", 400), ("1.1", nil, 400), ("1.0", "Upgrade", 400),
    ] as [(String, String?, Int)])
  func webSocketConnection(version: String, connection: String?, status: Int) throws {
    let page = try ServedPage()
    let response = try page.response(
      to: [
        "GET \(page.root)records HTTP/\(version)", "Host: \(page.host)",
        "Origin: http://\(page.host)", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: \(RawClient.key)",
      ] + (connection.map { ["Connection: \($0)"] } ?? []))
    #expect(response.status == status)
  }

  // RFC 6455, section 4.4.
  @Test("for a WebSocket of another version gets the version of the server")
  func webSocketVersion() throws {
    let page = try ServedPage()
    let response = try page.response(
      to: Self.get(
        page.root + "records", page.host, "Origin: http://\(page.host)", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: \(RawClient.key)"))
    #expect(response.status == 426)
    #expect(response.fields["sec-websocket-version"] == "13")
  }

  private static let shapes: [Row] = [
    Row("POST", 405) { ["POST \($0.root) HTTP/1.1", "Host: \($0.host)", "Content-Length: 0"] },
    Row("OPTIONS", 405) { ["OPTIONS \($0.root) HTTP/1.1", "Host: \($0.host)"] },
    Row("contents", 413) { get($0.root, $0.host, "Content-Length: 5") },
    Row("contents in chunks", 413) { get($0.root, $0.host, "Transfer-Encoding: chunked") },
    Row("a field of 9000 bytes", 431) {
      get($0.root, $0.host, "X: " + String(repeating: "x", count: 9000))
    },
    Row("a target of 9000 bytes", 431) {
      get($0.root + String(repeating: "x", count: 9000), $0.host)
    },
    Row("100 fields", 431) { page in
      get(page.root, page.host) + (0..<100).map { "X\($0): x" }
    },
    Row("no HTTP", 400) { _ in ["hello"] },
    Row("another version", 400) { ["GET \($0.root) HTTP/9.9", "Host: \($0.host)"] },
  ]

  @Test("of another shape than a browser's is refused", arguments: shapes)
  func shape(row: Row) throws {
    let page = try ServedPage()
    let response = try page.response(to: row.lines(page))
    #expect(response.status == row.status)
    #expect(response.fields["connection"] == "close")
    #expect(row.status != 405 || response.fields["allow"] == "GET, HEAD")
  }

  @Test(
    "reaches no file outside the list",
    arguments: [
      "../../../../etc/passwd", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd",
      "modules/../index.html", "./index.html", "modules", "modules/", "index.html/", "none",
      "index.html%00", "..\\index.html",
    ])
  func traversal(name: String) throws {
    let page = try ServedPage()
    let response = try page.response(to: Self.get(page.root + name, page.host))
    #expect(response.status == 404)
    #expect(!response.text.contains("root:"))
  }

  @Test("for a file gets it, with a policy for the page's own origin and without storage")
  func file() throws {
    let page = try ServedPage()
    let client = try page.client()
    // Both requests use one connection.
    for (name, contents) in [("", ServedPage.html), ("modules/main.js", ServedPage.script)] {
      client.sendHead(Self.get(page.root + name, page.host))
      let response = try client.response()
      #expect(response.status == 200)
      #expect(response.text == contents)
      let policy = response.fields["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'self';"))
      #expect(policy.contains("connect-src 'self';"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(response.fields["x-content-type-options"] == "nosniff")
      #expect(response.fields["referrer-policy"] == "no-referrer")
      #expect(response.fields["cache-control"] == "no-store")
      #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test("with HEAD gets the fields of GET, and no contents")
  func head() throws {
    let page = try ServedPage()
    let client = try page.client()
    client.sendHead(["HEAD \(page.root) HTTP/1.1", "Host: \(page.host)"])
    let response = try client.response(hasBody: false)
    #expect(response.status == 200)
    #expect(response.fields["content-length"] == "\(ServedPage.html.utf8.count)")
    // The next response follows, and not the contents of the first.
    client.sendHead(Self.get(page.root, page.host))
    #expect(try client.response().text == ServedPage.html)
  }

  @Test("that does not come to its end in time closes the connection")
  func slow() throws {
    var limits = ServingLimits()
    limits.requestTime = .milliseconds(50)
    let page = try ServedPage(limits)
    let client = try page.client()
    client.send(Array("GET / HT".utf8))
    #expect(client.isEnded())
    #expect(try page.client().isEnded(), "a connection without a request")
  }

  @Test("on one connection too many is refused, until another connection ends")
  func crowd() throws {
    var limits = ServingLimits()
    limits.connections = 2
    let page = try ServedPage(limits)
    let first = try page.client()
    let second = try page.client()
    for client in [first, second] {
      client.sendHead(Self.get(page.root, page.host))
      #expect(try client.response().status == 200)
    }
    #expect(try page.client().response().status == 503)
    second.sendHead(Self.get(page.root, page.host, "Connection: close"))
    #expect(try second.response().status == 200)
    #expect(second.isEnded())
    #expect(try page.response(to: Self.get(page.root, page.host)).status == 200)
  }
}
