// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("The confirmation")
struct ConfirmationTests {
  /// The results of every 50 ms, and the number of confirmations.
  struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    let heard: [PitchResult]
    let confirmed: Int
    var settings = TunerSettings()
    var testDescription: String { name }
  }

  private static func inTune(_ count: Int, _ position: Int = 6, onset: Int64? = 0) -> [PitchResult]
  {
    Array(repeating: Reading.string(position, cents: 2, onset: onset), count: count)
  }

  private static func flat(_ count: Int, onset: Int64? = 0) -> [PitchResult] {
    Array(repeating: Reading.string(6, cents: -18, onset: onset), count: count)
  }

  private static func silence(_ count: Int) -> [PitchResult] {
    Array(repeating: Reading.silence(), count: count)
  }

  static let stories = [
    // The confirmation appears at the first result in tune, and only there.
    Story(name: "once while it stays in tune", heard: flat(3) + inTune(100), confirmed: 1),
    Story(
      name: "the A string right after the E string", heard: inTune(5) + inTune(5, 5, onset: 9),
      confirmed: 2),
    Story(
      name: "the next string of the same onset", heard: inTune(5) + inTune(5, 5), confirmed: 2),
    Story(
      name: "the same string plucked again", heard: inTune(5) + inTune(5, onset: 9), confirmed: 2),
    // Nine results from the first of silence to the next sound are 400 ms and more.
    Story(
      name: "again after 400 ms of silence", heard: inTune(5) + silence(8) + inTune(5),
      confirmed: 2),
    Story(
      name: "not again after 350 ms of silence", heard: inTune(5) + silence(7) + inTune(5),
      confirmed: 1),
    Story(
      name: "not again after doubt",
      heard: inTune(5) + [Reading.string(6, cents: 2, confidence: 0.5), Reading.foreign()]
        + inTune(5), confirmed: 1),
    Story(
      name: "not again for a glance out of the window while it is shown",
      heard: inTune(5) + flat(2) + inTune(60), confirmed: 1),
    Story(
      name: "again when it was out of the window and the two seconds are over",
      heard: inTune(5) + flat(50) + inTune(5), confirmed: 2),
    Story(
      name: "not before it has stayed for the hold time", heard: inTune(5) + flat(1) + inTune(5),
      confirmed: 0, settings: .with([.confirmationHold: .number(0.25)])),
    Story(
      name: "when it has stayed for the hold time", heard: inTune(6), confirmed: 1,
      settings: .with([.confirmationHold: .number(0.25)])),
    Story(
      name: "not for a string of another tuning",
      heard: Array(
        repeating: Reading.string(6, cents: 0, of: InstrumentTuning.preset("drop_d") ?? .standard),
        count: 5), confirmed: 0),
    Story(
      name: "not for a note where a string is wanted",
      heard: Array(
        repeating: {
          var result = Reading.string(6, cents: 0)
          result.target = .note(Note(midi: 40))
          return result
        }(), count: 5), confirmed: 0),
  ]

  @Test("appears once for each string that comes in tune and stays in tune", arguments: stories)
  func comes(story: Story) {
    var tuner = TunerView.listening(story.settings)
    var feedback = 0
    var timers = 0
    for (index, result) in story.heard.enumerated() {
      let effects = tuner.hear(result, ms: 50 * index)
      feedback += effects.feedbackCount
      timers += effects.count { if case .startConfirmationTimer = $0 { true } else { false } }
    }
    #expect(feedback == story.confirmed)
    #expect(timers == story.confirmed)
  }

  // The fading of the display does not matter; the time of the state counts.
  @Test("is shown for two seconds, not for one update, and ends at its timer")
  func lasts() throws {
    var tuner = TunerView.listening()
    let effects = tuner.hear(Reading.string(6, cents: 0), ms: 1000)
    let pending = try #require(tuner.confirmation)
    #expect(pending.deadline == .seconds(3))
    #expect(
      effects == [
        .startConfirmationTimer(pending.token, deadline: .seconds(3)), .feedback(.bell),
      ])
    for ms in stride(from: 1050, to: 3000, by: 50) {
      #expect(tuner.hear(Reading.string(6, cents: 0, at: Int64(ms)), ms: ms) == [])
      #expect(tuner.state.showInTuneConfirmation)
    }
    #expect(tuner.reduce(.confirmationTimedOut(pending.token)) == [])
    #expect(!tuner.state.showInTuneConfirmation)
  }

  @Test("ends at its time even if its timer is late")
  func lateTimer() throws {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 0), ms: 0)
    let token = try #require(tuner.confirmation?.token)
    #expect(
      tuner.hear(Reading.string(6, cents: 0, at: 1), ms: 2000) == [.cancelConfirmationTimer(token)])
    #expect(!tuner.state.showInTuneConfirmation)
  }

  @Test("does not end because of the timer of an earlier confirmation")
  func oldTimer() throws {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 0), ms: 0)
    let first = try #require(tuner.confirmation?.token)
    let effects = tuner.hear(Reading.string(5, cents: 0, onset: 9, at: 9), ms: 500)
    #expect(effects.first == .cancelConfirmationTimer(first))
    _ = tuner.reduce(.confirmationTimedOut(first))
    #expect(tuner.state.showInTuneConfirmation)
    #expect(tuner.confirmation?.deadline == .milliseconds(2500))
  }

  @Test("ends by acknowledgement, stop, another tuning, and an error")
  func ends() throws {
    let enders: [TunerAction] = [
      .acknowledgeInTune, .stopListening, .captureFailed(.deviceUnavailable),
      .selectTuning(id: "drop_d"), .persistFailed(.noHome), .useTuning(InstrumentTuning.presets[3]),
      .setCapo(2), .setTargetMode(.locked(6)), .settings(.setA4(Hertz(441))),
      .settings(.setTemperament("just:E")),
    ]
    for ender in enders {
      var tuner = TunerView.listening()
      _ = tuner.hear(Reading.string(6, cents: 0), ms: 0)
      let token = try #require(tuner.confirmation?.token)
      let effects = tuner.reduce(ender)
      #expect(!tuner.state.showInTuneConfirmation, "\(ender)")
      #expect(effects.contains(.cancelConfirmationTimer(token)), "\(ender)")
      #expect(tuner.reduce(.acknowledgeInTune) == [])
    }
  }

  // The cached settings apply; no setting is read at that time.
  @Test("requests the player's kind of feedback, and none if feedback is disabled")
  func feedback() {
    for style in FeedbackStyle.allCases {
      for isEnabled in [true, false] {
        var tuner = TunerView.listening(
          .with([.feedback: .text(style.rawValue), .enableHapticFeedback: .flag(isEnabled)]))
        let effects = tuner.hear(Reading.string(6, cents: 0), ms: 0)
        let isExpected = isEnabled && style != .none
        #expect(effects.contains(.feedback(style)) == isExpected)
        #expect(tuner.state.showInTuneConfirmation)
      }
    }
  }
}
