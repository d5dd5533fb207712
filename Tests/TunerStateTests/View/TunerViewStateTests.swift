// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("Tuner view state")
struct TunerViewStateTests {
  private func tuner(_ result: PitchResult?, _ settings: TunerSettings = TunerSettings())
    -> TunerView
  {
    var tuner = TunerView.listening(settings)
    if let result { _ = tuner.hear(result, ms: 0) }
    return tuner
  }

  @Test("begins without a result, on the standard tuning, without error or confirmation")
  func initial() {
    let tuner = TunerView()
    #expect(tuner.state.currentPitchResult == nil)
    #expect(tuner.state.selectedTuning == .standard)
    #expect(!tuner.state.isListening)
    #expect(tuner.state.error == nil)
    #expect(!tuner.state.showInTuneConfirmation)
    #expect(tuner.tuningState == .silent)
    #expect(tuner.markerPosition == 0.5)
    #expect(tuner.markerColor == .grey)
    #expect(!tuner.isStale)
    #expect(tuner.phase == .idle)
  }

  @Test("stores five values, and no derived value")
  func stored() {
    #expect(
      Mirror(reflecting: TunerViewState()).children.compactMap(\.label) == [
        "currentPitchResult", "selectedTuning", "isListening", "error", "showInTuneConfirmation",
      ])
  }

  struct Mark: Sendable {
    let cents: Double
    let position: Double
  }

  // The position is clamp(0.5 + cents/200, 0…1), by hand.
  @Test(
    "puts the marker flat on the left, sharp on the right, and never off the scale",
    arguments: [
      Mark(cents: -100, position: 0), Mark(cents: -50, position: 0.25),
      Mark(cents: 0, position: 0.5),
      Mark(cents: -0.0, position: 0.5), Mark(cents: 50, position: 0.75),
      Mark(cents: 100, position: 1), Mark(cents: 101, position: 1), Mark(cents: -4000, position: 0),
      Mark(cents: 30_000, position: 1),
    ])
  func marker(mark: Mark) {
    // Only a locked string has a deviation of more than half a semitone.
    var tuner = TunerView.listening()
    _ = tuner.reduce(.setTargetMode(.locked(6)))
    _ = tuner.hear(Reading.string(6, cents: mark.cents), ms: 0)
    #expect(tuner.markerPosition == mark.position)
  }

  @Test(
    "treats a value that is not finite as absent",
    arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    let cents = tuner(Reading.string(6, cents: value))
    #expect(cents.markerPosition == 0.5)
    #expect(cents.displayCents == nil)
    #expect(cents.state.currentPitchResult?.cents == nil)
    var result = Reading.string(6, cents: 0)
    result.estimate?.frequency = Hertz(value)
    let frequency = tuner(result)
    #expect(frequency.tuningState == .silent)
    #expect(frequency.displayNote == nil)
    #expect(frequency.markerPosition == 0.5)
    result = Reading.string(6, cents: 0)
    result.confidence = value
    #expect(tuner(result).tuningState == .silent)
  }

  @Test("keeps the marker in place for no cents, and for a deviation that is minus zero")
  func withoutCents() {
    #expect(tuner(nil).markerPosition == 0.5)
    #expect(tuner(Reading.foreign()).markerPosition == 0.5)
    let zero = tuner(Reading.string(6, cents: -0.2))
    #expect(zero.displayCents == 0)
  }

  // Half away from zero.
  @Test(
    "shows whole cents and keeps the real number",
    arguments: [
      (12.5, 13), (-12.5, -13), (12.49, 12), (-0.5, -1), (0.4999, 0),
    ])
  func wholeCents(cents: Double, shown: Int) {
    let tuner = tuner(Reading.string(6, cents: cents))
    #expect(tuner.displayCents == shown)
    #expect(tuner.state.currentPitchResult?.cents == Cents(cents))
  }

  @Test("shows note, octave and cents of the result, and nothing without a result")
  func display() {
    let tuner = tuner(Reading.string(2, cents: 3))
    #expect(tuner.displayNote == "B")
    #expect(tuner.displayOctave == 3)
    #expect(tuner.displayCents == 3)
    let empty = self.tuner(nil)
    #expect(empty.displayNote == nil)
    #expect(empty.displayOctave == nil)
    #expect(empty.displayCents == nil)
  }

  // Notation is a setting. B of English is H of German.
  @Test("names the note as its string spells it, in the player's language")
  func spelling() throws {
    #expect(
      tuner(Reading.string(2, cents: 0), .with([.notation: .text("german")])).displayNote == "H")
    let flats = try #require(InstrumentTuning.preset("half_step_down"))
    var down = TunerView(settings: .with([.selectedTuningID: .text("half_step_down")]))
    _ = down.reduce(.startListening)
    _ = down.reduce(.startSucceeded)
    _ = down.hear(Reading.string(6, cents: 0, of: flats), ms: 0)
    #expect(down.displayNote == "Eb")
    #expect(down.displayOctave == 2)
  }

  struct Edge: Sendable {
    let cents: Double?
    let confidence: Double
    let state: TuningState
  }

  // The contract's table, each edge and one ulp either side.
  static let edges: [Edge] =
    [
      Edge(cents: 0, confidence: 0.3.nextDown, state: .silent),
      Edge(cents: 0, confidence: 0.3, state: .detecting),
      Edge(cents: 0, confidence: 0.7.nextDown, state: .detecting),
      Edge(cents: 0, confidence: 0.7, state: .inTune),
      Edge(cents: nil, confidence: 0.9, state: .active),
    ]
    + [
      (10.0, TuningState.inTune), (10.0.nextUp, .slightlySharp), (10.0.nextDown, .inTune),
      (25.0, .slightlySharp), (25.0.nextUp, .verySharp), (25.0.nextDown, .slightlySharp),
      (-10.0, .inTune), ((-10.0).nextDown, .slightlyFlat), ((-10.0).nextUp, .inTune),
      (-25.0, .slightlyFlat), ((-25.0).nextDown, .veryFlat), ((-25.0).nextUp, .slightlyFlat),
    ].map { Edge(cents: $0.0, confidence: 0.9, state: $0.1) }

  @Test("agrees with the table of states at every limit", arguments: edges)
  func table(edge: Edge) {
    var result = Reading.string(6, cents: 0, confidence: edge.confidence)
    result.cents = edge.cents.map { Cents($0) }
    let tuner = tuner(result)
    #expect(tuner.tuningState == edge.state)
    #expect(tuner.markerColor == MarkerColor(edge.state))
  }

  // ±3 has its outer edge at 7.5.
  @Test("uses the player's tolerance, noise gate and hysteresis")
  func settings() {
    let strict = TunerSettings.with([.tolerance: .number(3), .noiseGateThreshold: .number(0.8)])
    #expect(tuner(Reading.string(6, cents: 3), strict).tuningState == .inTune)
    #expect(tuner(Reading.string(6, cents: 3.1), strict).tuningState == .slightlySharp)
    #expect(tuner(Reading.string(6, cents: 7.6), strict).tuningState == .verySharp)
    #expect(
      tuner(Reading.string(6, cents: 0, confidence: 0.79), strict).tuningState == .silent)
    var steady = tuner(Reading.string(6, cents: 9.9), .with([.hysteresis: .number(1)]))
    _ = steady.hear(Reading.string(6, cents: 10.9, at: 1), ms: 50)
    #expect(steady.tuningState == .inTune)
    #expect(steady.tuningState == .inTune, "asking changes nothing")
    _ = steady.hear(Reading.string(6, cents: 11.1, at: 2), ms: 100)
    #expect(steady.tuningState == .slightlySharp)
    _ = steady.hear(Reading.string(6, cents: 9.5, at: 3), ms: 150)
    #expect(steady.tuningState == .slightlySharp)
  }

  @Test(
    "shows every string of any instrument, the matched one and those in tune",
    arguments: InstrumentTuning.presets)
  func indicators(tuning: InstrumentTuning) throws {
    var tuner = TunerView(tuning: tuning)
    #expect(tuner.targetStringIndicators.map(\.string) == tuning.strings)
    #expect(tuner.targetStringIndicators.allSatisfy { !$0.isMatched && !$0.isDone })
    _ = tuner.reduce(.startListening)
    _ = tuner.reduce(.startSucceeded)
    let lowest = try #require(tuning.strings.first)
    _ = tuner.hear(Reading.string(lowest.position, cents: 2, of: tuning), ms: 0)
    _ = tuner.hear(Reading.string(1, cents: 30, at: 1, of: tuning), ms: 50)
    for indicator in tuner.targetStringIndicators {
      #expect(indicator.isMatched == (indicator.string.position == 1))
      #expect(indicator.isDone == (indicator.string == lowest))
      #expect(indicator.frequency == ReferencePitch.concert.frequency(of: indicator.string.note))
      #expect(indicator.note == indicator.string.spelling)
    }
  }

  @Test("names the nearest string and the direction to it, at any distance")
  func way() {
    var result = Reading.foreign()
    let string = InstrumentTuning.standard.strings[0]
    result.guidance = StringGuidance(string: string, interval: Cents(-280))
    #expect(tuner(result).guidance?.description == "E2: 2.8 semitones flat")
    #expect(tuner(nil).guidance == nil)
  }
}
