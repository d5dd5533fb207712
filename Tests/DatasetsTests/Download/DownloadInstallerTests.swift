// SPDX-License-Identifier: MIT

import DownloadServing
import Evaluation
import Foundation
import ProgramRunning
import Synchronization
import Testing

@testable import Datasets

@Suite("Download installer")
struct DownloadInstallerTests {
  /// A small set on a local server, and a library to install it into.
  final class MadeSet: Sendable {
    let server: LocalServer
    let set: DownloadSet
    let library: DatasetLibrary
    private let place: TemporaryDirectory

    init(
      _ layout: DownloadLayout, _ archives: [String: Data], installedByteCount: Int = 1_000_000
    ) throws {
      place = try TemporaryDirectory()
      library = DatasetLibrary(root: place.path + "/cache/datasets")
      server = try LocalServer(
        Dictionary(
          uniqueKeysWithValues: archives.map { ("/\($0.key)", LocalServer.Route($0.value)) }))
      set = DownloadSet(
        name: "made", title: "", version: "1", licence: "CC BY 4.0", citation: "", homepage: "",
        knownErrors: [],
        files: try archives.sorted { $0.key < $1.key }.map {
          try MadeDownload.file($0.value, name: $0.key)
        },
        layout: layout, recordingCount: 2, installedByteCount: installedByteCount)
    }

    @discardableResult
    func install(
      into other: DatasetLibrary? = nil,
      progress: (DownloadInstaller.Step) -> Void = { _ in }
    ) throws(DownloadError) -> Bool {
      var options = DownloadOptions()
      options.mirror = try DownloadMirror(server.address)
      options.continuationCount = 0
      return try DownloadInstaller(library: other ?? library, options: options)
        .install(set, progress: progress)
    }

    /// The sorted content of a directory of the library.
    func names(_ name: String = "") -> [String] {
      let path = library.root + "/" + name
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func contents(_ name: String) -> Data? {
      FileManager.default.contents(atPath: "\(library.directory(of: set))/\(name)")
    }
  }

  @Test("installs GuitarSet's layout: recordings, annotations, tracks, a manifest and a receipt")
  func installsGuitarSet() throws {
    let made = try MadeSet(.guitarSet, MadeArchives.guitarSet())
    var steps: [DownloadInstaller.Step] = []
    #expect(try made.install { steps.append($0) })
    #expect(made.names() == [".downloads", ".lock", "made"])
    #expect(made.names(".downloads/made") == [".lock"])
    #expect(
      made.names("made") == [
        "annotation", "audio_mono-mic", "installed.json", "manifest.csv", "tracks",
      ])
    #expect(made.names("made/annotation").count == 2)
    let rows = try CorpusTable.parse(
      String(decoding: made.contents("manifest.csv") ?? Data(), as: UTF8.self))
    #expect(
      rows.map(\.path) == [
        "audio_mono-mic/00_BN1-129-Eb_solo_mic.wav", "audio_mono-mic/04_BN3-154-E_comp_mic.wav",
      ])
    let track = try #require(rows.first?.annotation)
    _ = try TrackTable.parse(String(decoding: made.contents(track) ?? Data(), as: UTF8.self))
    #expect(rows.last?.annotation == nil)
    #expect(made.library.presence(of: made.set) == .installed)
    #expect(try made.library.faults(of: made.set).faults.isEmpty)
    #expect(steps.last == .describing(2, of: 2))
    #expect(steps.contains(.checking(file: "annotation.zip")))
  }

  @Test("installs the layouts of Guitar-TECHS and EGFxSet")
  func installsOthers() throws {
    let techs = try MadeSet(.guitarTechs, MadeArchives.guitarTechs())
    #expect(try techs.install())
    #expect(techs.names("made/P1_singlenotes/P1_singlenotes") == ["audio", "midi"])
    let effects = try MadeSet(.egfxSet, MadeArchives.egfxSet())
    #expect(try effects.install())
    let rows = try CorpusTable.parse(
      String(decoding: effects.contents("manifest.csv") ?? Data(), as: UTF8.self))
    #expect(rows.map(\.nominalNote) == [40, 47, 40, 47])
  }

  @Test("a second run has nothing to do and requests nothing")
  func installsOnce() throws {
    let made = try MadeSet(.egfxSet, MadeArchives.egfxSet())
    #expect(try made.install())
    #expect(try !made.install())
    #expect(made.server.requests.count == 1)
  }

  @Test(
    "when the connection is lost in the second file, the first is kept and the rest fetched later")
  func resumes() throws {
    let made = try MadeSet(.guitarTechs, MadeArchives.guitarTechs())
    let data = try #require(MadeArchives.guitarTechs()["P2_singlenotes.zip"])
    var route = LocalServer.Route(data)
    route.cuts = [1000]
    made.server.set(route, at: "/P2_singlenotes.zip")
    #expect(throws: DownloadError.self) { try made.install() }
    #expect(made.library.presence(of: made.set) == .absent)
    #expect(made.library.keptByteCount(of: made.set) == made.set.files[0].size.byteCount + 1000)
    #expect(try made.install())
    #expect(
      made.server.requests.map(\.path) == [
        "/P1_singlenotes.zip", "/P2_singlenotes.zip", "/P2_singlenotes.zip",
      ])
    #expect(made.server.requests.last?.sentCount == data.count - 1000)
    #expect(made.library.keptByteCount(of: made.set) == 0)
  }

  @Test("an unusable archive is named, and does not change the library")
  func refusesArchive() throws {
    var zip = MadeZip()
    try zip.add("Clean/Bridge/6-0.wav", MadeSound.wav(duration: 2.5, rate: 8000, notes: []))
    try zip.add("../evil.wav", Data("x".utf8))
    let made = try MadeSet(.egfxSet, ["Clean.zip": zip.data])
    let old = made.library.directory(of: made.set)
    try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(filePath: old + "/mine.txt"))
    #expect(made.library.presence(of: made.set) == .damaged(missing: 2))
    #expect {
      try made.install()
    } throws: { error in
      "\(error)" == "Clean.zip holds \"../evil.wav\", which leads out of its directory. "
        + "Nothing was installed"
    }
    #expect(made.names() == [".downloads", ".lock", "made"])
    #expect(made.names("made") == ["mine.txt"])
    #expect(!FileManager.default.fileExists(atPath: made.library.root + "/evil.wav"))
  }

  @Test("archives with a right checksum but unexpected contents are refused by name")
  func refusesContents() throws {
    var zip = MadeZip()
    try zip.add("Clean/Bridge/readme.wav", MadeSound.wav(duration: 2.5, rate: 8000, notes: []))
    let made = try MadeSet(.egfxSet, ["Clean.zip": zip.data])
    #expect {
      try made.install()
    } throws: { error in
      guard case .contentsUnexpected("Clean/Clean/Bridge/readme.wav", _) = error as? DownloadError
      else { return false }
      return true
    }
    #expect(made.names() == [".downloads", ".lock"])
  }

  @Test("simultaneous installers do the work once, and the one that waits reports it")
  func worksOnce() throws {
    let made = try MadeSet(.egfxSet, MadeArchives.egfxSet())
    let isWaiting = DispatchSemaphore(value: 0)
    let results = Mutex<[Result<Bool, any Error>]>([])
    let threads = DispatchGroup()
    let lock = try DirectoryLock(made.library.downloads(of: made.set))
    for _ in 0..<3 {
      threads.enter()
      Thread.detachNewThread {
        let result = Result {
          try made.install { if $0 == .waiting { isWaiting.signal() } }
        }
        results.withLock { $0.append(result) }
        threads.leave()
      }
    }
    for _ in 0..<3 { isWaiting.wait() }
    lock.release()
    threads.wait()
    let done = try results.withLock { try $0.map { try $0.get() } }
    #expect(done.filter(\.self).count == 1 && done.count == 3)
    #expect(made.server.requests.count == 1)
  }

  @Test("damage to an installed set is found by lengths or by checksums")
  func findsDamage() throws {
    let made = try MadeSet(.egfxSet, MadeArchives.egfxSet())
    try made.install()
    let path = "\(made.library.directory(of: made.set))/Clean/Clean/Bridge/6-0.wav"
    var data = try #require(FileManager.default.contents(atPath: path))
    data[1000] ^= 1
    try data.write(to: URL(filePath: path))
    #expect(made.library.presence(of: made.set) == .installed)
    let (count, faults) = try made.library.faults(of: made.set)
    #expect((count, faults.map(\.file)) == (5, ["Clean/Clean/Bridge/6-0.wav"]))
    #expect(faults.map(\.fault) == [.checksum])
    #expect(unlink(path) == 0)
    #expect(made.library.presence(of: made.set) == .damaged(missing: 1))
    #expect(try made.library.faults(of: made.set).faults.map(\.fault) == [.missing])
    #expect(try made.install())
    #expect(try made.library.faults(of: made.set).faults.isEmpty)
  }

  @Test("too little disk space is reported before anything is fetched")
  func refusesLittleRoom() throws {
    let made = try MadeSet(
      .egfxSet, MadeArchives.egfxSet(), installedByteCount: 1_000_000_000_000_000)
    #expect {
      try made.install()
    } throws: { error in
      guard case .noSpace(_, let required, let available) = error as? DownloadError else {
        return false
      }
      return required > available && "\(error)".contains("XDG_CACHE_HOME")
    }
    #expect(made.server.requests.isEmpty)
  }

  @Test(
    "a disk that fills up during a download is an error, and the received bytes are kept",
    .enabled(if: SmallDisk.canBeMade, "only root can mount a small file system"))
  func survivesFullDisk() throws {
    let disk = try SmallDisk(kilobytes: 128)
    let made = try MadeDownload(count: 400_000)
    var options = DownloadOptions()
    options.mirror = try DownloadMirror(made.server.address)
    let path = "\(disk.path)/made.zip.part"
    #expect(throws: DownloadError.fileFailed(path: path, code: ENOSPC)) {
      try Downloader(options: options).fetch(made.file, into: disk.path) { _ in }
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size > 0)
    // The installer checks for an interruption before it begins.
    let set = try MadeSet(.egfxSet, MadeArchives.egfxSet())
    #expect {
      try set.install(into: DatasetLibrary(root: disk.path + "/datasets"))
    } throws: { error in
      if case .noSpace = error as? DownloadError { true } else { false }
    }
    #expect(set.server.requests.isEmpty)
  }
}
