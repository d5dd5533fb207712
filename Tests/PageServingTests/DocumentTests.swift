// SPDX-License-Identifier: MIT

import PageReading
import PageServing
import Synchronization
import Testing

@Suite("A document of the server")
struct DocumentTests {
  private struct Failure: Error, CustomStringConvertible { let description = "there is no journal" }

  @Test("is made once for all requests of a while, and again afterwards", arguments: [1, 4])
  func bounded(times: Int) throws {
    var limits = ServingLimits()
    limits.documentTime = times == 1 ? .seconds(3600) : .zero
    let count = CountedDocument()
    let page = try ServedPage(limits, documents: ["practice.json": { count.make() }])
    for request in 1...4 {
      let response = try page.response(to: [
        "GET \(page.root)practice.json HTTP/1.1", "Host: \(page.host)",
      ])
      #expect(response.status == 200)
      #expect(response.fields["content-type"] == "application/json")
      #expect(response.text == "{\"made\":\(min(request, times))}")
    }
  }

  @Test("that can't be made is an error with its reason")
  func failure() throws {
    let page = try ServedPage(documents: ["practice.json": { throw Failure() }])
    let response = try page.response(to: [
      "GET \(page.root)practice.json HTTP/1.1", "Host: \(page.host)",
    ])
    #expect(response.status == 503)
    #expect(response.text == "there is no journal\n")
  }

  @Test("needs the token like the page")
  func token() throws {
    let count = CountedDocument()
    let page = try ServedPage(documents: ["practice.json": { count.make() }])
    let response = try page.response(to: ["GET /practice.json HTTP/1.1", "Host: \(page.host)"])
    #expect(response.status == 403)
    #expect(count.made == 0)
  }
}

/// A document that counts how often it is made.
private final class CountedDocument: Sendable {
  private let count = Atomic(0)

  var made: Int { count.load(ordering: .sequentiallyConsistent) }

  func make() -> String {
    "{\"made\":\(count.add(1, ordering: .sequentiallyConsistent).newValue)}"
  }
}
