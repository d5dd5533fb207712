// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import NoteTracking
import Testing
import Tuning

/// References are the manifests': measured independently of this package.
@Suite("Recordings, by YIN")
struct FirstDetectorTests {
  @Test("recognises all twelve open strings of guitarsounds, once each, with their cents")
  func openStrings() throws {
    let set = try InstalledSet("guitarsounds")
    try #require(set.manifest.recordings.count == 12)
    for recording in set.manifest.recordings {
      let notes = try set.hear(recording).notes
      try #require(notes.count == 1, "\(recording.file): \(notes.map(\.note.description))")
      guard case .string(let string) = notes[0].target else {
        Issue.record("\(recording.file) has no string")
        continue
      }
      #expect(string.position == recording.string, "\(recording.file)")
      #expect(notes[0].note.midi == recording.reference.nominalNote, "\(recording.file)")
      // The onset is known to a hundredth; a reading is due every twentieth and needs 85 ms.
      let onset = try #require(recording.reference.onset)
      let start = notes[0].start.seconds(at: recording.reference.sampleRate)
      #expect((onset...onset + 0.3).contains(start), "\(recording.file) starts at \(start)")
      let period = try #require(recording.reference.period)
      let error = notes[0].frequency.interval(above: period)
      #expect(error.magnitude < Cents(2), "\(recording.file): \(error.value)")
    }
  }

  @Test(
    "is within 50 cents on every trusted pluck of FluidR3, by its median frame",
    arguments: [20, 60])
  func sampledPlucks(rate: Int) throws {
    let set = try InstalledSet("fluidr3")
    let graded = set.manifest.recordings.filter { recording in
      guard let period = recording.reference.period, recording.reference.trust?.allowsCents == true
      else { return false }
      return (41...1320).contains(period.value)
    }
    // 120 recordings of trust A and B, less one harmonic above 1.32 kHz.
    try #require(graded.count == 119)
    for recording in graded {
      let results = try set.hear(recording, updates: UpdateRate(updates: rate)).results
      let period = try #require(recording.reference.period)
      let steady = try #require(recording.reference.steady)
      let heard = results.compactMap { result -> (time: Double, cents: Double)? in
        guard let estimate = result.estimate, result.confidence >= TuningState.clearConfidence
        else { return nil }
        return (
          result.timestamp.seconds(at: recording.reference.sampleRate),
          estimate.frequency.interval(above: period).value
        )
      }
      let whole = try #require(median(heard.map(\.cents)), "\(recording.file) is silent")
      #expect(abs(whole) < 50, "\(recording.file): \(whole)")
      let inside = try #require(
        median(heard.filter { steady.contains($0.time) }.map(\.cents)),
        "\(recording.file) is silent in its steady part")
      #expect(abs(inside) < 50, "\(recording.file): \(inside)")
    }
  }
}
