// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import Testing

@Suite("The entries of a manifest")
struct ManifestEntriesTests {
  private func entries(_ text: ManifestText) throws -> ManifestEntries {
    try JSONDecoder().decode(ManifestEntries.self, from: text.data)
  }

  @Test("a valid manifest has its recordings, and equals the manifest that is read as a whole")
  func valid() throws {
    let entries = try entries(ManifestText())
    #expect(entries.faults.isEmpty)
    #expect(
      try entries.manifest
        == JSONDecoder().decode(DatasetManifest.self, from: ManifestText().data))
  }

  @Test("a second entry of a file is at fault, unless the first one is invalid")
  func twice() throws {
    let twice = ManifestText().setting("1.file", to: "\"A2.wav\"")
    let both = try entries(twice)
    #expect(both.manifest?.recordings.map(\.file) == ["A2.wav"])
    #expect(both.faults.map(\.index) == [1])
    #expect(both.faults.first?.reason.contains("stands there twice") == true)
    let second = try entries(twice.setting("0.channels", to: "0"))
    #expect(second.manifest?.recordings.map(\.file) == ["A2.wav"])
    #expect(second.faults.map(\.index) == [0])
  }
}
