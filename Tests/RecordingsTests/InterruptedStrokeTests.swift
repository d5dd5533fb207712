// SPDX-License-Identifier: MIT

import Acoustics
import Datasets
import Evaluation
import Foundation
import OfflineAnalysis
import PitchDetection
import TestSignals
import Testing
import Tuning

/// A stroke of six recorded strings with a noise in it, or cut while the strings ring.
@Suite("Strokes that are interrupted")
struct InterruptedStrokeTests {
  private static let rate = SampleRate(48_000)
  /// The seconds from the start to the first string, from string to string, and to the noise.
  private static let first = 0.3
  private static let gap = 0.02
  private static let noise = 2.0

  private static let strings = InstrumentTuning.standard.strings
  private static let targets = strings.map {
    StrumString(target: ReferencePitch.concert.frequency(of: $0.note))
  }

  /// Returns 4 s with the strings of one guitar, each scaled to the same peak.
  private static func stroke() throws -> [Float] {
    let set = try InstalledSet("guitarsounds")
    var stroke = [Float](repeating: 0, count: 4 * rate.hertz)
    for (index, string) in strings.enumerated() {
      let recording = try #require(
        set.manifest.recordings.first {
          $0.file.hasPrefix("Wood") && $0.reference.nominalNote == string.note.midi
        })
      let (samples, rate) = try set.samples(of: recording)
      try #require(rate == Self.rate)
      let onset = Int((recording.reference.onset ?? 0) * Double(rate.hertz))
      let start = Int((first + gap * Double(index)) * Double(rate.hertz))
      let peak = samples.reduce(0) { max($0, abs($1)) }
      for (place, sample) in samples.dropFirst(onset).prefix(stroke.count - start).enumerated() {
        stroke[start + place] += 0.15 / peak * sample
      }
    }
    return stroke
  }

  private func analyse(_ samples: [Float]) throws -> (updates: [StrumUpdate], strokes: [Stroke]) {
    var analysis = try StrumAnalysis(
      StrumConfiguration(strings: Self.targets, sampleRate: Self.rate), updateRate: .standard)
    var (updates, strokes): ([StrumUpdate], [Stroke]) = ([], [])
    let take = { (event: StrumAnalysis.Event) in
      switch event {
      case .update(let update): updates.append(update)
      case .stroke(let stroke): strokes.append(stroke)
      }
    }
    analysis.append(samples.span, take)
    analysis.finish(take)
    return (updates, strokes)
  }

  /// Returns the number of updates in which each string sounds, from a time on in seconds.
  private func soundingCounts(_ updates: [StrumUpdate], from seconds: Double) -> [Int] {
    let late = updates.filter { $0.position.seconds(at: Self.rate) >= seconds }
    return Self.targets.indices.map { string in
      late.count { $0.readings[string].state == .sounding }
    }
  }

  /// A noise in a stroke.
  enum Noise: CaseIterable {
    case tap, click

    func replace(_ samples: inout [Float], at start: Int) {
      switch self {
      case .tap:
        var gaussian = GaussianSource(SplitMix64(seed: 1))
        for index in 0..<4800 {
          samples[start + index] += Float(0.1 * gaussian.next() * exp(-Double(index) / 480))
        }
      case .click: for index in 0..<96 { samples[start + index] = .nan }
      }
    }
  }

  @Test("are heard again after a noise, but for the faintest string", arguments: Noise.allCases)
  func noise(_ noise: Noise) throws {
    let clean = try Self.stroke()
    var samples = clean
    noise.replace(&samples, at: Int(Self.noise * Double(Self.rate.hertz)))
    let (updates, strokes) = try analyse(samples)
    #expect(strokes.count == 1)
    // The shortest windows after the noise and the decision about it take half a second.
    let expected = soundingCounts(try analyse(clean).updates, from: Self.noise + 0.5)
    let counts = soundingCounts(updates, from: Self.noise + 0.5)
    let heard = zip(counts, expected).count { Double($0) >= 0.8 * Double($1) }
    // E4 is too faint by then for the windows after the noise.
    #expect(heard >= 5, "\(counts) of \(expected)")
  }

  @Test("begin with the recording if it is cut while they ring", arguments: [1.2, 2])
  func cut(seconds: Double) throws {
    let samples = try Self.stroke()
    let (_, strokes) = try analyse(Array(samples[Int(seconds * Double(Self.rate.hertz))...]))
    try #require(strokes.count == 1)
    #expect(strokes[0].start == .start)
    #expect(strokes[0].readings.count { $0.state == .sounding } >= 4)
    for reading in strokes[0].readings where reading.state == .sounding {
      #expect(abs(try #require(reading.deviation).value) < 15)
    }
  }
}
