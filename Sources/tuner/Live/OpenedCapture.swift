// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Foundation
import Synchronization
import TunerAnalysis
import TunerRuntime
import TunerState
import Tuning

/// The capture of the running session: its device, its health, and its release.
final class OpenedCapture: LiveSink {
  /// A capture that a device accepted.
  struct Capture: Sendable {
    let deviceName: String
    let setup: StreamSetup
    let health: CaptureHealth
    let sampleRate: SampleRate
  }

  private let opened = Mutex<Capture?>(nil)

  /// The capture; `nil` for a recording, before the device is open, and after the session.
  var capture: Capture? { opened.withLock { $0 } }

  /// Opens a device and stores its health.
  func open(_ configuration: CaptureConfiguration) throws(ALSAError) -> ALSACapture {
    let environment = ProcessInfo.processInfo.environment
    guard !PipeWireListing.lacks(configuration.deviceName, environment: environment) else {
      throw .noSuchDevice(name: configuration.deviceName, code: ENODEV)
    }
    let source = try ALSACapture(configuration)
    let capture = Capture(
      deviceName: configuration.deviceName, setup: source.setup, health: source.health,
      sampleRate: source.sampleRate)
    opened.withLock { $0 = capture }
    return source
  }

  func begin(_ stream: LiveStream) {}

  func take(_ result: PitchResult) {}

  func end() { opened.withLock { $0 = nil } }

  /// Releases the device while the program is stopped, or opens it again.
  ///
  /// It returns when the device is closed, or after a second: a capture that hangs must not prevent
  /// the stop.
  func release(_ isReleased: Bool) {
    guard let health = capture?.health else { return }
    guard isReleased else { return health.reclaim() }
    health.release()
    // The capture thread checks at least every 50 ms.
    for _ in 0..<100 where health.isOpen { usleep(10_000) }
  }
}

extension AudioError {
  /// Makes the error that corresponds to an error of ALSA.
  init(_ error: ALSAError) {
    switch error.kind {
    case .denied: self = .accessDenied
    case .unavailable: self = .deviceUnavailable
    case .setup: self = .configurationRefused
    }
  }
}
