// SPDX-License-Identifier: MIT

import PageReading
import Testing

@testable import PageServing

@Suite("A peer of the server of the page")
struct PeerTests {
  @Test("with all its connections open gets no further one, and other peers are served")
  func crowd() throws {
    var limits = ServingLimits()
    limits.connectionsOfPeer = 2
    let page = try ServedPage(limits)
    let request = ["GET \(page.root) HTTP/1.1", "Host: \(page.host)"]
    let open = try [page.client(), page.client()]
    for client in open {
      // The response shows that the server has accepted the connection.
      client.sendHead(request)
      #expect(try client.response().status == 200)
    }
    #expect(try page.client().response().status == 503)
    let other = try RawClient(port: page.server.port, from: "127.0.0.2")
    other.sendHead(request)
    #expect(try other.response().status == 200)
    open[0].sendHead(request + ["Connection: close"])
    #expect(try open[0].response().status == 200)
    #expect(open[0].isEnded())
    #expect(try page.response(to: request).status == 200)
    withExtendedLifetime(open) {}
  }

  @Test(
    "is an address of IPv4, or a network of IPv6",
    arguments: [
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("2001:db8::1", "2001:db8::ffff:2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
      ("192.0.2.1", "::ffff:192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ])
  func identity(first: String, second: String, isSame: Bool) {
    #expect((Peer(ipAddress: first) == Peer(ipAddress: second)) == isSame)
  }
}
