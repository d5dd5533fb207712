// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Foundation
import Synchronization

/// A tone that sounds until it is ended, on a thread of its own; where it can't, that is kept to be said.
final class ReferenceTone: Sendable {
  private struct State {
    /// Which tone is wanted; another number ends the one before.
    var wanted: Int?
    var started = 0
    var failure: String?
  }

  private static let seconds = 4.0
  private static let chimeSeconds = 0.35
  private static let level = Decibels(-12)
  private static let preferredRate = 48_000

  private let state = Mutex(State())
  private let deviceName: String
  private let changed: @Sendable () -> Void

  /// Makes one that is silent.
  ///
  /// - Parameters:
  ///   - deviceName: where it sounds.
  ///   - changed: called when it has ended by itself.
  init(deviceName: String, changed: @escaping @Sendable () -> Void) {
    self.deviceName = deviceName
    self.changed = changed
  }

  /// Whether it sounds.
  var isSounding: Bool { state.withLock { $0.wanted != nil } }

  /// Returns why it could not sound, once.
  func takeFailure() -> String? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Ends it.
  func stop() { state.withLock { $0.wanted = nil } }

  /// Sounds a pitch, again and again.
  func start(_ frequency: Hertz) {
    let number = state.withLock { state in
      state.started += 1
      state.wanted = state.started
      return state.started
    }
    Thread.detachNewThread { [self] in sound(frequency, number) }
  }

  /// Sounds a pitch shortly, once.
  func once(_ frequency: Hertz) {
    Thread.detachNewThread { [self] in
      do throws(ALSAError) {
        var playback = try ALSAPlayback(
          deviceName: deviceName, preferredRate: SampleRate(Self.preferredRate))
        let samples = Tone(wave: .pluck, seconds: Self.chimeSeconds, level: Self.level)
          .samples(of: frequency, at: playback.sampleRate)
        _ = try playback.write(samples.span) { true }
        try playback.finish { true }
      } catch {
        state.withLock { $0.failure = error.description }
        changed()
      }
    }
  }

  private func isWanted(_ number: Int) -> Bool { state.withLock { $0.wanted == number } }

  private func sound(_ frequency: Hertz, _ number: Int) {
    do throws(ALSAError) {
      var playback = try ALSAPlayback(
        deviceName: deviceName, preferredRate: SampleRate(Self.preferredRate))
      let samples = Tone(wave: .pluck, seconds: Self.seconds, level: Self.level)
        .samples(of: frequency, at: playback.sampleRate)
      while isWanted(number) {
        _ = try playback.write(samples.span) { self.isWanted(number) }
      }
      try playback.finish { self.isWanted(number) }
    } catch {
      state.withLock { state in
        state.failure = error.description
        if state.wanted == number { state.wanted = nil }
      }
      changed()
    }
  }
}
