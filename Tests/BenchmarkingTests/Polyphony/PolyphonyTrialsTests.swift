// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Foundation
import ProgramRunning
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Trials of polyphony")
struct PolyphonyTrialsTests {
  private static let notes = 40..<50

  /// Writes ten notes of each instrument with a manifest.
  private func set(of instruments: [String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    var rows =
      "path,source,licence,instrument,kind,technique,nominal_midi,f1_hz,partial1_hz,"
      + "partial1_rel_db,period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,trust,onset_s,"
      + "steady_t0_s,steady_t1_s,sample_rate,duration_s,clipped_samples,annotation,note\n"
    let samples = [Float](repeating: 0.1, count: 8000)
    for instrument in instruments {
      for midi in Self.notes {
        let file = "\(instrument) \(midi).wav"
        var writer = try AudioFileWriter(
          path: directory.path + "/" + file, sampleRate: SampleRate(8000))
        try writer.write(samples.span)
        try writer.finish()
        let hertz = TestNote(midi).frequency.value
        rows +=
          "\(file),made,CC0,\(instrument),single-note,,\(midi),\(hertz),\(hertz),0,\(hertz),"
          + "\(hertz),0,0,0,A,0.1,0.3,0.9,8000,1,0,,\n"
      }
    }
    try directory.write(Data(rows.utf8), to: "manifest.csv")
    return directory
  }

  private func trials(_ sets: [TemporaryDirectory]) throws -> [PolyphonyTrial] {
    try PolyphonyTrials.list(ItemList.joined(sets.map { try DatasetItems.directory($0.path) }))
  }

  @Test("the random chords of a set do not depend on the sets that are named before it")
  func order() throws {
    let (first, second) = (try set(of: ["guitar"]), try set(of: ["guitar"]))
    let alone = try trials([second]).filter { $0.group == .chord }.map(\.name)
    let both = try trials([first, second]).filter { $0.group == .chord }.map(\.name)
    #expect(alone.count == 48)
    #expect(both.count == 96 && Array(both.suffix(48)) == alone)
  }

  @Test("sums of distorted notes are no chords; the notes and other instruments are trials")
  func distorted() throws {
    let made = try set(of: ["Palm Muted Guitar", "Overdrive Guitar", "Distortion Guitar"])
    let trials = try trials([made])
    #expect(trials.count { $0.group == .note } == 3 * Self.notes.count)
    let chords = trials.filter { $0.group == .chord }
    #expect(chords.count == 48)
    #expect(chords.allSatisfy { $0.name.contains("Palm Muted Guitar: ") })
  }
}
