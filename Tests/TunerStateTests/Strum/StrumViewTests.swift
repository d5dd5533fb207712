// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("The view of strokes")
struct StrumViewTests {
  @Test("begins with every string awaited, and hears nothing before it listens")
  func initial() {
    var view = StrumView()
    _ = view.reduce(.retarget(Strumming.targets))
    #expect(view.strings.map(\.target.string.position) == [6, 5, 4, 3, 2, 1])
    #expect(view.strings.allSatisfy { $0.freshness(at: .seconds(9)) == .awaited })
    #expect(view.strings.allSatisfy { $0.markerPosition == 0.5 && $0.markerColor == .grey })
    let before = view
    #expect(view.hear([0: 3], ms: 0) == [])
    #expect(view == before)
  }

  struct Side: Sendable, CustomTestStringConvertible {
    let cents: Double
    let state: TuningState
    let color: MarkerColor
    let direction: TuningDirection?
    let marker: Double
    var testDescription: String { "\(cents) cents" }
  }

  // The thresholds of the tuner contract: 10 and 25 cents.
  static let sides = [
    Side(cents: -120, state: .veryFlat, color: .red, direction: .up, marker: 0),
    Side(cents: -26, state: .veryFlat, color: .red, direction: .up, marker: 0.37),
    Side(cents: -24, state: .slightlyFlat, color: .yellow, direction: .up, marker: 0.38),
    Side(cents: -11, state: .slightlyFlat, color: .yellow, direction: .up, marker: 0.445),
    Side(cents: -9, state: .inTune, color: .green, direction: nil, marker: 0.455),
    Side(cents: 9, state: .inTune, color: .green, direction: nil, marker: 0.545),
    Side(cents: 11, state: .slightlySharp, color: .yellow, direction: .down, marker: 0.555),
    Side(cents: 26, state: .verySharp, color: .red, direction: .down, marker: 0.63),
    Side(cents: 140, state: .verySharp, color: .red, direction: .down, marker: 1),
  ]

  @Test("every string has the state, colour, direction and marker of its cents", arguments: sides)
  func showsSide(side: Side) {
    for index in 0..<6 {
      var view = StrumView.listening()
      _ = view.hear([index: side.cents], ms: 0)
      let string = view.strings[index]
      #expect(string.tuningState == side.state)
      #expect(string.markerColor == side.color)
      #expect(string.direction == side.direction)
      #expect(abs(string.markerPosition - side.marker) < 1e-9)
      #expect(abs((string.cents?.value ?? .nan) - side.cents) < 1e-9)
      for other in view.strings.indices where other != index {
        #expect(view.strings[other].reading == nil)
      }
    }
  }

  @Test("hysteresis keeps the state of each string by itself")
  func hysteresis() {
    var view = StrumView.listening(.with([.hysteresis: .number(2)]))
    _ = view.hear([0: 9, 1: 11], ms: 0)
    #expect(view.strings[0].tuningState == .inTune)
    #expect(view.strings[1].tuningState == .slightlySharp)
    _ = view.hear([0: 11, 1: 9], ms: 50)
    #expect(view.strings[0].tuningState == .inTune)
    #expect(view.strings[1].tuningState == .slightlySharp)
    _ = view.hear([0: 12.1, 1: 7.9], ms: 100)
    #expect(view.strings[0].tuningState == .slightlySharp)
    #expect(view.strings[1].tuningState == .inTune)
    // Another stroke begins without the state before.
    _ = view.hear([0: 9, 1: 11], onset: 9600, ms: 150)
    #expect(view.strings[0].tuningState == .inTune)
    #expect(view.strings[1].tuningState == .slightlySharp)
  }

  @Test("a stroke replaces the last one; what it does not sound keeps its reading and its age")
  func strokes() {
    var view = StrumView.listening()
    _ = view.hear([0: -20, 1: 4], ms: 1000)
    #expect(view.strokeCount == 1)
    _ = view.hear([0: 1, 2: 30], onset: 200_000, ms: 6000)
    #expect(view.strokeCount == 2)
    #expect(view.strings.map(\.stroke) == [2, 1, 2, nil, nil, nil])
    #expect(view.strings[0].displayCents == 1)
    #expect(view.strings[1].displayCents == 4)
    #expect(view.strings[1].freshness(at: .seconds(6)) == .kept(age: .seconds(5)))
    #expect(view.strings[2].freshness(at: .seconds(6)) == .sounding)
    #expect(view.strings[3].freshness(at: .seconds(6)) == .awaited)
    #expect(view.worstFirst.map(\.target.string.position) == [4])
  }

  @Test("a settled stroke without a string shows the age of its earlier reading at once")
  func missed() {
    var view = StrumView.listening()
    _ = view.hear([0: 3, 1: -20], ms: 0)
    _ = view.hear([0: 3], onset: 4700, ms: 100)
    let missed = view.strings[1]
    // The string may still be found in the stroke.
    #expect(view.freshness(of: missed, at: .milliseconds(400)) == .sounding)
    _ = view.hear([0: 3], onset: 4700, ms: 1300)
    #expect(view.settledStroke == 2)
    #expect(view.freshness(of: missed, at: .milliseconds(1300)) == .kept(age: .milliseconds(1300)))
    #expect(view.freshness(of: view.strings[0], at: .milliseconds(1300)) == .sounding)
    #expect(view.freshness(of: view.strings[2], at: .milliseconds(1300)) == .awaited)
    _ = view.hear([0: 3, 1: 2], onset: 4700, ms: 1350)
    #expect(view.freshness(of: view.strings[1], at: .milliseconds(1350)) == .sounding)
  }

  @Test("a string that ends stays for the grace, and then fades")
  func fades() {
    var view = StrumView.listening()
    _ = view.hear([0: 3], ms: 0)
    _ = view.hear([:], unclear: [0], ms: 50)
    let string = view.strings[0]
    #expect(string.latestState == .unclear)
    #expect(string.freshness(at: .milliseconds(500)) == .sounding)
    #expect(string.freshness(at: .milliseconds(1500)) == .fading(brightness: 0.5))
    #expect(string.freshness(at: .milliseconds(2500)) == .kept(age: .milliseconds(2500)))
    var last = 1.0
    for ms in stride(from: 501, to: 2500, by: 7) {
      guard case .fading(let brightness) = string.freshness(at: .milliseconds(ms)) else {
        Issue.record("not fading after \(ms) ms")
        return
      }
      #expect(brightness < last && brightness > 0)
      last = brightness
    }
    _ = view.hear([0: 4], ms: 3000)
    #expect(view.strings[0].freshness(at: .seconds(3)) == .sounding)
  }

  @Test("settles 1.2 s after the first answer, or half a second after the last sound")
  func settles() {
    var view = StrumView.listening()
    for ms in stride(from: 250, to: 1450, by: 50) {
      _ = view.hear([0: 3, 1: 3], ms: ms)
      #expect(view.settledStroke == 0)
    }
    _ = view.hear([0: 3, 1: 3], ms: 1450)
    #expect(view.settledStroke == 1)
    _ = view.hear([0: 3, 1: 3], onset: 96_000, ms: 2000)
    #expect(view.settledStroke == 1)
    _ = view.hear([:], onset: 96_000, ms: 2500)
    #expect(view.settledStroke == 1)
    _ = view.hear([:], onset: 96_000, ms: 2550)
    #expect(view.settledStroke == 2)
  }

  @Test("an onset without a sounding string is no stroke")
  func tap() {
    var view = StrumView.listening()
    _ = view.hear([0: 3], ms: 0)
    _ = view.hear([:], unclear: [0, 1], onset: 48_000, ms: 1000)
    #expect(view.strokeCount == 1)
    _ = view.hear([1: 3], onset: 96_000, ms: 2000)
    #expect(view.strokeCount == 2)
  }

  // MARK: - Confirmations

  @Test("each string is confirmed once for each stay in tune")
  func confirmsOnce() {
    var view = StrumView.listening()
    var begun = 0
    for ms in stride(from: 0, to: 3000, by: 50) {
      begun += view.hear([0: 2], ms: ms).confirmationCount
    }
    #expect(begun == 1)
    // Another string of the same stroke.
    #expect(view.hear([0: 2, 3: 1], ms: 3000).confirmationCount == 1)
    // Out, for longer than the confirmation is displayed, and in again.
    for ms in stride(from: 3050, to: 6000, by: 50) { _ = view.hear([0: 20, 3: 1], ms: ms) }
    #expect(view.hear([0: 2, 3: 1], ms: 6000).confirmationCount == 1)
    // The next stroke.
    #expect(view.hear([0: 2, 3: 1], onset: 400_000, ms: 6050).confirmationCount == 2)
  }

  @Test("the hold time counts for each string")
  func hold() {
    var view = StrumView.listening(.with([.confirmationHold: .number(0.25)]))
    for ms in stride(from: 0, to: 250, by: 50) {
      #expect(view.hear(ms < 100 ? [0: 2] : [0: 2, 1: 2], ms: ms).confirmationCount == 0)
    }
    let first = view.hear([0: 2, 1: 2], ms: 250)
    #expect(first.confirmationCount == 1)
    #expect(view.strings[0].confirmation?.deadline == .milliseconds(2250))
    #expect(view.hear([0: 2, 1: 2], ms: 350).confirmationCount == 1)
  }

  @Test("a confirmation ends by its timer, its time, acknowledgement, the end and other strings")
  func endings() throws {
    var view = StrumView.listening()
    _ = view.hear([0: 0, 5: 0], ms: 0)
    let token = try #require(view.strings[0].confirmation?.token)
    let other = try #require(view.strings[5].confirmation?.token)
    #expect(token != other)
    var timed = view
    #expect(timed.reduce(.confirmationTimedOut(token)) == [])
    #expect(timed.strings[0].confirmation == nil && timed.strings[5].confirmation != nil)
    #expect(timed.showsConfirmation)
    var late = view
    #expect(late.hear([0: 0, 5: 0], ms: 2000).contains(.cancelConfirmationTimer(token)))
    #expect(!late.showsConfirmation)
    let cancelled: [StrumEffect] = [
      .cancelConfirmationTimer(token), .cancelConfirmationTimer(other),
    ]
    for action in [StrumAction.acknowledge, .end, .retarget([])] {
      var ended = view
      #expect(ended.reduce(action) == cancelled)
      #expect(!ended.showsConfirmation)
    }
    // Numbers are never reused, neither with other strings nor after another beginning.
    for actions in [[StrumAction.retarget(Strumming.targets(of: "dadgad"))], [.end, .begin]] {
      var again = view
      for action in actions { _ = again.reduce(action) }
      let targets = again.strings.map(\.target)
      let result = Strumming.result([0: 0, 5: 0], at: 48_000, targets)
      _ = again.reduce(.result(result, at: .seconds(1)))
      let tokens = [0, 5].compactMap { again.strings[$0].confirmation?.token }
      #expect(tokens.count == 2 && Set(tokens).isDisjoint(with: [token, other]))
    }
  }

  @Test("signals a string that is turned in, and once a stroke that is wholly in tune")
  func signals() {
    var view = StrumView.listening()
    var effects: [StrumEffect] = []
    for ms in stride(from: 0, to: 1500, by: 50) { effects += view.hear([0: 2, 1: 1], ms: ms) }
    #expect(effects.signalCount == 1)
    #expect(effects.confirmationCount == 2)
    effects = []
    for ms in stride(from: 2000, to: 3500, by: 50) {
      effects += view.hear([0: 2, 1: 15], onset: 90_000, ms: ms)
    }
    #expect(effects.signalCount == 0)
    #expect(view.hear([0: 2, 1: 5], onset: 90_000, ms: 3500).signalCount == 1)
    #expect(view.hear([0: 2, 1: 5], onset: 90_000, ms: 3550).signalCount == 0)
    #expect(view.isAllInTune)
  }

  // MARK: - What must not change anything

  @Test("late results, those of other strings, and values that are no numbers change no reading")
  func refused() {
    var view = StrumView.listening()
    _ = view.hear([0: 2], ms: 1000)
    let before = view
    _ = view.hear([0: 30], ms: 950)
    #expect(view == before)
    let four = Strumming.targets(of: "bass_standard")
    _ = view.reduce(.result(Strumming.result([0: 1], at: 50_000, four), at: .seconds(2)))
    #expect(view == before)
    // Drop D has the same number of strings and another sixth.
    let drop = Strumming.targets(of: "drop_d")
    _ = view.reduce(.result(Strumming.result([0: 30, 1: 5], at: 50_000, drop), at: .seconds(2)))
    #expect(view.strings[0].displayCents == 2)
    #expect(view.strings[1].displayCents == 5)
    for bad in [Double.nan, .infinity, -.infinity] {
      var result = Strumming.result([:], at: 60_000)
      result.level = Decibels(bad)
      result.readings[0] = StringReading(
        state: .sounding, frequency: Hertz(bad), deviation: Cents(bad), sigma: Cents(bad),
        confidence: 0.9)
      result.readings[1] = StringReading(
        state: .sounding, frequency: Strumming.targets[1].frequency, deviation: Cents(0),
        sigma: Cents(0.1), confidence: bad)
      _ = view.reduce(.result(result, at: .seconds(3)))
      #expect(view.strings[0].displayCents == 2)
      #expect(view.strings[1].displayCents == 5)
      #expect(view.level == nil)
    }
  }

  @Test("a reading that does not tell whether the string is in tune is not taken")
  func uncertain() {
    var view = StrumView.listening()
    _ = view.hear([0: 2], ms: 0)
    for (sigma, isTaken) in [(5.1, false), (4.9, true)] {
      var result = Strumming.result([0: 4], at: 48)
      result.readings[0].sigma = Cents(sigma)
      _ = view.reduce(.result(result, at: .milliseconds(1)))
      #expect(view.strings[0].displayCents == (isTaken ? 4 : 2))
      #expect(view.strings[0].latestState == (isTaken ? .sounding : .unclear))
      #expect(view.strings[0].isUncertain == !isTaken)
    }
    // A sound that may be another one is unclear for another reason.
    _ = view.hear([:], unclear: [0], ms: 50)
    #expect(view.strings[0].latestState == .unclear && !view.strings[0].isUncertain)
  }

  @Test(
    "a narrow tolerance is decided if it is twice sigma away",
    arguments: [(20, 3.0, true), (20, 4.9, true), (20, 5.1, false), (5, 3, false), (1, 0.9, true)])
  func narrow(cents: Int, sigma: Double, isTaken: Bool) {
    var view = StrumView.listening(.with([.tolerance: .number(2)]))
    _ = view.hear([0: 0], ms: 0)
    var result = Strumming.result([0: Double(cents)], at: 48)
    result.readings[0].sigma = Cents(sigma)
    _ = view.reduce(.result(result, at: .milliseconds(1)))
    #expect(view.strings[0].displayCents == (isTaken ? cents : 0))
    #expect(view.strings[0].isUncertain == !isTaken)
  }

  @Test("a confidence below the noise gate is silence")
  func noiseGate() {
    var view = StrumView.listening(.with([.noiseGateThreshold: .number(0.97)]))
    _ = view.hear([0: 2], ms: 0)
    #expect(view.strings[0].reading == nil)
    #expect(view.strings[0].latestState == .silent)
    #expect(view.strokeCount == 0)
  }

  @Test("other rules judge the last readings again")
  func rules() {
    var view = StrumView.listening()
    _ = view.hear([0: 7], ms: 0)
    _ = view.reduce(.follow(StrumRules(.with([.tolerance: .number(5)]))))
    #expect(view.strings[0].tuningState == .slightlySharp)
    _ = view.reduce(.follow(StrumRules()))
    #expect(view.strings[0].tuningState == .inTune)
  }

  @Test("a higher noise gate leaves the readings that it would have refused in or out of tune")
  func gateAfterReading() {
    var view = StrumView.listening()
    _ = view.hear([0: 2, 1: 30], ms: 0)
    _ = view.reduce(.follow(StrumRules(.with([.noiseGateThreshold: .number(0.97)]))))
    #expect(view.strings[0].tuningState == .inTune)
    #expect(view.strings[1].tuningState == .verySharp)
    #expect(view.strings[1].direction == .down)
  }

  @Test("a unison course is one string, with the numbers of both")
  func courses() {
    let targets = Strumming.targets(of: "twelve_string")
    #expect(targets.count == 10)
    #expect(targets.map(\.positions).contains([4, 3]))
    #expect(Set(targets.flatMap(\.positions)) == Set(1...12))
    var view = StrumView.listening(TunerSettings(), targets)
    _ = view.reduce(.result(Strumming.result([9: 3], targets), at: .zero))
    #expect(view.strings[9].displayCents == 3)
  }

  @Test("a sigma that is no standard deviation is left out", arguments: [-1, .nan])
  func impossibleSigma(sigma: Double) {
    var view = StrumView.listening()
    var result = Strumming.result([0: 4])
    result.readings[0].sigma = Cents(sigma)
    _ = view.reduce(.result(result, at: .milliseconds(0)))
    #expect(view.strings[0].reading != nil && view.strings[0].reading?.sigma == nil)
  }

  @Test("a reading without its figures is not called uncertain, however large its sigma is")
  func incomplete() {
    var view = StrumView.listening()
    var result = Strumming.result([0: 4])
    result.readings[0].sigma = Cents(20)
    result.readings[0].frequency = nil
    _ = view.reduce(.result(result, at: .milliseconds(0)))
    #expect(view.strings[0].latestState == .unclear && !view.strings[0].isUncertain)
  }
}
