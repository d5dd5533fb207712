// SPDX-License-Identifier: MIT

import DownloadServing
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Downloader")
struct DownloaderTests {
  @Test("fetches a file in one request, reports progress, and leaves no other file")
  func fetches() throws {
    let made = try MadeDownload()
    var received: [Int] = []
    var totals: Set<Int?> = []
    var isChecked = false
    let path = try made.fetch { state in
      switch state {
      case .received(let count, let total):
        received.append(count)
        totals.insert(total)
      case .checking: isChecked = true
      }
    }
    #expect(path == "\(made.directory.path)/made.zip")
    #expect(made.contents() == made.data)
    #expect(made.names == ["made.zip"])
    #expect(made.server.requests.map(\.rangeStart) == [nil])
    #expect(received == received.sorted() && received.last == made.data.count)
    #expect(totals == [made.data.count] && isChecked)
  }

  @Test("an existing file is compared with its checksum and not fetched again")
  func keepsWholeFile() throws {
    let made = try MadeDownload()
    try made.fetch()
    try made.fetch()
    #expect(made.server.requests.count == 1)
    let path = try made.directory.write(Data("another".utf8), to: "made.zip")
    try made.fetch()
    #expect(made.server.requests.count == 2)
    #expect(FileManager.default.contents(atPath: path) == made.data)
  }

  @Test(
    "a connection that ends after k bytes leaves them, and the next run requests only the rest",
    arguments: [1, 30_000, 99_999])
  func resumes(count: Int) throws {
    let made = try MadeDownload { $0.cuts = [count] }
    #expect {
      try made.fetch()
    } throws: { error in
      guard case .connectionLost("made.zip", count, _) = error as? DownloadError else {
        return false
      }
      return "\(error)".contains("\(count) bytes are kept. Run the same command again")
    }
    #expect(made.contents("made.zip.part") == made.data.prefix(count))
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map(\.rangeStart) == [nil, count])
    #expect(made.server.requests.map(\.sentCount) == [count, made.data.count - count])
    #expect(made.names == ["made.zip"])
  }

  @Test("a connection that ends early is repeated at once as long as each one brings bytes")
  func continues() throws {
    let made = try MadeDownload { $0.cuts = [30_000, 20_000] }
    try made.fetch(continuations: 2)
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map(\.rangeStart) == [nil, 30_000, 50_000])
    let silent = try MadeDownload { $0.cuts = [0, 0, 0] }
    #expect {
      try silent.fetch(continuations: 2)
    } throws: { error in
      guard case .connectionLost("made.zip", 0, _) = error as? DownloadError else { return false }
      return true
    }
    #expect(silent.server.requests.count == 1)
  }

  @Test("a server that ignores ranges sends the whole file again")
  func restartsWithoutRanges() throws {
    let made = try MadeDownload { route in
      route.cuts = [30_000]
      route.acceptsRanges = false
    }
    #expect(throws: DownloadError.self) { try made.fetch() }
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map(\.rangeStart) == [nil, 30_000, nil])
  }

  @Test("a file whose entity tag changed on the server is fetched from the start")
  func restartsChangedFile() throws {
    let made = try MadeDownload { route in
      route.data = MadeDownload.bytes(count: 100_000, seed: 2)
      route.entityTag = "\"old\""
      route.cuts = [30_000]
    }
    #expect(throws: DownloadError.self) { try made.fetch() }
    var route = LocalServer.Route(made.data)
    route.entityTag = "\"new\""
    made.server.set(route, at: "/made.zip")
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map { $0.headers["if-range"] } == [nil, "\"old\"", nil])
    #expect(made.server.requests.map(\.rangeStart) == [nil, 30_000, nil])
  }

  @Test(
    "a file that changed without a new entity tag fails its checksum and is fetched from the start")
  func restartsMixedFile() throws {
    let made = try MadeDownload { route in
      route.data = MadeDownload.bytes(count: 100_000, seed: 2)
      route.entityTag = "W/\"weak\""
      route.cuts = [30_000]
    }
    #expect(throws: DownloadError.self) { try made.fetch() }
    made.server.set(LocalServer.Route(made.data), at: "/made.zip")
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map(\.rangeStart) == [nil, 30_000, nil])
    #expect(made.server.requests.allSatisfy { $0.headers["if-range"] == nil })
  }

  @Test("the beginning of another file, or one that is too long, is discarded")
  func forgetsOtherBeginnings() throws {
    let made = try MadeDownload { $0.cuts = [30_000] }
    let other = try MadeDownload.file(Data(count: 100_000))
    #expect(throws: DownloadError.self) { try made.fetch(other) }
    try made.fetch()
    #expect(made.server.requests.map(\.rangeStart) == [nil, nil])
    #expect(made.contents() == made.data)
    let long = try MadeDownload { $0.cuts = [30_000] }
    #expect(throws: DownloadError.self) { try long.fetch() }
    try long.directory.write(Data(count: 100_001), to: "made.zip.part")
    try long.fetch()
    #expect(long.server.requests.map(\.rangeStart) == [nil, nil])
    #expect(long.contents() == long.data)
  }

  @Test("bytes that all arrived before a run was killed are checked and not fetched again")
  func finishesWholeBeginning() throws {
    let made = try MadeDownload { $0.cuts = [99_999] }
    #expect(throws: DownloadError.self) { try made.fetch() }
    try made.directory.write(made.data, to: "made.zip.part")
    try made.fetch()
    #expect(made.server.requests.count == 1)
    #expect(made.contents() == made.data)
  }

  @Test("a partial file that is longer than the server's file is fetched from the start")
  func restartsUnsatisfiableRange() throws {
    let made = try MadeDownload { $0.cuts = [50_000] }
    // Without a published length, no partial file is known to be too long.
    let file = try MadeDownload.file(made.data, size: .atMost(200_000))
    #expect(throws: DownloadError.self) { try made.fetch(file) }
    try made.directory.write(Data(count: 150_000), to: "made.zip.part")
    try made.fetch(file)
    #expect(made.contents() == made.data)
    #expect(made.server.requests.map(\.rangeStart) == [nil, 150_000, nil])
  }
}
