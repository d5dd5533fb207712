// SPDX-License-Identifier: MIT

import Foundation
import PageReading
import Testing

@testable import PageServing

@Suite("A server of the page")
struct ListeningTests {
  // Every address of 127.0.0.0/8 belongs to the loopback, and only one of them is the server's.
  @Test("listens on the loopback only, unless all interfaces are asked for")
  func loopback() throws {
    let own = try ServedPage()
    #expect(throws: POSIXError.self) { try RawClient(port: own.server.port, at: "127.0.0.2") }
    #expect(own.server.addresses.allSatisfy { $0.hasSuffix(own.root) })

    let open = try ServedPage(servesInterfaces: true)
    let client = try RawClient(port: open.server.port, at: "127.0.0.2")
    // Only the address that the connection arrived at is a name of the server.
    client.sendHead(["GET \(open.root) HTTP/1.1", "Host: 127.0.0.2:\(open.server.port)"])
    #expect(try client.response().status == 200)
    client.sendHead(["GET \(open.root) HTTP/1.1", "Host: 127.0.0.3:\(open.server.port)"])
    #expect(try client.response().status == 421)
  }

  @Test("says which port is in use")
  func portInUse() throws {
    let page = try ServedPage()
    let port = page.server.port
    let error = #expect(throws: PageServerError.self) {
      try PageServer(PageServer.Configuration(port: port, files: [:]))
    }
    #expect(error == .portInUse(port))
    #expect("\(PageServerError.portInUse(80))".contains("--port"))
  }

  // A process of root gets every port, so the code of the system is given.
  @Test("says that a port is not for every user, and names the reason of another refusal")
  func portRefused() {
    let denied = PageServerError(refusalOf: 80, code: EACCES)
    #expect(denied == .portDenied(80))
    #expect("\(denied)".contains("Choose one above 1023 with --port"))
    let other = PageServerError(refusalOf: 8000, code: ENOBUFS)
    #expect("\(other)".contains("No buffer space available"))
  }

  @Test(
    "accepts names of hosts, with or without a port",
    arguments: [
      ("studio.local", true), ("STUDIO", true), ("192.168.1.2", true), ("localhost:9000", true),
      ("", false), ("a b", false), ("http://studio", false), ("studio:", false),
      ("studio:0", false), ("studio:65536", false), ("studio/", false), ("[::1]", false),
    ])
  func names(text: String, isName: Bool) {
    #expect(PageServer.isName(text) == isName)
  }

  @Test("prints the addresses of names as browsers write them, without the standard port")
  func addresses() throws {
    let page = try ServedPage()
    let places = page.server.addresses.map { $0.dropLast(page.root.utf8.count) }
    #expect(
      places == [
        "http://localhost:\(page.server.port)", "http://studio.local:\(page.server.port)",
        "http://proxy.local", "http://proxy.local:8080",
      ])
  }
}
