// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import TunerRuntime
import TunerState
import TunerTesting
import Tuning

/// A store with scripted parts, which is shut down with its last reference.
final class Stage: Sendable {
  let audio: ScriptedAudio
  let settings: ScriptedSettings
  let feedback = RecordedFeedback()
  let clock = ManualClock()
  let store: TunerStore

  init(
    audio: ScriptedAudio = ScriptedAudio(), settings: ScriptedSettings = ScriptedSettings(),
    tunings: ScriptedTunings = ScriptedTunings()
  ) {
    self.audio = audio
    self.settings = settings
    store = TunerStore(
      audio: audio, settings: settings, tunings: tunings, feedback: feedback, clock: clock)
  }

  deinit {
    store.shutdown()
    audio.dropObserver()
  }

  func listen() {
    store.send(.startListening)
    store.settle()
  }

  /// The A string with a deviation in cents, at an update of 20 Hz.
  static func result(_ update: Int64, cents: Double = 0, onset: Int64 = 0) -> PitchResult {
    let string = InstrumentTuning.standard.strings[1]
    let frequency = Hertz(110 * exp2(cents / 1200))
    return PitchResult(
      timestamp: SamplePosition(2400 * update),
      estimate: PitchEstimate(frequency: frequency, confidence: 0.95), confidence: 0.95,
      note: string.note, target: .string(string), cents: Cents(cents), level: Decibels(-20),
      onset: SamplePosition(onset))
  }
}

@Suite("The tuner's store")
struct TunerStoreTests {
  @Test("a start requests audio, changes to listening when it runs, and then observes results")
  func startSucceeds() {
    let stage = Stage()
    stage.listen()
    #expect(stage.audio.calls == [.start, .observe])
    #expect(stage.store.view.state.isListening && stage.store.view.state.error == nil)
  }

  @Test(
    "a start that fails reports the reason, and the next one succeeds",
    arguments: [
      AudioError.accessDenied, .deviceUnavailable,
      .configurationRefused, .unknown(description: "Something else."),
    ])
  func startFails(error: AudioError) {
    let stage = Stage()
    stage.audio.startError = error
    stage.listen()
    #expect(!stage.store.view.state.isListening)
    #expect(stage.store.view.state.error == .audio(error))
    #expect(stage.store.view.phase == .idle && stage.audio.calls == [.start])
    stage.audio.startError = nil
    stage.listen()
    #expect(stage.store.view.state.isListening && stage.store.view.state.error == nil)
  }

  @Test("a stop stops audio, observes no more and keeps the last result")
  func stop() {
    let stage = Stage()
    stage.listen()
    stage.audio.emit(Stage.result(1, cents: 7))
    stage.store.send(.stopListening)
    #expect(!stage.store.view.state.isListening)
    stage.store.settle()
    #expect(stage.audio.calls.suffix(2).allSatisfy { $0 == .stop || $0 == .stopObserving })
    #expect(!stage.audio.isRunning && stage.store.view.phase == .idle)
    #expect(stage.store.view.state.currentPitchResult == Stage.result(1, cents: 7))
  }

  @Test("a result that arrives after a stop does not resume listening")
  func lateResult() {
    let stage = Stage()
    stage.listen()
    stage.audio.emit(Stage.result(1, cents: 20))
    stage.store.send(.stopListening)
    stage.audio.emitLate(Stage.result(2))
    stage.store.settle()
    stage.audio.emitLate(Stage.result(3))
    let state = stage.store.view.state
    #expect(state.currentPitchResult == Stage.result(1, cents: 20))
    #expect(!state.isListening && !state.showInTuneConfirmation)
  }

  @Test(
    "a tuning applies at once, is stored and passed to the audio; an unknown one changes nothing")
  func selectTuning() {
    let stage = Stage()
    stage.listen()
    stage.store.send(.selectTuning(id: "drop_d"))
    #expect(stage.store.view.state.selectedTuning.id == "drop_d")
    stage.store.settle()
    #expect(stage.settings.stored[.selectedTuningID] == .text("drop_d"))
    #expect(stage.audio.calls.contains(.retarget(stage.store.view.target)))
    let before = stage.audio.calls.count
    stage.store.send(.selectTuning(id: "nowhere"))
    stage.store.settle()
    #expect(stage.store.view.state.selectedTuning.id == "drop_d")
    #expect(stage.store.view.state.error == .tuningNotFound(id: "nowhere"))
    #expect(stage.settings.stored[.selectedTuningID] == .text("drop_d"))
    #expect(stage.audio.calls.count == before)
  }

  @Test("a target that the audio can't measure ends the session with the reason")
  func retargetFails() {
    let stage = Stage()
    stage.listen()
    stage.audio.retargetError = .configurationRefused
    stage.store.send(.setTargetMode(.all))
    stage.store.settle()
    #expect(stage.store.view.state.error == .audio(.configurationRefused))
    #expect(!stage.store.view.state.isListening && !stage.audio.isRunning)
  }

  @Test("a tuning that can't be stored applies to this run, and the failure is shown")
  func fullDisk() {
    let full = StorageError.full(place: "settings.json")
    let stage = Stage(settings: ScriptedSettings(error: full))
    stage.store.send(.selectTuning(id: "dadgad"))
    stage.store.settle()
    #expect(stage.store.view.state.selectedTuning.id == "dadgad")
    #expect(stage.store.view.state.error == .storage(full))
  }

  @Test("a string that becomes in tune is confirmed and signalled once, until it is acknowledged")
  func confirmation() {
    let stage = Stage()
    stage.listen()
    stage.audio.emit(Stage.result(1, cents: 20))
    #expect(!stage.store.view.state.showInTuneConfirmation)
    for update in 2...20 { stage.audio.emit(Stage.result(Int64(update))) }
    #expect(stage.store.view.state.showInTuneConfirmation)
    stage.store.settle()
    #expect(stage.feedback.styles == [.bell])
    stage.store.send(.acknowledgeInTune)
    #expect(!stage.store.view.state.showInTuneConfirmation && stage.clock.pending.isEmpty)
  }

  @Test("a confirmation ends by itself two seconds later, by the session's clock")
  func deadline() {
    let stage = Stage()
    stage.listen()
    stage.clock.advance(by: .milliseconds(1500))
    stage.audio.emit(Stage.result(1))
    #expect(stage.clock.pending == [.milliseconds(3500)])
    stage.clock.advance(by: .milliseconds(1999))
    #expect(stage.store.view.state.showInTuneConfirmation)
    stage.clock.advance(by: .milliseconds(1))
    #expect(!stage.store.view.state.showInTuneConfirmation && stage.clock.pending.isEmpty)
  }

  @Test("a stop cancels the confirmation's timer")
  func stopCancelsTimer() {
    let stage = Stage()
    stage.listen()
    stage.audio.emit(Stage.result(1))
    #expect(stage.clock.pending.count == 1)
    stage.store.send(.stopListening)
    #expect(stage.clock.pending.isEmpty && !stage.store.view.state.showInTuneConfirmation)
  }

  @Test("an observer gets the newest state, and never an older one again")
  func newestOnly() async {
    let stage = Stage()
    stage.listen()
    var states = stage.store.views.makeAsyncIterator()
    let first = await states.next()
    for update in 1...100 { stage.audio.emit(Stage.result(Int64(update))) }
    let second = await states.next()
    stage.audio.emit(Stage.result(101))
    let third = await states.next()
    stage.store.shutdown()
    while let last = await states.next() { #expect(!last.state.isListening) }
    #expect(first?.state.currentPitchResult == nil)
    #expect(second?.state.currentPitchResult == Stage.result(100))
    #expect(third?.state.currentPitchResult == Stage.result(101))
  }

  @Test("observers can be cancelled while another thread sends", .timeLimit(.minutes(1)))
  func cancelledObservers() async {
    let stage = Stage()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<100_000 { stage.store.send(.setTargetMode(.chromatic)) }
      }
      group.addTask {
        for _ in 0..<10_000 {
          let observer = Task { for await _ in stage.store.views {} }
          await Task.yield()
          observer.cancel()
        }
      }
    }
    stage.store.shutdown()
  }

  @Test("the stored settings are loaded, with every tuning")
  func load() {
    let kept = ScriptedSettings([.selectedTuningID: .text("open_g"), .a4: .number(442)])
    let stage = Stage(settings: kept)
    stage.store.send(.settings(.load))
    stage.store.settle()
    let view = stage.store.view
    #expect(view.state.selectedTuning.id == "open_g")
    #expect(view.settings.values.a4.a4 == Hertz(442))
    #expect(view.settings.availableTunings.count == InstrumentTuning.presets.count)
  }

  @Test("settings can be changed in every phase, and a stop leads back to idle")
  func everyPhase() {
    let stage = Stage(audio: ScriptedAudio(holdsStart: true))
    stage.store.send(.settings(.setTheme(.dark)))
    stage.store.send(.startListening)
    stage.audio.awaitStart()
    stage.store.send(.settings(.setUpdateRate(60)))
    stage.audio.releaseStart()
    stage.store.settle()
    #expect(stage.audio.calls.contains(.setUpdateRate(UpdateRate(updates: 60))))
    stage.store.send(.stopListening)
    stage.store.send(.settings(.setTheme(.light)))
    stage.store.settle()
    #expect(stage.store.view.phase == .idle)
    #expect(stage.settings.stored[.themeMode] == .text("light"))
    #expect(stage.settings.stored[.frequencyUpdateRate] == .number(60))
  }

  @Test(
    "a stop while audio is starting takes effect, however the start ends", arguments: [true, false])
  func stopDuringStart(succeeds: Bool) {
    let stage = Stage(audio: ScriptedAudio(holdsStart: true))
    if !succeeds { stage.audio.startError = .deviceUnavailable }
    stage.store.send(.startListening)
    stage.audio.awaitStart()
    stage.store.send(.startListening)
    stage.store.send(.stopListening)
    stage.store.send(.startListening)
    stage.audio.releaseStart()
    stage.store.settle()
    let view = stage.store.view
    #expect(stage.audio.calls == [.start, .stop])
    #expect(!view.state.isListening && view.phase == .idle && !stage.audio.isRunning)
  }

  @Test("the loss of a device ends listening and releases the device, which can be started again")
  func deviceLost() {
    let stage = Stage()
    stage.listen()
    stage.audio.emit(Stage.result(1, cents: 3))
    stage.audio.tell(.failed(.deviceUnavailable))
    stage.store.settle()
    let view = stage.store.view
    #expect(!view.state.isListening && view.phase == .idle && !stage.audio.isRunning)
    #expect(view.state.error == .audio(.deviceUnavailable))
    #expect(view.state.currentPitchResult == Stage.result(1, cents: 3))
    stage.listen()
    #expect(stage.store.view.state.isListening && stage.store.view.state.error == nil)
  }

  @Test("the end of a source stops listening")
  func sourceEnds() {
    let stage = Stage()
    stage.listen()
    stage.audio.tell(.ended)
    stage.store.settle()
    #expect(stage.store.view.phase == .idle && stage.store.view.state.error == nil)
  }

  @Test("after a shutdown audio is released, and nothing changes any more")
  func shutdown() {
    let stage = Stage()
    stage.listen()
    stage.store.send(.selectTuning(id: "dadgad"))
    stage.store.shutdown()
    let view = stage.store.view
    #expect(!stage.audio.isRunning && !view.state.isListening)
    #expect(stage.settings.stored[.selectedTuningID] == .text("dadgad"))
    stage.store.send(.startListening)
    stage.store.settle()
    #expect(stage.store.view == view && stage.audio.calls.count { $0 == .start } == 1)
  }

  @Test("actions of many threads are reduced one after another, and none is lost")
  func manyThreads() async {
    let stage = Stage()
    stage.listen()
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          for update in 0..<500 {
            stage.audio.emit(Stage.result(Int64(4 * update + lane)))
            stage.store.send(.settings(.setA4(Hertz(440 + Double(lane)))))
          }
        }
      }
    }
    stage.store.settle()
    let view = stage.store.view
    #expect(view.state.currentPitchResult?.timestamp == SamplePosition(2400 * 1999))
    #expect(stage.settings.stored[.a4] == .number(view.settings.values.a4.a4.value))
  }
}
