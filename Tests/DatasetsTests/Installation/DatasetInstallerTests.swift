// SPDX-License-Identifier: MIT

import Dispatch
import Evaluation
import Foundation
import Synchronization
import Testing

@testable import Datasets

@Suite("Dataset installer")
struct DatasetInstallerTests {
  @Test("installs the named members, and writes no other file")
  func installs() throws {
    let set = try MadeSet.archived()
    let before = set.namesOutside()
    var steps: [DatasetInstaller.Step] = []
    #expect(try set.installer().install(set.manifest) { steps.append($0) })
    #expect(
      steps == [.fetching(set.manifest.sources), .unpacking(count: 2), .checking(count: 2)])
    #expect(set.names() == [".lock", "made"])
    #expect(set.names(in: "made") == ["-A 2.wav", "B.wav"])
    for (name, data) in set.recordings { #expect(set.installed(name) == data) }
    #expect(set.namesOutside() == (before + ["cache", "cache/datasets"]).sorted())
    #expect(!FileManager.default.fileExists(atPath: "/headstock-evil"))
    #expect(set.library.presence(of: set.manifest) == .installed)
    #expect(try set.library.faults(of: set.manifest).isEmpty)
  }

  @Test("a second installation does nothing")
  func installsOnce() throws {
    let set = try MadeSet.archived()
    #expect(try set.installer().install(set.manifest))
    var steps = 0
    #expect(try !set.installer().install(set.manifest) { _ in steps += 1 })
    #expect((set.fetchCount, steps) == (1, 0))
  }

  @Test("an archive with a wrong checksum is not unpacked, and the library is unchanged")
  func refusesArchive() throws {
    let zeros = String(repeating: "0", count: 64)
    let set = try MadeSet.archived(claims: ["sha256": zeros])
    try set.put(Data("old".utf8), at: "made/B.wav")
    var steps = 0
    #expect {
      try set.installer().install(set.manifest) { _ in steps += 1 }
    } throws: { error in
      guard case .checksumWrong("made-1.tar.gz", zeros, _) = error as? DatasetError else {
        return false
      }
      return true
    }
    #expect(steps == 1)  // fetching, and never unpacking
    #expect(set.names() == [".lock", "made"])
    #expect(set.names(in: "made") == ["B.wav"])
    #expect(set.installed("B.wav") == Data("old".utf8))
  }

  @Test("a recording with a wrong checksum does not change the library")
  func refusesRecording() throws {
    let set = try MadeSet.archived(wrong: "B.wav")
    try set.put(Data("old".utf8), at: "made/B.wav")
    #expect {
      try set.installer().install(set.manifest)
    } throws: { error in
      guard case .checksumWrong("B.wav", _, _) = error as? DatasetError else { return false }
      return true
    }
    #expect(set.names() == [".lock", "made"])
    #expect(set.names(in: "made") == ["B.wav"])
    #expect(set.installed("B.wav") == Data("old".utf8))
  }

  @Test("a member that is a link is refused, even if its target has the right contents")
  func refusesLinks() throws {
    let set = try MadeSet.archived(linked: true)
    #expect {
      try set.installer().install(set.manifest)
    } throws: { error in
      guard case .fileFailed(let path, EINVAL) = error as? DatasetError else { return false }
      return path.hasSuffix("/made/B.wav")
    }
    #expect(set.names() == [".lock"])
  }

  @Test("a damaged set is replaced as a whole")
  func replacesDamage() throws {
    let set = try MadeSet.archived()
    try set.put(Data("short".utf8), at: "made/B.wav")
    try set.put(Data(), at: "made/leftover.txt")
    #expect(set.library.presence(of: set.manifest) == .damaged(missing: 2))
    #expect(try set.installer().install(set.manifest))
    #expect(set.names(in: "made") == ["-A 2.wav", "B.wav"])
    #expect(set.installed("B.wav") == set.recordings["B.wav"])
  }

  @Test("the files of a killed installation are removed; other files stay")
  func removesLeftovers() throws {
    let set = try MadeSet.archived()
    try set.put(Data("half".utf8), at: ".installing-1/download/half.tar.gz")
    try set.put(Data("another set".utf8), at: "other/C.wav")
    #expect(try set.installer().install(set.manifest))
    #expect(set.names() == [".lock", "made", "other"])
  }

  @Test("simultaneous installers do the work once")
  func worksOnce() throws {
    let set = try MadeSet.archived()
    let count = 4
    let allAreComing = DispatchGroup()
    for _ in 0..<count { allAreComing.enter() }
    let results = Mutex<[Result<Bool, any Error>]>([])
    let threads = DispatchGroup()
    for _ in 0..<count {
      threads.enter()
      Thread.detachNewThread {
        // The first holder keeps the lock until all others wait for it.
        let installer = set.installer { allAreComing.wait() }
        allAreComing.leave()
        let result = Result { try installer.install(set.manifest) }
        results.withLock { $0.append(result) }
        threads.leave()
      }
    }
    threads.wait()
    let done = try results.withLock { try $0.map { try $0.get() } }
    #expect(done.filter(\.self).count == 1)
    #expect(done.count == count)
    #expect(set.fetchCount == 1)
    #expect(set.names() == [".lock", "made"])
  }

  @Test("an installer that must wait reports it once, and another reports nothing")
  func tellsOfWaiting() throws {
    let set = try MadeSet.archived()
    let steps = Mutex<[DatasetInstaller.Step]>([])
    let isWaiting = DispatchSemaphore(value: 0)
    let lock = try DirectoryLock(set.library.root)
    let done = DispatchGroup()
    done.enter()
    Thread.detachNewThread {
      _ = try? set.installer().install(set.manifest) { step in
        steps.withLock { $0.append(step) }
        if step == .waiting { isWaiting.signal() }
      }
      done.leave()
    }
    isWaiting.wait()
    lock.release()
    done.wait()
    #expect(steps.withLock { $0.count { $0 == .waiting } } == 1)
    #expect(steps.withLock { $0.first } == .waiting)
    #expect(steps.withLock { $0.count } == 4)
    try set.put(Data(), at: "made/A.wav")
    var alone: [DatasetInstaller.Step] = []
    try set.installer().install(set.manifest) { alone.append($0) }
    #expect(!alone.contains(.waiting))
  }

  @Test("samples of a sound font become WAV files of 16 bits at their own rate")
  func cutsSoundFont() throws {
    let bank = Bank()
    let set = try MadeSet(
      source: bank.data,
      recordings: [
        "first.wav": WAVE16.file(Array(bank.points[0..<4])),
        "second.wav": WAVE16.file(Array(bank.points[4..<7])),
      ],
      origins: [
        "first.wav": "{\"sample\": 0, \"name\": \"Nylon A3\"}",
        "second.wav": "{\"sample\": 1, \"name\": \"Exactly twenty bytes\"}",
      ])
    #expect(try set.installer().install(set.manifest))
    for (name, data) in set.recordings { #expect(set.installed(name) == data) }
    #expect(try set.library.faults(of: set.manifest).isEmpty)
  }

  @Test("a sample that the font lacks is an error with the file's name, and nothing is installed")
  func refusesMissingSample() throws {
    let set = try MadeSet(
      source: Bank().data, recordings: ["third.wav": WAVE16.file([1])],
      origins: ["third.wav": "{\"sample\": 2, \"name\": \"none\"}"])
    #expect(
      throws: DatasetError.soundFont(file: "made-1.tar.gz", .noSuchSample(index: 2, count: 2))
    ) { try set.installer().install(set.manifest) }
    #expect(set.names() == [".lock"])
  }

  @Test("the error for a library that can't be made has the directory and the reason")
  func refusesRoot() throws {
    let set = try MadeSet.archived()
    let root = set.library.root + "/made/B.wav/datasets"
    try set.put(Data(), at: "made/B.wav")
    let installer = DatasetInstaller(library: DatasetLibrary(root: root)) { _ in
      PythonPackageIndex()
    }
    let error = DatasetError.fileFailed(path: root, code: ENOTDIR)
    #expect(throws: error) { try installer.install(set.manifest) }
    #expect(
      error.description == "\(root): Not a directory. Choose another place by XDG_CACHE_HOME")
  }
}
