// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import PitchDetection
import Synchronization
import TunerRuntime
import TunerState
import Tuning

/// Hears as a live session does, and lets the display listen beside it: each start has a ring of its
/// own.
final class TappedAudio: AudioProcessing {
  /// A ring that was not tapped yet.
  struct Stream: Sendable {
    var ring: SampleRing
    var sampleRate: SampleRate
  }

  private struct State {
    var audio: (any AudioProcessing)?
    var stream: Stream?
  }

  private static let ringCapacity = 1 << 17

  private let practice: LivePractice?
  private let make: @Sendable (SampleRing) -> any SessionAudio
  private let heard: @Sendable (PitchResult) -> Void
  private let state = Mutex(State())

  /// Makes one that does not listen yet.
  ///
  /// - Parameters:
  ///   - practice: counts what is played; `nil` for nobody.
  ///   - heard: told every result before anybody else, on a thread that may lock.
  ///   - make: makes what hears, and records into a ring.
  init(
    practice: LivePractice? = nil, heard: @escaping @Sendable (PitchResult) -> Void = { _ in },
    _ make: @escaping @Sendable (SampleRing) -> any SessionAudio
  ) {
    self.practice = practice
    self.heard = heard
    self.make = make
  }

  /// Returns the stream that began since the last time.
  ///
  /// - Returns: `nil` when none did.
  func takeStream() -> Stream? {
    state.withLock { state in
      defer { state.stream = nil }
      return state.stream
    }
  }

  private var current: (any AudioProcessing)? { state.withLock { $0.audio } }

  var isRunning: Bool { current?.isRunning ?? false }

  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    let ring = SampleRing(minimumCapacity: Self.ringCapacity)
    let audio = make(ring)
    try audio.start(target: target, updateRate: updateRate)
    let rate = audio.sessionRate
    if let practice, let rate, let classifier = try? target.classifier() {
      practice.begin(at: rate, classifier)
    }
    state.withLock { state in
      state.audio = audio
      state.stream = rate.map { Stream(ring: ring, sampleRate: $0) }
    }
  }

  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    current?.observePitchResults { [heard, practice] event in
      if case .result(let emission) = event, let result = emission.result {
        heard(result)
        practice?.take(result)
      }
      observer(event)
    }
  }

  func stopObserving() { current?.stopObserving() }

  func stop() {
    let audio = state.withLock { state in
      defer { state = State() }
      return state.audio
    }
    audio?.stop()
    practice?.end()
  }

  func retarget(_ target: TunerTarget) { current?.retarget(target) }

  func setUpdateRate(_ rate: UpdateRate) { current?.setUpdateRate(rate) }
}

/// What hears, and can say at which rate.
protocol SessionAudio: AudioProcessing {
  /// The rate of the session that runs; `nil` while none does.
  var sessionRate: SampleRate? { get }
}

extension LiveAudio: SessionAudio where Source: ~Copyable, Detector: ~Copyable {
  var sessionRate: SampleRate? { current?.sampleRate }
}
