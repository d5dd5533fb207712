// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Synchronization

/// The capture that runs, for whoever wants it to let go of its device for a while.
final class OpenedCapture: Sendable {
  /// The rate that a correction of the clock is for; `nil` without one.
  private let rate: SampleRate?
  private let health = Mutex<CaptureHealth?>(nil)
  private let other = Mutex<SampleRate?>(nil)

  init(rate: SampleRate?) { self.rate = rate }

  func keep(_ health: CaptureHealth, sampleRate: SampleRate) {
    self.health.withLock { $0 = health }
    if let rate, rate != sampleRate { other.withLock { $0 = sampleRate } }
  }

  /// Why the capture is not what was asked for; `nil` where it is.
  var refusal: String? {
    guard let rate, let other = other.withLock({ $0 }) else { return nil }
    return "the device runs at \(other.hertz) Hz, and its clock was measured at \(rate.hertz) Hz. "
      + "Give --sample-rate \(other.hertz)"
  }

  func release(_ isReleased: Bool) {
    let health = health.withLock { $0 }
    if isReleased { health?.release() } else { health?.reclaim() }
  }
}
