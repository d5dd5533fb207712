// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import OfflineAnalysis
import PitchDetection
import Testing
import Tuning

/// Recordings of one note, each the lowest or second-lowest string of a standard tuning that is
/// transposed to it.
@Suite("Strokes of one recorded string")
struct SingleStringStrokeTests {
  /// The largest transposition in semitones, at which strings still resemble those of a guitar.
  private static let farthest = 4

  /// Returns the strings that a recording's strokes report beside the lowest or second-lowest.
  private func others(in samples: [Float], rate: SampleRate, note: Int, played: Int) throws -> Int {
    let notes = InstrumentTuning.standard.strings.map(\.note.midi)
    let strings = notes.map {
      StrumString(
        target: ReferencePitch.concert.frequency(of: Note(midi: $0 + note - notes[played])))
    }
    var analysis = try StrumAnalysis(
      StrumConfiguration(strings: strings, sampleRate: rate), updateRate: .standard)
    var others = 0
    let take = { (event: StrumAnalysis.Event) in
      guard case .stroke(let stroke) = event else { return }
      for (index, reading) in stroke.readings.enumerated()
      where index != played && reading.state == .sounding { others += 1 }
    }
    analysis.append(samples.span, take)
    analysis.finish(take)
    return others
  }

  @Test("hardly ever report the strings whose partials lie at those of the string")
  func singleStrings() throws {
    let notes = InstrumentTuning.standard.strings.map(\.note.midi)
    var (count, invented) = (0, 0)
    for name in ["guitarsounds", "fluidr3", "freepats"] {
      let set = try InstalledSet(name)
      for recording in set.manifest.recordings
      where !recording.reference.instrument.contains("Bass") {
        guard let note = recording.reference.nominalNote else { continue }
        for played in 0...1 where abs(note - notes[played]) <= Self.farthest {
          let (samples, rate) = try set.samples(of: recording)
          count += 1
          invented += try others(in: samples, rate: rate, note: note, played: played)
        }
      }
    }
    try #require(count > 30)
    #expect(invented <= 2, "\(invented) strings that nobody played, in \(count) strokes")
  }
}
