// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import ProgramRunning
import Synchronization

@testable import Datasets

/// A set of recordings that is not fetched from anywhere, and the library it is installed in.
final class MadeSet: Sendable {
  /// Recordings by the name of their file.
  let recordings: [String: Data]
  let manifest: DatasetManifest
  let library: DatasetLibrary

  private let directory: TemporaryDirectory
  let sourcePath: String
  /// The files that a registry would bring, by name.
  private let sourcePaths: [String: String]
  private let fetches = Mutex(0)

  /// The number of requests to the registry.
  var fetchCount: Int { fetches.withLock { $0 } }

  /// Packs a source and describes what to install from it.
  ///
  /// - Parameters:
  ///   - source: the file that a registry would bring.
  ///   - recordings: what is to be installed, by name.
  ///   - origins: JSON of where each is found in the source.
  ///   - claims: fields of the manifest's source that lie.
  ///   - wrong: a recording whose checksum in the manifest lies.
  /// - Throws: when files or checksums can't be made.
  convenience init(
    source: Data, recordings: [String: Data], origins: [String: String],
    claims: [String: String] = [:], wrong: String? = nil
  ) throws {
    try self.init(
      sources: ["made-1.tar.gz": source], recordings: recordings, origins: origins, claims: claims,
      wrong: wrong)
  }

  /// Packs several sources of one package, and describes what to install from them.
  ///
  /// - Parameters:
  ///   - sources: the files that a registry would bring, by name.
  ///   - recordings: what is to be installed, by name.
  ///   - origins: JSON of where each is found in the sources.
  ///   - claims: fields of the manifest's sources that lie.
  ///   - wrong: a recording whose checksum in the manifest lies.
  /// - Throws: when files or checksums can't be made.
  init(
    sources: [String: Data], recordings: [String: Data], origins: [String: String],
    claims: [String: String] = [:], wrong: String? = nil
  ) throws {
    directory = try TemporaryDirectory()
    self.recordings = recordings
    var sourcePaths: [String: String] = [:]
    for (name, data) in sources {
      sourcePaths[name] = try directory.write(data, to: "mirror/" + name)
    }
    self.sourcePaths = sourcePaths
    sourcePath = sourcePaths.values.min() ?? ""
    library = DatasetLibrary(root: directory.path + "/cache/datasets")
    var items: [String] = []
    for (name, data) in recordings.sorted(by: { $0.key < $1.key }) {
      let path = try directory.write(data, to: "expected/" + name)
      let digest =
        name == wrong
        ? String(repeating: "0", count: 64) : try Checksum.sha256(of: [path])[path] ?? ""
      items.append(Self.item(name, data, origin: origins[name] ?? "", digest: digest))
    }
    let digests = try Checksum.sha256(of: Array(sourcePaths.values))
    let described = sourcePaths.sorted { $0.key < $1.key }.map { name, path in
      """
      {"registry": "pypi", "package": "made", "version": "1", "file": "\(name)",
       "sha256": "\(claims["sha256"] ?? digests[path] ?? "")", "bytes": \(sources[name]?.count ?? 0)}
      """
    }
    let source =
      described.count == 1
      ? "\"source\": \(described[0])" : "\"sources\": [\(described.joined(separator: ", "))]"
    let json = """
      {"schema": "headstock.dataset/1", "name": "made", "title": "", "kind": "recording",
       "version": "1", "licence": "MIT", "copyright": "", "citation": "", "homepage": "",
       "known_errors": [], "recordings": [\(items.joined(separator: ","))],
       \(source)}
      """
    manifest = try DatasetCatalogue.manifest(Data(json.utf8), named: "made")
  }

  /// Returns the manifest's object of a recording.
  private static func item(
    _ name: String, _ data: Data, origin: String, digest: String
  ) -> String {
    """
    {"file": "\(name)", "origin": \(origin), "bytes": \(data.count), "sha256": "\(digest)",
     "channels": 1, "frames": \((data.count - 44) / 2), "sample_rate": 8000,
     "duration_s": \(Double(data.count - 44) / 2 / 8000), "midi": 45, "instrument": "none",
     "trust": "A", "clipped_samples": 0, "known_errors": []}
    """
  }

  /// Two recordings, with a blank and a dash in their names, in an archive of hostile members.
  static func archived(
    claims: [String: String] = [:], wrong: String? = nil, linked: Bool = false
  ) throws -> MadeSet {
    let recordings = ["-A 2.wav": WAVE16.file([1, -2, 3]), "B.wav": WAVE16.file([4, 5])]
    var tar = Tar()
    tar.add("made/stranger.wav", Data("not asked for".utf8))
    tar.add("../evil", Data("above".utf8))
    tar.add("/headstock-evil", Data("absolute".utf8))
    tar.add("made/link", linkTo: "/etc/passwd")
    tar.add("-A 2.wav", recordings["-A 2.wav"] ?? Data())
    tar.add("made/../../evil", Data("through".utf8))
    if linked {
      tar.add("made/B.wav", linkTo: "../../../../../expected/B.wav")
    } else {
      tar.add("made/B.wav", recordings["B.wav"] ?? Data())
    }
    let plain = try TemporaryDirectory(holding: ["plain.tar": tar.archive])
    let packed = try ExternalProgram(name: "gzip", package: "gzip").run(
      ["--stdout", "--", plain.path + "/plain.tar"])
    return try MadeSet(
      source: packed, recordings: recordings,
      origins: [
        "-A 2.wav": "{\"member\": \"-A 2.wav\"}", "B.wav": "{\"member\": \"made/B.wav\"}",
      ], claims: claims, wrong: wrong)
  }

  /// An installer whose registry hands out the source, after `beforeFetch`.
  func installer(beforeFetch: @escaping () -> Void = {}) -> DatasetInstaller {
    DatasetInstaller(library: library) { _ in
      LocalRegistry(sources: self.sourcePaths) {
        self.fetches.withLock { $0 += 1 }
        beforeFetch()
      }
    }
  }

  /// The sorted content of a directory below the library's root; empty where there is none.
  func names(in name: String = "") -> [String] {
    let path = library.root + "/" + name
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Everything outside the library that was there before.
  func namesOutside() -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? [])
      .filter { !$0.hasPrefix("cache/datasets/") }.sorted()
  }

  /// Installed bytes.
  func installed(_ name: String) -> Data? {
    FileManager.default.contents(atPath: library.directory(of: manifest) + "/" + name)
  }

  /// Puts bytes in the place of a recording, or of anything else in the library.
  func put(_ data: Data, at name: String) throws {
    try directory.write(data, to: "cache/datasets/" + name)
  }

  private struct LocalRegistry: PackageRegistry {
    let sources: [String: String]
    let beforeFetch: () -> Void

    func fetch(_ wanted: DatasetSource, into directory: String) throws(DatasetError) -> String {
      beforeFetch()
      return sources[wanted.file] ?? ""
    }
  }
}
