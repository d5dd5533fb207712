// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Foundation
import Synchronization
import TunerAnalysis
import TunerDisplay
import TunerState

/// Reference tones on an ALSA device, played on a separate thread.
final class DeviceTone: ReferenceTone {
  private struct State {
    /// The number of the wanted tone; a tone ends when this number changes.
    var wanted: Int?
    var started = 0
    var failure: AudioError?
  }

  private static let seconds = 4.0
  private static let chimeSeconds = 0.35
  private static let level = Decibels(-12)
  private static let preferredRate = 48_000

  private let state = Mutex(State())
  private let deviceName: String
  private let changed: @Sendable () -> Void

  /// Makes a player that is silent.
  ///
  /// - Parameters:
  ///   - deviceName: the playback device.
  ///   - changed: called when a tone has failed.
  init(deviceName: String, changed: @escaping @Sendable () -> Void) {
    self.deviceName = deviceName
    self.changed = changed
  }

  var isSounding: Bool { state.withLock { $0.wanted != nil } }

  func takeFailure() -> AudioError? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  func stop() { state.withLock { $0.wanted = nil } }

  func start(_ frequency: Hertz) {
    let number = state.withLock { state in
      state.started += 1
      state.wanted = state.started
      return state.started
    }
    Thread.detachNewThread { [self] in sound(frequency, number) }
  }

  func soundOnce(_ frequency: Hertz) {
    Thread.detachNewThread { [self] in
      do throws(ALSAError) {
        var playback = try ALSAPlayback(
          deviceName: deviceName, preferredRate: SampleRate(Self.preferredRate))
        var samples = ToneSamples(
          Tone(wave: .pluck, seconds: Self.chimeSeconds, level: Self.level), of: frequency,
          at: playback.sampleRate)
        while case let block = samples.next(), !block.isEmpty {
          _ = try playback.write(block.span) { true }
        }
        try playback.finish { true }
      } catch {
        state.withLock { $0.failure = AudioError(error) }
        changed()
      }
    }
  }

  private func isCurrent(_ number: Int) -> Bool { state.withLock { $0.wanted == number } }

  private func sound(_ frequency: Hertz, _ number: Int) {
    do throws(ALSAError) {
      var playback = try ALSAPlayback(
        deviceName: deviceName, preferredRate: SampleRate(Self.preferredRate))
      var samples = ToneSamples(
        Tone(wave: .pluck, seconds: Self.seconds, level: Self.level), of: frequency,
        at: playback.sampleRate)
      // The first round is made while it sounds, and the others repeat it.
      var round: [Float] = []
      while isCurrent(number), case let block = samples.next(), !block.isEmpty {
        round += block
        _ = try playback.write(block.span) { self.isCurrent(number) }
      }
      while isCurrent(number) {
        _ = try playback.write(round.span) { self.isCurrent(number) }
      }
      try playback.finish { self.isCurrent(number) }
    } catch {
      state.withLock { state in
        state.failure = AudioError(error)
        if state.wanted == number { state.wanted = nil }
      }
      changed()
    }
  }
}
