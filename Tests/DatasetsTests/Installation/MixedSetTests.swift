// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import Testing

@testable import Datasets

@Suite("A set from several sources")
struct MixedSetTests {
  /// Samples of two patches, a file of its own and a member of an archive: one package, four files.
  static func mixed(wrong: String? = nil) throws -> MadeSet {
    let recordings = [
      "first.wav": WAVE16.file([0, 1, -1, 32767]),
      "byte.wav": WAVE16.file([-32768, 0, 32512]),
      "whole.flac": WAVE16.file([9]), "member.wav": WAVE16.file([7, 8]),
    ]
    var tar = Tar()
    tar.add("made/member.wav", recordings["member.wav"] ?? Data())
    return try MadeSet(
      sources: [
        "a/one.pat": MadePatch().data, "a/two.pat": MadePatch().data + Data([0]),
        "b/whole.flac": recordings["whole.flac"] ?? Data(), "c.tar": tar.archive,
      ], recordings: recordings,
      origins: [
        "first.wav": "{\"file\": \"a/one.pat\", \"patch_sample\": 0, \"name\": \"e1\"}",
        "byte.wav": "{\"file\": \"a/two.pat\", \"patch_sample\": 1, \"name\": \"seven c\"}",
        "whole.flac": "{\"file\": \"b/whole.flac\", \"whole\": true}",
        "member.wav": "{\"file\": \"c.tar\", \"member\": \"made/member.wav\"}",
      ], wrong: wrong)
  }

  @Test(
    "several files of a package cause one request, and each is decoded as its recordings require")
  func installsMixed() throws {
    let set = try Self.mixed()
    var steps: [DatasetInstaller.Step] = []
    #expect(try set.installer().install(set.manifest) { steps.append($0) })
    #expect(
      steps == [.fetching(set.manifest.sources), .unpacking(count: 4), .checking(count: 4)])
    #expect(set.manifest.sources.count == 4)
    #expect(set.fetchCount == 4)
    #expect(set.names(in: "made") == ["byte.wav", "first.wav", "member.wav", "whole.flac"])
    for (name, data) in set.recordings { #expect(set.installed(name) == data, "\(name)") }
    #expect(set.names() == [".lock", "made"])
  }

  @Test(
    "a decoded recording with a wrong checksum stops the installation",
    arguments: ["first.wav", "byte.wav", "whole.flac", "member.wav"])
  func refusesMixed(wrong: String) throws {
    let set = try Self.mixed(wrong: wrong)
    #expect {
      try set.installer().install(set.manifest)
    } throws: { error in
      guard case .checksumWrong(wrong, _, _) = error as? DatasetError else { return false }
      return true
    }
    #expect(set.names() == [".lock"])
  }

  @Test("a sample that a patch lacks is an error with the file's name")
  func refusesMissingPatchSample() throws {
    let set = try MadeSet(
      sources: ["a/one.pat": MadePatch().data], recordings: ["x.wav": WAVE16.file([1])],
      origins: ["x.wav": "{\"patch_sample\": 4, \"name\": \"none\"}"])
    #expect(throws: DatasetError.patch(file: "one.pat", .noSuchSample(index: 4, count: 4))) {
      try set.installer().install(set.manifest)
    }
    #expect(set.names() == [".lock"])
  }

  @Test("a copy of the manifest is beside the recordings, and is restored when it is lost")
  func keepsManifest() throws {
    let set = try MadeSet.archived()
    #expect(try set.installer().install(set.manifest, document: "{}"))
    let path = set.library.manifestPath(of: set.manifest)
    #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
    #expect(set.names(in: "made") == ["-A 2.wav", "B.wav", "manifest.json"])
    for damage in [
      { try FileManager.default.removeItem(atPath: path) },
      { try set.put(Data("old".utf8), at: "made/manifest.json") },
    ] {
      try damage()
      #expect(try !set.installer().install(set.manifest, document: "{}"))
      #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
    }
    #expect(set.fetchCount == 1)
    #expect(try set.library.faults(of: set.manifest).isEmpty)
  }
}
