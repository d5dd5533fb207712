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
    limits.closingTime = .seconds(60)
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

  @Test("end for a page that breaks the protocol")
  func brokenFrames() throws {
    let page = try ServedPage()
    let large = try page.page()
    large.sendFrame(1, [UInt8](repeating: 0x78, count: 1025))
    #expect(large.remainingRecords().closeCode == 1009)
    let plain = try page.page()
    plain.sendFrame(1, [0x78], isMasked: false)
    #expect(plain.remainingRecords().closeCode == 1002)
    let largest = try page.page()
    largest.sendFrame(1, [UInt8](repeating: 0x78, count: 1024))
    largest.sendFrame(9)
    #expect(try largest.frame().opcode == 10)
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
