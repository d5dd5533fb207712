// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
package import StringCoupling
internal import Terminal
package import TunerRuntime
package import TunerState
internal import Tuning

/// A full-screen display of a tuner: draws the state of a store, and sends it the actions of keys.
package struct DisplaySession: ~Copyable {
  /// The configuration of a display.
  package struct Configuration: Sendable {
    /// The language and the capabilities of the terminal.
    package var look: DisplayStyle
    /// True when the marker jumps instead of moving.
    package var isMotionReduced: Bool
    /// True to print a line of text for each change instead of a picture, for screen readers.
    package var isSpoken: Bool
    /// True when the display ends with the source.
    package var endsWithSource: Bool
    /// The length of the stream after which the display ends, in seconds; `nil` for none.
    package var seconds: Double?

    package init(
      look: DisplayStyle, isMotionReduced: Bool = false, isSpoken: Bool = false,
      endsWithSource: Bool = false, seconds: Double? = nil
    ) {
      self.look = look
      self.isMotionReduced = isMotionReduced
      self.isSpoken = isSpoken
      self.endsWithSource = endsWithSource
      self.seconds = seconds
    }
  }

  /// The reason why a display ended.
  package enum Ending: Hashable, Sendable {
    /// The player quit, or the source or the requested time ended.
    case done
    /// A signal ended the display, or the terminal closed.
    case interrupted
    /// The terminal can't show pictures.
    case noTerminal
    /// The first session could not start.
    case failed(AudioError)
  }

  /// The time between two pictures while something moves, in milliseconds.
  private static let movingInterval: Int32 = 33
  /// The time between two pictures while nothing moves, in milliseconds.
  private static let restInterval: Int32 = 1000

  private let store: TunerStore
  private let sampleTap: SampleTap
  private let tone: any ReferenceTone
  private let release: @Sendable (Bool) -> Void
  private var toneFailure: AudioError?
  private let events: DisplayEvents
  private let configuration: Configuration

  private var tap: DisplayTap?
  private var display = DisplayState()
  private var marker: MarkerMotion
  /// A marker for each string of a stroke.
  private var strumMarkers: [MarkerMotion] = []
  /// The stroke that each of these markers shows.
  private var markedStrokes: [Int?] = []
  private var strumHistory: StrumHistory
  /// The last picture before the player froze the display.
  private var latestFrame: DisplayFrame?
  private var results: ShownResults
  private var keyboard = KeyInput()
  private var shown: CellGrid?
  private var spoken = ScreenReaderLine()
  private var lastStep: Duration
  private var hasListened = false
  /// True if the terminal was switched to the mode of the display.
  private var usesTerminal = false
  /// The time spent on pictures so far.
  package private(set) var costs = PictureCosts()

  /// Makes the display of a store.
  ///
  /// - Parameters:
  ///   - store: the state to show.
  ///   - tap: the samples for strobe and spectrum.
  ///   - tone: the reference tone.
  ///   - events: keys, changes and signals.
  ///   - configuration: the look, and when to end.
  ///   - earlier: strokes of the same guitar; `nil` for none.
  ///   - release: closes the device (true) before the program is stopped, and opens it again.
  package init(
    store: TunerStore, tap: SampleTap, tone: any ReferenceTone, events: DisplayEvents,
    configuration: Configuration, earlier: EarlierStrokes? = nil,
    release: @escaping @Sendable (Bool) -> Void
  ) {
    self.store = store
    sampleTap = tap
    self.tone = tone
    self.events = events
    self.configuration = configuration
    self.release = release
    marker = MarkerMotion(isReduced: configuration.isMotionReduced)
    results = ShownResults(seconds: configuration.seconds)
    strumHistory = StrumHistory(after: earlier)
    lastStep = store.clock.now
  }

  /// Shows the tuner until the player quits, a signal arrives, or the source ends.
  ///
  /// - Returns: the reason of the end; the terminal is restored.
  /// - Throws: an error of standard output.
  package mutating func run() throws -> Ending {
    // Lines are spoken without a keyboard too.
    usesTerminal = TerminalMode.enter(configuration.isSpoken ? .keys : .screen)
    guard configuration.isSpoken || usesTerminal else { return .noTerminal }
    defer { TerminalMode.leave() }
    let observer = observe()
    defer { observer.cancel() }
    var isWithoutKeys = false
    while true {
      let isMoving = step()
      try show()
      if let ending { return ending }
      let happened = events.wait(
        milliseconds: isMoving ? Self.movingInterval : Self.restInterval, keyboard: &keyboard,
        isWithoutKeys: isWithoutKeys)
      isWithoutKeys = happened.isWithoutKeys
      if happened.isHungUp || happened.isEnding { return .interrupted }
      if happened.isStopping { pause() }
      if happened.isResized { shown = nil }
      for key in happened.keys where try !press(key) { return .done }
    }
  }

  private func observe() -> Task<Void, Never> {
    Task { [store, events] in
      for await _ in store.views { events.notify() }
      events.notify()
    }
  }

  /// Reads the store's state; returns true while something on the screen moves.
  private mutating func step() -> Bool {
    let now = store.clock.now
    let view = store.view
    if let stream = sampleTap.takeStream() {
      tap = DisplayTap(stream.ring, sampleRate: stream.sampleRate)
      results.begin(at: stream.sampleRate)
    }
    tap?.update()
    if view.mode != .all, let result = view.state.currentPitchResult,
      results.follow(.pitch, at: result.timestamp)
    {
      marker.move(to: view.markerPosition)
      results.add(view.tuningState == .silent ? nil : result.cents?.value, view.markerColor)
    }
    if let failure = tone.takeFailure() { toneFailure = failure }
    marker.advance(by: now - lastStep)
    let isFading = moveStrings(of: view, at: now)
    lastStep = now
    if view.phase == .listening { hasListened = true }
    return !marker.isSettled || isFading
  }

  /// Moves the markers of a stroke's strings; returns true while one moves or fades.
  private mutating func moveStrings(of view: TunerView, at now: Duration) -> Bool {
    guard view.mode == .all else {
      strumMarkers = []
      return false
    }
    strumHistory.follow(view.strum)
    let strings = view.strum.strings
    if strumMarkers.count != strings.count {
      strumMarkers = strings.map { string in
        MarkerMotion(position: string.markerPosition, isReduced: configuration.isMotionReduced)
      }
      markedStrokes = strings.map(\.stroke)
    }
    if let timestamp = view.strum.latestTimestamp, results.follow(.stroke, at: timestamp) {
      results.add(nil, .grey)
    }
    var isMoving = false
    for (index, string) in strings.enumerated() {
      if string.stroke != markedStrokes[index] {
        // At a new stroke the marker jumps, because there are no values in between and a jump shows
        // the reading earlier.
        markedStrokes[index] = string.stroke
        strumMarkers[index] = MarkerMotion(
          position: string.markerPosition, isReduced: configuration.isMotionReduced)
      }
      strumMarkers[index].move(to: string.markerPosition)
      strumMarkers[index].advance(by: now - lastStep)
      let freshness = view.strum.freshness(of: string, at: now)
      isMoving = isMoving || !strumMarkers[index].isSettled || freshness.isFading
    }
    return isMoving
  }

  /// Returns the next picture; nothing that was measured moves in a frozen one.
  private mutating func frame() -> DisplayFrame {
    let view = store.view
    var frame = latestFrame ?? DisplayFrame(tuner: view)
    if display.held == nil {
      frame = measured(view)
      latestFrame = frame
    }
    (frame.tuner, frame.display) = (view, display)
    frame.isToneSounding = tone.isSounding
    frame.toneFailure = toneFailure
    return frame
  }

  /// Returns a picture of what was measured.
  private mutating func measured(_ view: TunerView) -> DisplayFrame {
    var frame = DisplayFrame(tuner: view)
    frame.marker = marker.position
    frame.strumMarkers = strumMarkers.map(\.position)
    frame.strokes = strumHistory.memory
    frame.now = store.clock.now
    frame.history = results.history
    if view.mode != .all, view.tuningState != .silent, let target = target(of: view) {
      frame.strobePhase = tap?.strobePhase(against: target)
    }
    if display.showsHistory, view.mode != .all, view.state.isListening {
      frame.spectrum = tap?.spectrum() ?? []
    }
    return frame
  }

  /// The frequency of the matched string or note; `nil` without a match, and for a pitch that is
  /// far from the locked string.
  private func target(of view: TunerView) -> Hertz? {
    guard !view.isFarFromLocked, let result = view.state.currentPitchResult,
      let cents = result.cents, let frequency = result.estimate?.frequency
    else { return nil }
    return frequency.raised(by: Cents(-cents.value))
  }

  private mutating func show() throws {
    if configuration.isSpoken {
      return try speak([spoken.next(for: frame(), look: configuration.look)].compactMap(\.self))
    }
    let begin = store.clock.now
    defer { costs.add(store.clock.now - begin) }
    let size = TerminalSize.current() ?? TerminalSize(columns: 80, rows: 24)
    let grid = frame().grid(size: size, look: configuration.look)
    let sequence = ScreenUpdate.sequence(from: shown, to: grid)
    if !sequence.isEmpty { try StandardOutput.draw(sequence) }
    shown = grid
  }

  private func speak(_ lines: [String]) throws {
    for line in lines { try StandardOutput.write(line + "\n") }
  }

  /// The reason to end now; `nil` to continue.
  private var ending: Ending? {
    if results.isOver { return .done }
    let view = store.view
    guard view.phase == .idle else { return nil }
    if !hasListened, case .audio(let error)? = view.state.error { return .failed(error) }
    return hasListened && configuration.endsWithSource ? .done : nil
  }

  /// Carries out the effects of a key; returns false if the player quits.
  private mutating func press(_ key: Key) throws -> Bool {
    toneFailure = nil
    if configuration.isSpoken,
      let answer = ScreenReaderKeys.answer(to: key, look: configuration.look)
    {
      try speak(answer)
      return true
    }
    for effect in display.press(key, tuner: store.view) {
      switch effect {
      case .act(let action):
        store.send(action)
        // After a device error, acknowledgement starts listening again.
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
      case .nearest, .chromatic, .all: strings.first { $0.isMatched } ?? strings.first
      }
    tone.start(meant?.frequency ?? store.view.settings.values.a4.a4)
  }

  /// Releases the terminal and the device, stops the program, and resumes after it continues.
  private mutating func pause() {
    TerminalMode.leave()
    release(true)
    SignalQueue.stopProgram()
    release(false)
    if usesTerminal { _ = TerminalMode.resume() }
    shown = nil
  }
}
