// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import TestSignals
import Testing
import TunerState
import Tuning

@Suite("The settled readings of a stroke")
struct SettledReadingsTests {
  private static let rate = SampleRate(44_100)
  private static let targets: [StrumTarget] = {
    let system = PitchSystem(reference: .concert, temperament: .equal)
    return StrumTarget.targets(of: (try? InstrumentTuning.standard.tunedStrings(in: system)) ?? [])
  }()

  /// Returns the readings of an update: strings wander, fall silent, and are unclear.
  private func readings(_ draw: inout SplitMix64) -> StringReadings {
    var readings = StringReadings(count: Self.targets.count)
    for (index, target) in Self.targets.enumerated() {
      switch Int.random(in: 0..<6, using: &draw) {
      case 0: readings[index].state = .unclear
      case 1: break
      default:
        let frequency = target.frequency.raised(
          by: Cents(Double(Int.random(in: 0..<600, using: &draw)) / 10 - 30))
        readings[index] = StringReading(
          state: .sounding, frequency: frequency,
          deviation: frequency.interval(above: target.frequency),
          sigma: Cents(Double(Int.random(in: 0..<30, using: &draw)) / 10), confidence: 0.95)
      }
    }
    return readings
  }

  @Test("of the screen are those of a printed line, to the bit", arguments: UInt64(1)...40)
  func equal(seed: UInt64) throws {
    var draw = SplitMix64(seed: seed, name: "strokes")
    var strokes = LiveStrokes(stringCount: Self.targets.count)
    var view = StrumView()
    _ = view.reduce(.retarget(Self.targets))
    _ = view.reduce(.begin)
    var (printed, shown): ([[StringReading]], [[StringReading?]]) = ([], [])
    var onset = SamplePosition(1000)
    for update in 1...200 {
      let position = SamplePosition(Int64(update) * 2205)
      if Int.random(in: 0..<40, using: &draw) == 0 { onset = position }
      let isHeard = Int.random(in: 0..<4, using: &draw) > 0
      let result = StrumResult(
        timestamp: position, sampleRate: Self.rate, onsets: onset...onset,
        readings: isHeard ? readings(&draw) : StringReadings(count: Self.targets.count))
      let settledBefore = view.settledStroke
      printed += strokes.append(result).map(\.readings)
      // The time of arrival must not matter.
      let late = Duration.milliseconds(Int.random(in: 0..<40, using: &draw))
      _ = view.reduce(.result(result, at: .milliseconds(50 * update) + late))
      if view.settledStroke != settledBefore { shown.append(view.strings.map(\.settledReading)) }
    }
    #expect(shown.count > 0)
    // A stroke that the next one cuts short is printed, but not shown.
    for readings in shown { #expect(printed.contains { $0.map(Optional.some) == readings }) }
  }

  @Test(
    "are unclear for a string that sounds in few of the updates that measure it",
    arguments: [(2, 24, false), (4, 24, false), (6, 24, true), (24, 24, true), (6, 6, true)])
  func fewUpdates(sounding: Int, measured: Int, isSounding: Bool) {
    var stroke = StrokeReadings(stringCount: Self.targets.count)
    for update in 0..<24 {
      var readings = StringReadings(count: Self.targets.count)
      if update < measured {
        readings[3] = StringReading(
          state: update < sounding ? .sounding : .unclear, frequency: Self.targets[3].frequency,
          deviation: Cents(0), sigma: Cents(1), confidence: update < sounding ? 0.9 : 0.5)
      }
      stroke.append(
        StrumResult(
          timestamp: SamplePosition(Int64(update + 1) * 2205), sampleRate: Self.rate,
          onsets: SamplePosition(1000)...SamplePosition(1000), readings: readings))
    }
    #expect(stroke.reading(ofString: 3).state == (isSounding ? .sounding : .unclear))
  }

  @Test("are none before a stroke settles, and after the next one begins")
  func gone() {
    var view = StrumView()
    _ = view.reduce(.retarget(Self.targets))
    _ = view.reduce(.begin)
    func hear(_ milliseconds: Int, onset: Int64) {
      var readings = StringReadings(count: Self.targets.count)
      // A repeated frequency is no measurement.
      let frequency = Self.targets[2].frequency.raised(by: Cents(Double(milliseconds) * 1e-10))
      readings[2] = StringReading(
        state: .sounding, frequency: frequency, deviation: Cents(0),
        sigma: Cents(0.1), confidence: 0.95)
      let result = StrumResult(
        timestamp: SamplePosition(Int64(milliseconds) * 441 / 10), sampleRate: Self.rate,
        onsets: SamplePosition(onset)...SamplePosition(onset), readings: readings)
      _ = view.reduce(.result(result, at: .milliseconds(milliseconds)))
    }
    for time in stride(from: 50, to: 1250, by: 50) {
      hear(time, onset: 0)
      #expect(view.strings[2].settledReading == nil)
    }
    hear(1250, onset: 0)
    #expect(view.strings[2].settledReading?.deviation == Cents(0))
    #expect(view.strings[0].settledReading == .unmeasured(.silent))
    hear(1300, onset: 56_000)
    #expect(view.strings.allSatisfy { $0.settledReading == nil })
  }
}
