// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("Listening")
struct TunerViewListeningTests {
  @Test("starts audio, listens when it runs, and clears an earlier error")
  func starts() {
    var tuner = TunerView()
    _ = tuner.reduce(.startListening)
    _ = tuner.reduce(.startFailed(.deviceUnavailable))
    #expect(tuner.reduce(.startListening) == [.startAudio])
    #expect(!tuner.state.isListening)
    #expect(tuner.state.error == .audio(.deviceUnavailable))
    #expect(tuner.reduce(.startSucceeded) == [.observeResults])
    #expect(tuner.state.isListening)
    #expect(tuner.state.error == nil)
  }

  // An unknown failure is one too.
  @Test(
    "reports the reason why audio does not run",
    arguments: [
      AudioError.accessDenied, .deviceUnavailable,
      .configurationRefused, .unknown(description: "the cat sat on it"),
    ])
  func fails(error: AudioError) {
    var tuner = TunerView()
    _ = tuner.reduce(.startListening)
    #expect(tuner.reduce(.startFailed(error)) == [])
    #expect(tuner.state.error == .audio(error))
    #expect(!tuner.state.isListening)
    #expect(tuner.phase == .idle)
    #expect(!error.description.isEmpty)
  }

  @Test("stops audio and the confirmation, and keeps the last result as an old one")
  func stops() throws {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 1), ms: 0)
    let token = try #require(tuner.confirmation?.token)
    let result = tuner.state.currentPitchResult
    #expect(
      tuner.reduce(.stopListening) == [.stopAudio, .stopObserving, .cancelConfirmationTimer(token)])
    #expect(!tuner.state.isListening)
    #expect(!tuner.state.showInTuneConfirmation)
    #expect(tuner.state.currentPitchResult == result)
    #expect(tuner.isStale)
    #expect(tuner.tuningState == .inTune)
  }

  // A late result must not revive a stopped screen.
  @Test("ignores a result in every phase but listening", arguments: [0, 1, 3])
  func late(step: Int) {
    var tuner = TunerView()
    for action: TunerAction in [.startListening, .startSucceeded, .stopListening].prefix(step) {
      _ = tuner.reduce(action)
    }
    let before = tuner
    #expect(tuner.hear(Reading.string(6, cents: 0), ms: 100) == [])
    #expect(tuner == before)
  }

  @Test("replaces the result by each newer one, and not by an older or equal one")
  func replaces() {
    var tuner = TunerView.listening()
    for samples: Int64 in 1...3 {
      let result = Reading.string(6, cents: Double(15 * samples), at: samples)
      _ = tuner.hear(result, ms: Int(50 * samples))
      #expect(tuner.state.currentPitchResult == result)
    }
    let before = tuner
    #expect(tuner.hear(Reading.string(6, cents: 0, at: 2), ms: 200) == [])
    #expect(tuner == before)
    #expect(tuner.hear(Reading.string(6, cents: 45, at: 3), ms: 150) == [])
    #expect(tuner == before)
  }

  @Test("starts once, for any number of requests")
  func twice() {
    var tuner = TunerView()
    _ = tuner.reduce(.startListening)
    for _ in 0..<3 { #expect(tuner.reduce(.startListening) == []) }
    #expect(tuner.reduce(.startSucceeded) == [.observeResults])
    #expect(tuner.reduce(.startSucceeded) == [])
    #expect(tuner.reduce(.startListening) == [])
  }

  // A stop during starting wins.
  @Test("stops while it is starting, for every outcome of the audio")
  func stopsWhileStarting() {
    for answer: TunerAction in [.startSucceeded, .startFailed(.deviceUnavailable)] {
      var tuner = TunerView()
      _ = tuner.reduce(.startListening)
      #expect(tuner.reduce(.stopListening) == [.stopAudio])
      #expect(tuner.reduce(answer) == [])
      #expect(!tuner.state.isListening)
      #expect(tuner.reduce(.startListening) == [], "audio is not released yet")
      _ = tuner.reduce(.stopped)
      #expect(tuner.reduce(.startListening) == [.startAudio])
    }
  }

  @Test("releases a lost device, and keeps the last result")
  func lost() {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 40), ms: 0)
    #expect(
      tuner.reduce(.captureFailed(.deviceUnavailable)) == [.stopObserving, .releaseAudio])
    #expect(tuner.state.error == .audio(.deviceUnavailable))
    #expect(!tuner.state.isListening)
    #expect(tuner.isStale)
    #expect(tuner.reduce(.stopListening) == [])
    _ = tuner.reduce(.stopped)
    #expect(tuner.reduce(.startListening) == [.startAudio])
    _ = tuner.reduce(.acknowledgeError)
    #expect(tuner.state.error == nil)
  }

  // Done since listening started.
  @Test("counts strings as done since each start, and accepts the positions of a new stream")
  func startsAgain() {
    var tuner = TunerView.listening()
    _ = tuner.hear(Reading.string(6, cents: 0, at: 1_000_000), ms: 0)
    #expect(tuner.targetStringIndicators[0].isDone)
    for action: TunerAction in [.stopListening, .stopped, .startListening, .startSucceeded] {
      _ = tuner.reduce(action)
    }
    #expect(!tuner.targetStringIndicators[0].isDone)
    _ = tuner.hear(Reading.string(5, cents: 0, at: 100), ms: 50)
    #expect(tuner.targetStringIndicators[1].isDone)
  }
}
