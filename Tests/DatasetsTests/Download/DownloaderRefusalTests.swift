// SPDX-License-Identifier: MIT

import DownloadServing
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("The refusals of the downloader")
struct DownloaderRefusalTests {
  @Test("a wrong checksum is an error that names both, and the file is removed")
  func refusesDigest() throws {
    let made = try MadeDownload()
    let zeros = String(repeating: "0", count: 64)
    for digest in [FileDigest.md5(String(zeros.prefix(32))), .sha256(zeros)] {
      let file = try MadeDownload.file(made.data, digest: digest)
      #expect {
        try made.fetch(file)
      } throws: { error in
        guard case .digestWrong("made.zip", digest, let actual) = error as? DownloadError else {
          return false
        }
        return "\(error)".contains("\(digest.algorithm) \(actual) instead of \(digest.digits)")
      }
      #expect(made.names.isEmpty)
    }
  }

  @Test("SHA-256 is compared where it is published")
  func comparesSHA256() throws {
    let made = try MadeDownload(count: 3)
    // FIPS 180-4 example: "abc".
    let digest = FileDigest.sha256(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    made.server.set(LocalServer.Route(Data("abc".utf8)), at: "/made.zip")
    try made.fetch(try MadeDownload.file(Data("abc".utf8), digest: digest))
    #expect(made.contents() == Data("abc".utf8))
  }

  @Test("a wrong announced length ends the download at once", arguments: [-1, 1])
  func refusesAnnouncedSize(difference: Int) throws {
    let made = try MadeDownload(count: 5_000_000) { $0.announcedCount = 5_000_000 + difference }
    let error = DownloadError.sizeWrong(
      file: "made.zip", expected: .exactly(5_000_000), actual: 5_000_000 + difference)
    #expect(throws: error) { try made.fetch() }
    #expect(made.names.isEmpty)
  }

  @Test("without an announced length, the received bytes are counted", arguments: [-1, 1])
  func refusesCountedSize(difference: Int) throws {
    let made = try MadeDownload { route in
      route.data = MadeDownload.bytes(count: 100_000 + difference, seed: 1)
      route.announcesLength = false
    }
    #expect {
      try made.fetch()
    } throws: { error in
      guard case .sizeWrong("made.zip", .exactly(100_000), let actual) = error as? DownloadError
      else { return false }
      return difference < 0 ? actual == 99_999 : actual > 100_000
    }
    #expect(made.names.isEmpty)
  }

  @Test("without a published length the limit applies, announced or not", arguments: [true, false])
  func refusesOverLimit(isAnnounced: Bool) throws {
    let made = try MadeDownload { $0.announcesLength = isAnnounced }
    #expect {
      try made.fetch(try MadeDownload.file(made.data, size: .atMost(60_000)))
    } throws: { error in
      guard case .sizeWrong("made.zip", .atMost(60_000), _) = error as? DownloadError else {
        return false
      }
      return true
    }
    #expect(made.names.isEmpty)
    try made.fetch(try MadeDownload.file(made.data, size: .atMost(100_000)))
    #expect(made.contents() == made.data)
  }

  @Test("a refusal of the server is reported", arguments: [403, 404, 429, 500, 503])
  func refused(status: Int) throws {
    let made = try MadeDownload { $0.status = status }
    let error = DownloadError.refused(file: "made.zip", status: status)
    #expect(throws: error) { try made.fetch() }
    #expect(error.description.contains("HTTP \(status)"))
    #expect(made.contents("made.zip.part") == Data())
  }

  @Test("a refusal of the server in the middle keeps the received bytes")
  func refusedLater() throws {
    let made = try MadeDownload { $0.cuts = [30_000] }
    #expect(throws: DownloadError.self) { try made.fetch() }
    var busy = LocalServer.Route(Data("busy".utf8))
    busy.status = 503
    made.server.set(busy, at: "/made.zip")
    #expect(throws: DownloadError.refused(file: "made.zip", status: 503)) { try made.fetch() }
    made.server.set(LocalServer.Route(made.data), at: "/made.zip")
    try made.fetch()
    #expect(made.server.requests.map(\.rangeStart) == [nil, 30_000, 30_000])
    #expect(made.contents() == made.data)
  }

  @Test("a redirection is followed, and keeps the requested range")
  func redirected() throws {
    let made = try MadeDownload { route in
      route.status = 302
      route.location = "/elsewhere"
    }
    var elsewhere = LocalServer.Route(made.data)
    elsewhere.cuts = [30_000]
    made.server.set(elsewhere, at: "/elsewhere")
    #expect(throws: DownloadError.self) { try made.fetch() }
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(
      made.server.requests.map(\.path) == [
        "/made.zip", "/elsewhere", "/made.zip", "/elsewhere",
      ])
    #expect(made.server.requests.last?.rangeStart == 30_000)
  }

  @Test(
    "endless redirections, and redirections to other schemes, are refused",
    arguments: ["/made.zip", "file:///etc/passwd", "ftp://127.0.0.1/made.zip", "gopher://x/"])
  func refusesRedirection(location: String) throws {
    let made = try MadeDownload { route in
      route.status = 301
      route.location = location
    }
    #expect {
      try made.fetch()
    } throws: { error in
      guard case .redirectionRefused("made.zip", _) = error as? DownloadError else { return false }
      return true
    }
    #expect(made.server.requests.count == (location.hasPrefix("/") ? 6 : 1))
    #expect(made.contents("made.zip.part") == Data())
  }

  @Test("without a mirror only https is used")
  func refusesPlainAddress() throws {
    let made = try MadeDownload()
    let file = DownloadFile(
      name: "made.zip", address: made.server.address + "/made.zip", size: made.file.size,
      digest: made.file.digest, packing: .zip, limits: made.file.limits)
    #expect {
      try Downloader(options: DownloadOptions()).fetch(file, into: made.directory.path) { _ in }
    } throws: { error in
      guard case .redirectionRefused = error as? DownloadError else { return false }
      return true
    }
    #expect(made.server.requests.isEmpty)
  }

  @Test(
    "a server that does not answer, or stops sending, is an error after the time limit",
    arguments: [-1, 0, 30_000])
  func timesOut(count: Int) throws {
    let made = try MadeDownload { $0.hangsAfter = count }
    let error = DownloadError.timedOut(file: "made.zip", received: max(count, 0), seconds: 1)
    #expect(throws: error) { try made.fetch(timeout: 1) }
    #expect(error.description.contains("--timeout"))
    made.server.set(LocalServer.Route(made.data), at: "/made.zip")
    try made.fetch()
    #expect(made.contents() == made.data)
    #expect(made.server.requests.last?.rangeStart == (count > 0 ? count : nil))
  }

  @Test("a closed port is reported")
  func unreachable() throws {
    let made = try MadeDownload()
    var options = DownloadOptions()
    // Port 1, tcpmux, is served nowhere.
    options.mirror = try DownloadMirror("http://127.0.0.1:1")
    #expect {
      try Downloader(options: options).fetch(made.file, into: made.directory.path) { _ in }
    } throws: { error in
      guard case .unreachable("made.zip", _) = error as? DownloadError else { return false }
      return "\(error)".hasSuffix("Check the network connection and try again")
    }
  }

  @Test("a link in place of the partial file is not followed")
  func refusesLink() throws {
    let made = try MadeDownload()
    let target = try made.directory.write(Data("precious".utf8), to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: made.directory.path + "/made.zip.part", withDestinationPath: target)
    let path = made.directory.path + "/made.zip.part"
    #expect(throws: DownloadError.fileFailed(path: path, code: ELOOP)) { try made.fetch() }
    #expect(made.contents("target") == Data("precious".utf8))
  }

  @Test(
    "a mirror must be the address of a directory",
    arguments: [
      "", "example.org", "ftp://example.org", "file:///tmp", "http://", "https:///x", "-o/etc/x",
      "https://example.org/a b", "https://example.org/?q", "https://example.org/\u{1B}[m",
      "https://example.org/#x", "https://exämple.org",
    ])
  func refusesMirror(address: String) {
    #expect(throws: DownloadError.mirrorUnusable(address: address)) {
      try DownloadMirror(address)
    }
  }
}
