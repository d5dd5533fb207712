// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Aligned melody")
struct AlignedMelodyTests {
  static func track(_ series: Golden.Melody.Series) throws -> PitchTrack {
    // mir_eval's signs: 0 is no frequency; negative is an unvoiced guess unless voicing is given.
    let points = series.times.indices.map { index in
      let frequency = series.frequencies[index]
      return PitchTrack.Point(
        seconds: series.times[index], frequency: frequency == 0 ? nil : Hertz(abs(frequency)),
        voicing: series.voicing?[index] ?? (frequency > 0 ? 1 : 0))
    }
    return try PitchTrack(points)
  }

  static func check(_ melody: AlignedMelody, _ expected: Golden.MelodyMetrics, _ name: String) {
    #expect(agree(melody.voicingRecall, expected.voicingRecall), "\(name)")
    #expect(agree(melody.voicingFalseAlarm, expected.voicingFalseAlarm), "\(name)")
    for (index, tolerance) in ScoringThreshold.tolerances.enumerated() {
      let name = "\(name) at \(tolerance.value) cents"
      let pitch = melody.rawPitchAccuracy(within: tolerance)
      let chroma = melody.rawChromaAccuracy(within: tolerance)
      let overall = melody.overallAccuracy(within: tolerance)
      #expect(agree(pitch, expected.rawPitchAccuracy[index]), "pitch, \(name)")
      #expect(agree(chroma, expected.rawChromaAccuracy[index]), "chroma, \(name)")
      #expect(agree(overall, expected.overallAccuracy[index]), "overall, \(name)")
    }
  }

  @Test("agrees with mir_eval on tracks of any hop, length and voicing")
  func tracks() throws {
    let cases = try Golden.load("melody", as: Golden.Melody.self).melody
    #expect(cases.count == 58)
    for row in cases {
      let melody = AlignedMelody(
        reference: try Self.track(row.reference), estimate: try Self.track(row.estimate),
        hop: row.hop)
      #expect(melody.frames.count == row.frames, "\(row.name)")
      Self.check(melody, row.expected, row.name)
    }
  }

  @Test("agrees with mir_eval on aligned frames, also without frames")
  func aligned() throws {
    let cases = try Golden.load("melody", as: Golden.Melody.self).aligned
    #expect(cases.count == 20)
    for row in cases {
      let pitch = { (cents: Double) in cents == 0 ? nil : cents }
      let frames = row.refCent.indices.map { index in
        AlignedMelody.Frame(
          referenceVoicing: row.refVoicing[index], referenceCents: pitch(row.refCent[index]),
          estimateVoicing: row.estVoicing[index], estimateCents: pitch(row.estCent[index]))
      }
      Self.check(AlignedMelody(frames), row.expected, row.name)
    }
  }

  @Test("an empty estimate is silent, an empty reference leaves nothing to score")
  func empty() throws {
    let track = try PitchTrack([
      .init(seconds: 0, frequency: Hertz(110)), .init(seconds: 0.1, frequency: nil),
    ])
    let silent = MelodyScore(AlignedMelody(reference: track, estimate: PitchTrack()))
    #expect(silent.voicingRecall == 0)
    #expect(silent.voicingFalseAlarm == 0)
    #expect(silent.rawPitchAccuracy == [0, 0, 0, 0, 0])
    #expect(silent.overallAccuracy == 0.5)
    for hop in [nil, 0.01] {
      let nothing = AlignedMelody(reference: PitchTrack(), estimate: track, hop: hop)
      #expect(nothing.frames.isEmpty)
      let score = MelodyScore(nothing)
      #expect(score.voicingRecall == nil)
      #expect(score.rawPitchAccuracy == nil)
      #expect(score.overallAccuracy == nil)
    }
  }

  @Test("a file counts in the average only where the metric is defined for it")
  func undefined() throws {
    let voiced = try PitchTrack([.init(seconds: 0, frequency: Hertz(110))])
    let unvoiced = try PitchTrack([.init(seconds: 0, frequency: nil)])
    var tally = MelodyTally()
    tally.record(MelodyScore(AlignedMelody(reference: voiced, estimate: unvoiced)))
    tally.record(MelodyScore(AlignedMelody(reference: unvoiced, estimate: unvoiced)))
    #expect(tally.voicingRecall == Measurements([0]))
    #expect(tally.voicingFalseAlarm == Measurements([0]))
    #expect(tally.rawPitchAccuracy[0] == Measurements([0]))
    #expect(tally.overallAccuracy == Measurements([0, 1]))
  }
}
