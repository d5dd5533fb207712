// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Foundation
import Synchronization
import TunerAnalysis
import TunerState

/// The capture of the running session: its device, its health, and its release.
final class OpenedCapture: Sendable {
  /// A capture that a device accepted.
  struct Capture: Sendable {
    let deviceName: String
    let setup: StreamSetup
    let health: CaptureHealth
    let sampleRate: SampleRate
  }

  private let opened = Mutex<Capture?>(nil)

  /// The capture; `nil` for a recording, and before the device is open.
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

  /// Releases the device while the program is stopped, or opens it again.
  func release(_ isReleased: Bool) {
    let health = capture?.health
    if isReleased { health?.release() } else { health?.reclaim() }
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
