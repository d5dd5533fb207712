// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("LastingTime")
struct LastingTimeTests {
  private static let update = 0.005
  /// The score of a comb that has clearly found partials.
  private static let clear = 12.0

  /// Adds readings of `cents` relative to a pitch, one each update; `nil` for no pitch.
  private func add(
    _ cents: [Double?], about frequency: Double = 82.41, evidence: Double? = Self.clear,
    to time: inout LastingTime
  ) {
    for distance in cents {
      time.add(
        distance.map { frequency * (1 + $0 * 5.778e-4) }, evidence: evidence, after: Self.update)
    }
  }

  /// Returns the time after readings of `cents` relative to a pitch, one each update.
  private func lasting(
    _ cents: [Double?], about frequency: Double = 82.41, evidence: Double? = Self.clear
  ) -> Double {
    var time = LastingTime()
    add(cents, about: frequency, evidence: evidence, to: &time)
    return time.seconds
  }

  private func steady(_ count: Int = 101) -> [Double?] { Array(repeating: 0, count: count) }

  @Test("counts readings that scatter by 20 cents about one pitch")
  func countsScatter() {
    let readings = (0..<101).map { $0.isMultiple(of: 2) ? -10.0 : 10.0 }
    #expect(abs(lasting(readings) - 0.5) < 1e-9)
  }

  @Test("counts at most a second")
  func isBounded() {
    #expect(abs(lasting(steady(1000)) - 1) < 1e-9)
  }

  @Test(
    "allows 2 Hz about the mean, at most 40 cents",
    arguments: [(41.2, 35.0, true), (41.2, 45, false), (164.8, 15, true), (164.8, 25, false)])
  func limitsTheScatter(frequency: Double, cents: Double, isCounted: Bool) {
    #expect((lasting(steady() + [cents], about: frequency) > 0.5) == isCounted)
  }

  @Test("reports the scatter of the readings as a share of their mean")
  func measuresScatter() {
    var time = LastingTime()
    add((0..<1000).map { $0.isMultiple(of: 2) ? 17.3 : -17.3 }, to: &time)
    #expect(abs(time.scatter - 0.01) < 0.0005)
  }

  @Test("does not count a pitch that runs away")
  func rejectsRunningPitch() {
    let readings = (0..<101).map { 20.0 * Double($0) }
    #expect(lasting(readings) < 0.05)
  }

  @Test(
    "counts nothing at a reading that disagrees, and most of the time at the next that agrees",
    arguments: [200, nil] as [Double?])
  func survivesOneOutlier(outlier: Double?) {
    #expect(lasting(steady() + [outlier]) == 0)
    let after = lasting(steady() + [outlier, 0])
    #expect(after > 0.4)
    #expect(after < 0.5)
  }

  @Test("ends when the readings disagree for a tenth of the time they had agreed")
  func ends() {
    let away = Array(repeating: 400.0 as Double?, count: 11)
    #expect(lasting(steady() + away + [0]) == 0)
    #expect(lasting(steady() + away.prefix(8) + [0]) > 0)
  }

  // MARK: - Onsets

  @Test("survives an onset after which short windows have no pitch, or a wrong one")
  func survivesAnOnset() {
    var time = LastingTime()
    add(steady(), to: &time)
    time.noteBegan()
    add([nil, 1590, nil, nil, 400], evidence: nil, to: &time)
    #expect(time.seconds == 0)
    add([0], evidence: nil, to: &time)
    #expect(time.seconds >= 0.5)
  }

  @Test("does not survive an onset that comes before the pitch has lasted")
  func forgetsWhatHasNotLasted() {
    var time = LastingTime()
    add(steady(50), to: &time)
    time.noteBegan()
    add(steady(10), to: &time)
    #expect(time.seconds < 0.06)
  }

  @Test("takes the pitch after an onset if it stays another one")
  func takesTheNextPitch() {
    var time = LastingTime()
    add(steady(), to: &time)
    time.noteBegan()
    add(steady(130), about: 110, to: &time)
    #expect(time.seconds >= 0.5)
    add(steady(1), to: &time)
    #expect(time.seconds == 0)
  }

  // MARK: - Sources other than strings

  @Test("counts nothing at a line of mains hum", arguments: [50.0, 60, 100, 120, 49.8, 120.5])
  func rejectsHum(frequency: Double) {
    #expect(lasting(steady(), about: frequency) == 0)
  }

  @Test("counts a clear string whose mean is off a line of the mains", arguments: [49.5, 61, 101])
  func countsBesideHum(frequency: Double) {
    #expect(lasting(steady(), about: frequency) >= 0.5)
    #expect(lasting(steady(), about: frequency, evidence: 7) == 0)
  }

  @Test("counts nothing beside a line of the mains while the readings scatter as far")
  func rejectsScatterBesideHum() {
    let readings = (0..<201).map { $0.isMultiple(of: 2) ? -20.0 as Double? : 20 }
    #expect(lasting(readings, about: 49.5) == 0)
    #expect(lasting(readings, about: 41.2) >= 0.5)
  }

  @Test("counts nothing without the evidence of a comb", arguments: [nil, 4] as [Double?])
  func needsAComb(evidence: Double?) {
    #expect(lasting(steady(), evidence: evidence) == 0)
    #expect(lasting(steady(), evidence: 8) >= 0.5)
  }

  @Test("needs a clearer comb at the speed of a motor", arguments: [46.8, 47.9, 56.5])
  func rejectsMotors(frequency: Double) {
    #expect(lasting(steady(), about: frequency, evidence: 6) == 0)
    #expect(lasting(steady(), about: frequency, evidence: 9) >= 0.5)
    #expect(lasting(steady(), about: 41.2, evidence: 6) >= 0.5)
  }

  @Test("knows the speeds of a motor until the comb has found the partials of a string")
  func mayBeMotor() {
    var time = LastingTime()
    #expect(time.mayBeMotor(at: 47))
    #expect(!time.mayBeMotor(at: 41.2))
    add(steady(), about: 47, evidence: 6, to: &time)
    #expect(time.mayBeMotor(at: 47))
    add(steady(), about: 47, evidence: 9, to: &time)
    #expect(!time.mayBeMotor(at: 47))
  }
}
