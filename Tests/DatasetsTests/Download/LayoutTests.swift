// SPDX-License-Identifier: MIT

import Acoustics
import DownloadServing
import Evaluation
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Layouts of downloaded sets")
struct LayoutTests {
  @Test(
    "keeps recordings and annotations, and nothing else",
    arguments: [
      (DownloadLayout.guitarSet, "00_BN1-129-Eb_solo_mic.wav", true),
      (.guitarSet, "annotation/00_BN1-129-Eb_solo.jams", true),
      (.guitarSet, "00_BN1-129-Eb_solo_mix.wav", false), (.guitarSet, "README.md", false),
      (.guitarSet, "__MACOSX/._00_BN1-129-Eb_solo_mic.wav", false),
      (.guitarSet, "__MACOSX/00_BN1-129-Eb_solo_mic.wav", false),
      (.guitarSet, "._00_BN1-129-Eb_solo.jams", false),
      (.guitarTechs, "P1_singlenotes/midi/midi_allsinglenotes.mid", true),
      (.guitarTechs, "P1_singlenotes/audio/directinput/directinput_allsinglenotes.wav", true),
      (.guitarTechs, "P1_singlenotes/audio/micamp/micamp_allsinglenotes.wav", true),
      (.guitarTechs, "P1_singlenotes/audio/micamp/.DS_Store", false),
      (.guitarTechs, "P1_singlenotes/video/ego/ego_allsinglenotes.mp4", false),
      (.guitarTechs, "P1_singlenotes/video/exo/exo_allsinglenotes.wav", false),
      (.egfxSet, "Clean/Bridge/6-0.wav", true), (.egfxSet, "Clean/Bridge/6-0.txt", false),
      (.egfxSet, "__MACOSX/Clean/Bridge/6-0.wav", false),
    ])
  func wants(layout: DownloadLayout, path: String, isIncluded: Bool) {
    #expect(layout.wants(path) == isIncluded)
  }

  @Test("GuitarSet: one string is a pitch, none is silence, two or a decaying one are undecided")
  func guitarSet() throws {
    let wav = MadeSound.wav(duration: 6, rate: 8000, notes: [])
    let (described, _) = try describe(
      .guitarSet,
      [
        "x/00_BN1-129-Eb_solo_mic.wav": wav,
        "y/00_BN1-129-Eb_solo.jams": Data(MadeArchives.jams.utf8),
      ])
    let recording = try #require(described.first)
    #expect(recording.kind == .phrase && recording.source == "solo")
    let states = try #require(recording.track).states
    #expect(states.count == 600)
    func state(_ seconds: Double) -> AnnotatedTrack.State { states[Int(seconds * 100)] }
    #expect([0, 0.5, 0.99].map(state) == [.silent, .silent, .silent])
    #expect([1, 2, 2.99].map(state) == [.pitch(110), .pitch(110), .pitch(110)])
    // A note that ended at 3 s may be heard until 3.3 s.
    #expect([3.02, 3.2].map(state) == [.undecided, .undecided])
    #expect([3.31, 3.49].map(state) == [.silent, .silent])
    #expect([3.5, 4.49].map(state) == [.pitch(329.63), .pitch(329.63)])
    #expect([4.5, 4.9].map(state) == [.undecided, .undecided])
    #expect(state(5.5) == .silent)
    let track = try TrackTable.parse(recording.track?.text ?? "")
    #expect(track.moments.count == 600)
    #expect(track.state(at: 3.2) == .undecided)
  }

  @Test("GuitarSet: an excerpt with a known annotation error has no track")
  func guitarSetKnownErrors() throws {
    let wav = MadeSound.wav(duration: 1, rate: 8000, notes: [])
    let (described, rows) = try describe(
      .guitarSet,
      ["a/04_BN3-154-E_comp_mic.wav": wav, "b/04_BN3-154-E_comp.jams": Data("{}".utf8)])
    #expect(described.first?.track == nil)
    #expect(rows.first?.annotation == nil && rows.first?.note?.contains("not scored") == true)
  }

  @Test("Guitar-TECHS: the middle of a note that sounds alone is its key's pitch")
  func guitarTechs() throws {
    let wav = MadeSound.wav(duration: 4, rate: 8000, notes: [])
    let top = "P1_singlenotes/P1_singlenotes"
    let (described, rows) = try describe(
      .guitarTechs,
      [
        "\(top)/audio/directinput/directinput_all.wav": wav,
        "\(top)/audio/micamp/micamp_all.wav": wav, "\(top)/midi/midi_all.mid": MadeArchives.midi,
      ])
    #expect(described.map(\.source) == ["directinput", "micamp"])
    #expect(rows.map(\.kind) == [.phrase, .phrase])
    let states = try #require(described.first?.track).states
    // E2 is 82.4069 Hz in equal temperament, A2 110 Hz.
    guard case .pitch(let first) = states[100], case .pitch(let second) = states[300] else {
      Issue.record("no pitch in the middle of a note")
      return
    }
    #expect(abs(first - 82.4069) < 1e-4 && second == 110)
    #expect([0, 19, 185, 199, 219, 385, 399].allSatisfy { states[$0] == .undecided })
    #expect(states[20] == states[100] && states[184] == states[100])
  }

  @Test(
    "EGFxSet: the note follows from string and fret",
    arguments: [
      ("6-0", 40), ("5-0", 45), ("4-0", 50), ("3-0", 55), ("2-0", 59), ("1-0", 64), ("1-22", 86),
      ("6-12", 52),
    ])
  func egfxSet(name: String, midi: Int) throws {
    let wav = MadeSound.wav(duration: 2.5, rate: 8000, notes: [])
    let (_, rows) = try describe(.egfxSet, ["Clean/Clean/Bridge-Middle/\(name).wav": wav])
    let row = try #require(rows.first)
    #expect((row.kind, row.nominalNote, row.source) == (.singleNote, midi, "Bridge-Middle"))
    let pitch = 440 * exp2(Double(midi - 69) / 12)
    #expect(abs((row.consensus?.value ?? 0) - pitch) < 1e-9)
    // No measurement: cents must not be scored against it.
    #expect(row.trust == .c && row.trust?.allowsCents == false)
    #expect(row.steady == 1...2 && row.onset == nil)
  }

  @Test("a file outside the published layout is refused by name")
  func refusesOthers() throws {
    let wav = MadeSound.wav(duration: 2.5, rate: 8000, notes: [])
    let short = MadeSound.wav(duration: 1, rate: 8000, notes: [])
    let rows: [(DownloadLayout, [String: Data], String)] = [
      (.guitarSet, ["00_solo_mic.wav": wav], "has no annotation 00_solo.jams"),
      (.guitarSet, ["00_duet_mic.wav": wav], "is neither a solo nor a comp excerpt"),
      (.guitarSet, ["0_solo_mic.wav": wav, "0_solo.jams": Data("[".utf8)], "is no JAMS document"),
      (.guitarSet, ["0_solo_mic.wav": Data("x".utf8), "0_solo.jams": Data()], "can't be read as"),
      (.guitarSet, ["0_solo.jams": Data()], "holds no recordings"),
      (.guitarTechs, ["a/audio/micamp/micamp_x.wav": wav], "has no annotation a/midi/midi_x.mid"),
      (
        .guitarTechs,
        ["a/audio/micamp/micamp_x.wav": wav, "a/midi/midi_x.mid": Data("MThd".utf8)],
        "is no MIDI file"
      ),
      (.egfxSet, ["a/7-0.wav": wav], "is not named after a string and a fret"),
      (.egfxSet, ["a/6.wav": wav], "is not named after a string and a fret"),
      (.egfxSet, ["a/6-25.wav": wav], "is not named after a string and a fret"),
      (.egfxSet, ["a/6-0.wav": short], "is only 1.0 s long"),
      (.egfxSet, [:], "holds no recordings"),
    ]
    for (layout, files, words) in rows {
      #expect("\(words)") {
        try describe(layout, files)
      } throws: { error in
        guard case .contentsUnexpected(_, let reason) = error as? DownloadError else {
          return false
        }
        return reason.contains(words)
      }
    }
  }

  /// Describes files, and reads the manifest back as the bench does.
  @discardableResult
  private func describe(
    _ layout: DownloadLayout, _ files: [String: Data]
  ) throws -> ([DescribedRecording], [CorpusRecording]) {
    let place = try TemporaryDirectory(holding: files)
    let described = try layout.describe(files.keys.sorted(), in: place.path) { _, _ in }
    let text = CorpusManifest.text(described, licence: "CC BY 4.0, \"as is\"")
    return (described, try CorpusTable.parse(text))
  }
}
