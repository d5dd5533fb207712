// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Foundation
import ProgramRunning
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Recorded notes of strings")
struct GuitarNotesTests {
  /// Writes one recording of plucked strings with a manifest in a new directory, and lists it.
  ///
  /// - Parameters:
  ///   - plucks: MIDI numbers with the times of pluck and stop in seconds.
  ///   - instrument: its name in the manifest.
  ///   - kind: its kind in the manifest.
  ///   - references: its fields from the nominal note to the end of the steady part.
  ///   - annotation: a JAMS document.
  /// - Returns: the notes.
  /// - Throws: where the recording can't be written or read.
  private func notes(
    _ plucks: [(midi: Int, onset: Double, stop: Double)], instrument: String = "guitar",
    kind: String, references: String, annotation: String? = nil
  ) throws -> [GuitarNote] {
    let directory = try TemporaryDirectory()
    let signal = TestSignal(
      plucks: plucks.map { pluck in
        let string = StringModel(
          fundamental: TestNote(pluck.midi).frequency.raised(by: Cents(7)),
          spectrum: PartialSpectrum(pluckPoint: 0.21, pickup: 0.17), decayTime: 2,
          level: Decibels(-20))
        return Pluck(string: string, onset: pluck.onset, stop: pluck.stop)
      }, noise: Noise(colour: .white, power: 1e-8, seed: 1), duration: 5)
    let samples = signal.render(at: SampleRate(48_000))
    var writer = try AudioFileWriter(
      path: directory.path + "/a.wav", sampleRate: SampleRate(48_000))
    try writer.write(samples.span)
    try writer.finish()
    if let annotation {
      try annotation.write(toFile: directory.path + "/a.jams", atomically: true, encoding: .utf8)
    }
    let header =
      "path,source,licence,instrument,kind,technique,nominal_midi,f1_hz,partial1_hz,"
      + "partial1_rel_db,period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,trust,onset_s,"
      + "steady_t0_s,steady_t1_s,sample_rate,duration_s,clipped_samples,annotation,note\n"
    let row =
      "a.wav,made,CC0,\(instrument),\(kind),,\(references),48000,5,0,"
      + "\(annotation == nil ? "" : "a.jams"),\n"
    try (header + row).write(
      toFile: directory.path + "/manifest.csv", atomically: true, encoding: .utf8)
    return try withExtendedLifetime(directory) {
      try GuitarNotes(DatasetItems.directory($0.path)).notes
    }
  }

  private static let measured = "45,110.4458,110.4458,0,110.4458,110.4458,0,0,0,A,0.5,0.8,2"
  private static let unmeasured = ",,,,,,,,,,,,"

  @Test("are taken from single notes with a trusted first partial")
  func single() throws {
    let notes = try notes([(45, 0.5, 4.5)], kind: "single-note", references: Self.measured)
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    #expect(note.onset == 24_000 && note.firstPartial == Hertz(110.4458))
    #expect(abs(note.length - 4.5) < 0.01)
  }

  @Test("leave out basses, muted or distorted strings, and uncertain or short notes")
  func refused() throws {
    for instrument in ["electric bass", "Palm Muted Guitar", "Overdriven Guitar"] {
      #expect(
        try notes(
          [(45, 0.5, 4.5)], instrument: instrument, kind: "single-note",
          references: Self.measured
        ).isEmpty)
    }
    for (old, new) in [(",A,", ",C,"), (",0,110", ",-40,110")] {
      let references = Self.measured.replacingOccurrences(of: old, with: new)
      #expect(references != Self.measured)
      #expect(try notes([(45, 0.5, 4.5)], kind: "single-note", references: references).isEmpty)
    }
    let short = try notes([(45, 0.5, 0.9)], kind: "single-note", references: Self.measured)
    #expect(short.isEmpty)
  }

  /// GuitarSet and Guitar-TECHS have phrases: a pitch over time or notes, and no measured partial.
  @Test("are taken from phrases where a note rings alone, and measured there")
  func phrase() throws {
    let plucks: [(Int, Double, Double)] = [(45, 0.5, 2.2), (50, 2.2, 2.9), (55, 2.9, 4.9)]
    // The annotation is up to a fifth of a second late, and a key's pitch.
    let data = plucks.map { midi, onset, stop in
      "{\"time\":\(onset + 0.15),\"duration\":\(stop - onset - 0.2),\"value\":\(midi),"
        + "\"confidence\":null}"
    }
    let jams =
      "{\"annotations\":[{\"namespace\":\"note_midi\",\"data\":[\(data.joined(separator: ","))]}]}"
    let notes = try notes(
      plucks, kind: "phrase", references: Self.unmeasured, annotation: jams)
    #expect(notes.count == 2)
    for (note, expected) in zip(notes, [(45, 0.5), (55, 2.9)]) {
      let pitch = TestNote(expected.0).frequency.raised(by: Cents(7))
      #expect(abs(note.firstPartial.interval(above: pitch).value) < 0.05)
      #expect(abs(note.onset / 48_000 - expected.1) <= 0.01)
    }
    #expect(Set(notes.map(\.name)).count == 2)
    let chord = try self.notes(
      plucks, kind: "chord", references: Self.unmeasured, annotation: jams)
    #expect(chord.isEmpty)
  }
}
