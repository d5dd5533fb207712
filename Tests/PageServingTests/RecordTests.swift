// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import PageReading
import PageServing
import Testing

@Suite("The records of a session")
struct RecordTests {
  private static let description = "{\"schema\":\"tuner.frames/1\"}\n"

  private static func record(_ number: Int, bytes: Int = 0) -> String {
    "{\"number\":\(number),\"filler\":\"\(String(repeating: "x", count: bytes))\"}\n"
  }

  /// Ends a server beside the test, which reads what the pages are told.
  private static func stopping(_ server: PageServer) -> DispatchSemaphore {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.stop()
      ended.signal()
    }
    return ended
  }

  @Test("reach two pages, equal and in order, with the description first")
  func twoPages() throws {
    let page = try ServedPage()
    page.server.send(Self.description)
    let pages = try [page.page(), page.page()]
    for client in pages { #expect(try client.frame().text == Self.description) }
    let records = (0..<1000).map { Self.record($0) }
    for record in records {
      page.server.send(record)
      for client in pages { #expect(try client.frame().text == record) }
    }
    // A page that comes later gets the description, and what follows its arrival.
    let late = try page.page()
    #expect(try late.frame().text == Self.description)
    page.server.send(Self.record(1000))
    for client in pages + [late] { #expect(try client.frame().text == Self.record(1000)) }
  }

  @Test("reach a page that came before the session")
  func early() throws {
    let page = try ServedPage()
    let client = try page.page()
    client.sendFrame(9)
    #expect(try client.frame().opcode == 10)
    page.server.send(Self.description)
    page.server.send(Self.record(0))
    #expect(try client.frame().text == Self.description)
    #expect(try client.frame().text == Self.record(0))
  }

  // Each of the two bounds holds alone.
  @Test(
    "reach a page that reads, while one that does not read is dropped with 1013",
    arguments: [(records: 16, bytes: 1 << 30), (records: 1 << 30, bytes: 16_384)])
  func stuckPage(bound: (records: Int, bytes: Int)) throws {
    var limits = ServingLimits()
    (limits.systemBytes, limits.unsentBytes) = (4096, 4096)
    (limits.queuedRecords, limits.queuedBytes) = bound
    let page = try ServedPage(limits)
    page.server.send(Self.description)
    let stuck = try page.page(receiveBytes: 4096)
    let good = try page.page()
    #expect(try good.frame().text == Self.description)
    // 400 kB are more than all buffers on the way hold.
    let records = (0..<400).map { Self.record($0, bytes: 1000) }
    for record in records {
      page.server.send(record)
      #expect(try good.frame().text == record)
    }
    let (texts, code) = stuck.remainingRecords()
    #expect(code == 1013)
    #expect(texts.count < 200)
    #expect(texts == Array(([Self.description] + records).prefix(texts.count)))
    stuck.sendFrame(8, [0x03, 0xF5])
    #expect(stuck.isEnded())
    page.server.send(Self.record(400))
    #expect(try good.frame().text == Self.record(400))
  }

  /// A page that did not keep up, and one that did, at the limits of `tuner serve`.
  ///
  /// The server has closed the first one, which has read nothing yet.
  private static func overflowed(_ page: ServedPage) throws -> (stuck: RawClient, good: RawClient) {
    page.server.send(description)
    let (stuck, good) = (try page.page(receiveBytes: 4096), try page.page())
    #expect(try good.frame().text == description)
    // 2 MB are more than all buffers on the way hold.
    for number in 0..<2000 {
      page.server.send(record(number, bytes: 1000))
      #expect(try good.frame().text == record(number, bytes: 1000))
    }
    // One thread serves both pages, so it has closed the first one when it answers.
    good.sendFrame(9)
    #expect(try good.frame().opcode == 10)
    return (stuck, good)
  }

  @Test("end for a page that did not keep up with 1013, even if it reads on late")
  func latePage() throws {
    let page = try ServedPage()
    let (stuck, _) = try Self.overflowed(page)
    // A page that breaks the protocol, and does not confirm the end, is closed after that time.
    let broken = try page.page()
    broken.sendFrame(1, mask: nil)
    #expect(broken.remainingRecords().closeCode == 1002)
    #expect(broken.isEnded())
    let (texts, code) = stuck.remainingRecords()
    #expect(code == 1013)
    #expect((1..<2000).contains(texts.count))
    stuck.sendFrame(8, [0x03, 0xF5])
    #expect(stuck.isEnded())
  }

  @Test("end with the session, also for a page that did not keep up and does not read")
  func endBesideStuckPage() throws {
    let page = try ServedPage()
    let (stuck, _) = try Self.overflowed(page)
    // A fraction of the time that such a page has in a session.
    let isEnded = Self.stopping(page.server).wait(timeout: .now() + .seconds(10))
    #expect(isEnded == .success)
    #expect(stuck.remainingRecords().closeCode == nil)
  }

  @Test("end with 1001 after the last record, and the server ends when the pages have confirmed")
  func gracefulEnd() throws {
    var limits = ServingLimits()
    limits.closingTime = .seconds(60)
    let page = try ServedPage(limits)
    page.server.send(Self.description)
    // The server accepts connections in order, so the first one is open when the others are.
    let idle = try page.client()
    let pages = try [page.page(), page.page()]
    for client in pages { #expect(try client.frame().text == Self.description) }
    page.server.send(Self.record(0))
    let ended = Self.stopping(page.server)
    for client in pages {
      let (texts, code) = client.remainingRecords()
      #expect(texts == [Self.record(0)])
      #expect(code == 1001)
      client.sendFrame(8, [0x03, 0xE9])
      #expect(client.isEnded())
    }
    #expect(idle.isEnded())
    ended.wait()
    #expect(throws: POSIXError.self) { try page.client() }
  }

  @Test("end for a page that does not confirm after the time for that")
  func ungracefulEnd() throws {
    let page = try ServedPage()
    let client = try page.page()
    Self.stopping(page.server).wait()
    #expect(client.remainingRecords().closeCode == 1001)
    #expect(client.isEnded())
  }

  @Test("go on whatever a page sends; only ping and close are answered")
  func deafToPages() throws {
    let page = try ServedPage()
    page.server.send(Self.description)
    let client = try page.page()
    #expect(try client.frame().text == Self.description)
    client.sendFrame(1, Array("{\"lock\":true}".utf8))
    client.sendFrame(2, [0, 1, 2])
    client.sendFrame(10)
    client.sendFrame(9, Array("there?".utf8))
    let answer = try client.frame()
    #expect(answer.opcode == 10)
    #expect(answer.text == "there?")
    page.server.send(Self.record(1))
    #expect(try client.frame().text == Self.record(1))
    client.sendFrame(8, [0x03, 0xE8])
    #expect(client.remainingRecords().closeCode == 1000)
    #expect(client.isEnded())
  }

  // RFC 6455, section 5.5.3, permits to answer the newest of several pings only.
  @Test("do not displace the answer to a ping of a page that does not read")
  func pingOfStuckPage() throws {
    var limits = ServingLimits()
    (limits.systemBytes, limits.unsentBytes) = (4096, 4096)
    (limits.queuedRecords, limits.queuedBytes) = (1 << 30, 1 << 30)
    let page = try ServedPage(limits)
    page.server.send(Self.description)
    let stuck = try page.page(receiveBytes: 4096)
    #expect(try stuck.frame().text == Self.description)
    // 400 kB are more than all buffers on the way hold.
    for number in 0..<400 { page.server.send(Self.record(number, bytes: 1000)) }
    stuck.sendFrame(9, Array("old".utf8))
    stuck.sendFrame(9, Array("new".utf8))
    // The server has read both pings when it has answered another page that came later.
    let other = try page.page()
    other.sendFrame(9)
    while try other.frame().opcode != 10 {}
    page.server.send(Self.record(400))
    var answers: [String] = []
    var frame = try stuck.frame()
    while frame.opcode == 10 || frame.text != Self.record(400) {
      if frame.opcode == 10 { answers.append(frame.text) }
      frame = try stuck.frame()
    }
    #expect(answers.last == "new")
  }

  @Test("reach a bounded number of pages")
  func mostPages() throws {
    var limits = ServingLimits()
    limits.pages = 2
    let page = try ServedPage(limits)
    let pages = try [page.page(), page.page()]
    let response = try page.client().openWebSocket(
      page.root + "records", host: page.host, fields: ["Origin: http://\(page.host)"])
    #expect(response.status == 503)
    pages[0].sendFrame(8, [0x03, 0xE8])
    #expect(pages[0].remainingRecords().closeCode == 1000)
    _ = try page.page()
  }
}
