// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Terminal
import TunerDisplay
import TunerRuntime
import TunerState
import Tuning

/// The full-screen tuner: shows what the store holds, and hands it what the player presses.
struct DisplaySession: ~Copyable {
  /// How a session of the display is set up.
  struct Configuration {
    var look: DisplayLook
    /// Whether the marker jumps instead of moving.
    var isMotionReduced = false
    /// Whether there is one line for each change, instead of a picture.
    var isSpoken = false
    /// Whether the source has an end, and the display ends with it.
    var endsWithSource = false
    /// After how much of what was heard it ends, in seconds; `nil` for never.
    var seconds: Double?
    /// Why the display can't go on; `nil` while it can.
    var refusal: @Sendable () -> String? = { nil }
    /// Gives the device back while the program is stopped, and takes it again.
    var release: @Sendable (Bool) -> Void = { _ in }
  }

  /// While something moves, pictures a second.
  private static let movingInterval: Int32 = 33
  /// While nothing does, how long a picture may stand, in milliseconds.
  private static let restInterval: Int32 = 1000
  /// Deviations that the history holds.
  private static let historyCount = 400

  private let store: TunerStore
  private let audio: TappedAudio
  private let tone: ReferenceTone
  private var toneFailure: String?
  private let events: DisplayEvents
  private let configuration: Configuration

  private var tap: DisplayTap?
  private var display = DisplayState()
  private var marker: MarkerMotion
  private var history: [Double?] = []
  private var latest: SamplePosition?
  private var parser = KeyParser()
  private var shown: CellGrid?
  private var spoken = SpokenLine()
  private var lastStep: Duration
  private var hasListened = false
  /// Where the stream ends by the player's wish.
  private var end: SamplePosition?
  /// What the pictures cost so far.
  private(set) var costs = PictureCosts()

  /// Makes the display of a store.
  ///
  /// - Parameters:
  ///   - store: what is shown.
  ///   - audio: what the store hears with.
  ///   - tone: the reference tone.
  ///   - events: what happens.
  ///   - configuration: how it looks and ends.
  init(
    store: TunerStore, audio: TappedAudio, tone: ReferenceTone, events: DisplayEvents,
    configuration: Configuration
  ) {
    self.store = store
    self.audio = audio
    self.tone = tone
    self.events = events
    self.configuration = configuration
    marker = MarkerMotion(isReduced: configuration.isMotionReduced)
    lastStep = store.clock.now
  }

  /// Shows the tuner until the player leaves, a signal comes, or the source ends.
  ///
  /// - Throws: `ExitStatus.interrupted` for a signal, what standard output does, and
  ///   `ExitStatus.deviceUnavailable` when listening could not begin at all.
  mutating func run() throws {
    guard configuration.isSpoken || TerminalMode.enter() else { throw ExitStatus.usage }
    defer { TerminalMode.leave() }
    let observer = observe()
    defer { observer.cancel() }
    while true {
      let isMoving = step()
      try show()
      if try isOver() { return }
      let happened = events.wait(
        milliseconds: isMoving ? Self.movingInterval : Self.restInterval, parser: &parser)
      if happened.isHungUp || happened.isEnding { throw ExitStatus.interrupted }
      if happened.isStopping { pause() }
      if happened.isResized { shown = nil }
      for key in happened.keys where !press(key) { return }
    }
  }

  private func observe() -> Task<Void, Never> {
    Task { [store, events] in
      for await _ in store.views { events.notify() }
      events.notify()
    }
  }

  /// Follows the store; returns whether something on the screen moves by itself.
  private mutating func step() -> Bool {
    let now = store.clock.now
    let view = store.view
    if let stream = audio.takeStream() {
      tap = DisplayTap(stream.ring, sampleRate: stream.sampleRate)
      latest = nil
      end = configuration.seconds.map { seconds in
        SamplePosition(Int64((seconds * Double(stream.sampleRate.hertz)).rounded(.up)))
      }
    }
    tap?.update()
    if let result = view.state.currentPitchResult, result.timestamp != latest {
      latest = result.timestamp
      marker.move(to: view.markerPosition)
      history.append(view.tuningState == .silent ? nil : result.cents?.value)
      if history.count > Self.historyCount { history.removeFirst() }
    }
    if let failure = tone.takeFailure() { toneFailure = printable(failure) }
    marker.advance(by: now - lastStep)
    lastStep = now
    if view.phase == .listening { hasListened = true }
    return !marker.isSettled
  }

  private mutating func frame() -> DisplayFrame {
    let view = store.view
    var frame = DisplayFrame(tuner: view, display: display)
    frame.marker = marker.position
    frame.history = history
    frame.isToneSounding = tone.isSounding
    frame.toneFailure = toneFailure
    if view.tuningState != .silent, let target = target(of: view) {
      frame.strobePhase = tap?.strobePhase(against: target)
    }
    if display.showsHistory, view.state.isListening { frame.spectrum = tap?.spectrum() ?? [] }
    return frame
  }

  /// The frequency of what the pitch was matched with; `nil` without a match.
  private func target(of view: TunerView) -> Hertz? {
    guard let result = view.state.currentPitchResult, let cents = result.cents,
      let frequency = result.estimate?.frequency
    else { return nil }
    return frequency.raised(by: Cents(-cents.value))
  }

  private mutating func show() throws {
    if configuration.isSpoken {
      if let line = spoken.next(for: frame(), look: configuration.look) {
        try StandardOutput.write(line + "\n")
      }
      return
    }
    let begin = store.clock.now
    defer { costs.add(store.clock.now - begin) }
    let size = TerminalSize.current() ?? TerminalSize(columns: 80, rows: 24)
    let grid = frame().grid(size: size, look: configuration.look)
    let sequence = ScreenUpdate.sequence(from: shown, to: grid)
    if !sequence.isEmpty { try StandardOutput.draw(sequence) }
    shown = grid
  }

  /// Whether there is nothing more to show.
  private func isOver() throws -> Bool {
    if let refusal = configuration.refusal() {
      TerminalMode.leave()
      StandardError.write("tuner: \(refusal)\n")
      throw ExitStatus.usage
    }
    if let end, let latest, latest >= end { return true }
    let view = store.view
    guard view.phase == .idle else { return false }
    if !hasListened, case .audio(let error)? = view.state.error {
      TerminalMode.leave()
      StandardError.write("tuner: \(printable(error.description))\n")
      throw configuration.endsWithSource ? ExitStatus.usage : ExitStatus.deviceUnavailable
    }
    return hasListened && configuration.endsWithSource
  }

  /// Carries out what a key asks for; returns whether the display goes on.
  private mutating func press(_ key: Key) -> Bool {
    toneFailure = nil
    for effect in display.press(key, tuner: store.view) {
      switch effect {
      case .act(let action):
        store.send(action)
        // Behind an error of the device, going on means to listen again.
        if action == .acknowledgeError, store.view.phase == .idle { store.send(.startListening) }
      case .toggleTone: toggleTone()
      case .redraw: shown = nil
      case .quit: return false
      }
    }
    return true
  }

  private func toggleTone() {
    if tone.isSounding { return tone.stop() }
    let strings = store.view.targetStringIndicators
    let meant =
      switch store.view.mode {
      case .locked(let position): strings.first { $0.string.position == position }
      case .nearest, .chromatic: strings.first { $0.isMatched } ?? strings.first
      }
    tone.start(meant?.frequency ?? store.view.settings.values.a4.a4)
  }

  /// Gives terminal and device back, stops the program, and goes on when it does.
  private mutating func pause() {
    TerminalMode.leave()
    configuration.release(true)
    kill(getpid(), SIGSTOP)
    configuration.release(false)
    if !configuration.isSpoken { _ = TerminalMode.resume() }
    shown = nil
  }
}
