// SPDX-License-Identifier: MIT

import Evaluation
import FileStore
import Foundation
import Testing

@testable import Datasets

@Suite("Dataset catalogue")
struct DatasetCatalogueTests {
  @Test("the manifests that the program carries are the files in Datasets, all of them")
  func embedsFiles() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Datasets").standardizedFileURL
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { FileManager.default.fileExists(atPath: "\(folder.path)/\($0)/manifest.json") }
    #expect(folders.sorted() == EmbeddedManifests.all.map(\.0).sorted())
    for (name, text) in EmbeddedManifests.all {
      let file = try Data(contentsOf: folder.appending(path: "\(name)/manifest.json"))
      #expect(Data(text.utf8) == file, "\(name)")
    }
    #expect(try DatasetCatalogue().manifests.map(\.name) == EmbeddedManifests.all.map(\.0))
  }

  @Test("guitarsounds has the 12 open strings of two guitars")
  func guitarsounds() throws {
    let manifest = try DatasetCatalogue().manifest(named: "guitarsounds")
    #expect(manifest.kind == .recording)
    #expect(manifest.recordings.count == 12)
    // Standard tuning, from the first string to the sixth: E4 B3 G3 D3 A2 E2.
    for (string, note) in zip(1..., [64, 59, 55, 50, 45, 40]) {
      let those = manifest.recordings.filter { $0.string == string }
      #expect(those.map(\.reference.nominalNote) == [note, note])
      #expect(those.allSatisfy { $0.fret == 0 })
    }
  }

  @Test("fluidr3 has 134 plucks, graded by the reliability of their pitch")
  func fluidr3() throws {
    let manifest = try DatasetCatalogue().manifest(named: "fluidr3")
    #expect(manifest.kind == .sampleBank)
    #expect(manifest.recordings.count == 134)
    let grades = Dictionary(grouping: manifest.recordings) { $0.reference.trust }
    #expect(grades.mapValues(\.count) == [.a: 96, .b: 24, .c: 13, .d: 1])
  }

  @Test("freepats has 74 plucks of 13 patches, graded by the reliability of their pitch")
  func freepats() throws {
    let manifest = try DatasetCatalogue().manifest(named: "freepats")
    #expect(manifest.kind == .sampleBank)
    #expect(manifest.sources.count == 13)
    #expect(manifest.recordings.count == 74)
    let grades = Dictionary(grouping: manifest.recordings) { $0.reference.trust }
    #expect(grades.mapValues(\.count) == [.a: 54, .b: 12, .c: 4, .d: 4])
  }

  @Test("asterisk-prompts has 25 minutes and more of speech in five languages, without a pitch")
  func asteriskPrompts() throws {
    let manifest = try DatasetCatalogue().manifest(named: "asterisk-prompts")
    #expect(manifest.sources.count == 60)
    #expect(Set(manifest.sources.map(\.package)).count == 5)
    #expect(manifest.recordings.allSatisfy { $0.reference.kind == .noise })
    #expect(manifest.recordings.reduce(0) { $0 + $1.reference.duration } > 1500)
  }

  @Test("sonic-pi has two notes with a pitch, and two chords and two phrases without")
  func sonicPi() throws {
    let manifest = try DatasetCatalogue().manifest(named: "sonic-pi")
    #expect(manifest.recordings.map(\.file).allSatisfy { $0.hasSuffix(".flac") })
    let kinds = Dictionary(grouping: manifest.recordings) { $0.reference.kind }
    #expect(kinds.mapValues(\.count) == [.singleNote: 2, .chord: 2, .phrase: 2])
    for recording in manifest.recordings {
      #expect((recording.reference.nominalNote == 36) == (recording.reference.kind == .singleNote))
      #expect((recording.reference.trust == .a) == (recording.reference.kind == .singleNote))
    }
  }

  @Test("every set's document is its manifest")
  func documents() throws {
    let catalogue = try DatasetCatalogue()
    for manifest in catalogue.manifests {
      let text = try #require(catalogue.document(of: manifest))
      #expect(try DatasetCatalogue.manifest(Data(text.utf8), named: "copy") == manifest)
    }
  }

  @Test("the catalogue refuses a manifest without a source to install from")
  func refusesSourceless() throws {
    let text = try #require(EmbeddedManifests.all.first).1
      .replacingOccurrences(of: "\"source\":", with: "\"elsewhere\":")
    #expect {
      try DatasetCatalogue.manifest(Data(text.utf8), named: "made")
    } throws: { "\($0)".contains("no source") }
  }

  @Test("the error for an unknown name lists the known names")
  func unknown() {
    let error = DatasetError.unknown(name: "none", known: EmbeddedManifests.all.map(\.0))
    #expect(throws: error) { try DatasetCatalogue().manifest(named: "none") }
    #expect(
      error.description.hasSuffix(
        "Choose from: guitarsounds, fluidr3, freepats, sonic-pi, asterisk-prompts"))
  }

  @Test(
    "the error for a manifest that can't be decoded has its name and the position",
    arguments: [("", ""), ("{", ""), ("[]", ""), ("{\"schema\": 1}", "schema"), ("{}", "schema")])
  func undecodable(text: String, place: String) {
    #expect {
      try DatasetCatalogue.manifest(Data(text.utf8), named: "made")
    } throws: { error in
      guard case .manifestUnreadable("made", let reason) = error as? DatasetError else {
        return false
      }
      return (place.isEmpty || reason.contains(place))
        && "\(error)".hasPrefix("the manifest of made can't be read")
    }
  }
}
