// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Terminal

/// The warnings about a running capture.
///
/// Each kind is reported once, except losses of samples, which may repeat.
struct LiveHealth {
  /// The time after which samples that are exactly zero count as a fault, in seconds.
  private static let zeroSeconds = 3.0
  /// The largest permitted deviation of the measured sample rate from the nominal one, as a
  /// fraction.
  private static let rateShare = 0.01
  /// The backlog in the device from which the machine counts as too slow, in seconds.
  private static let backlogSeconds = 0.5

  private enum Warning: Hashable { case zeros, rate, backlog }

  let name: String
  let health: CaptureHealth
  let sampleRate: SampleRate
  private var said: Set<Warning> = []
  private var lost = 0

  init(name: String, health: CaptureHealth, sampleRate: SampleRate) {
    self.name = printable(name)
    self.health = health
    self.sampleRate = sampleRate
  }

  /// Returns the new warnings.
  mutating func news() -> [String] {
    let now = health.snapshot
    let rate = Double(sampleRate.hertz)
    var lines: [String] = []
    if Double(now.zeroSamples) > Self.zeroSeconds * rate, said.insert(.zeros).inserted {
      lines.append(
        "device \"\(name)\" gives nothing but zeros. Is it muted? Others are in: tuner devices")
    }
    if let measured = now.measuredRate, abs(measured / rate - 1) > Self.rateShare,
      said.insert(.rate).inserted
    {
      lines.append(
        "device \"\(name)\" agreed to \(sampleRate.hertz) Hz and delivers \(Int(measured)) Hz: all "
          + "readings are wrong by that. Choose another one from: tuner devices")
    }
    if Double(now.backlog) > Self.backlogSeconds * rate, said.insert(.backlog).inserted {
      lines.append("results come late: the machine is too busy. Close other programs")
    }
    if now.lostSamples > lost {
      lines.append(
        "\(now.lostSamples - lost) samples of device \"\(name)\" were lost; the time goes on")
      lost = now.lostSamples
    }
    return lines
  }

  /// The measured clock of the device; `nil` until it is measured.
  var clock: String? { health.snapshot.drift.map { ClockText(drift: $0).account } }

  /// Returns the closing report on the capture.
  var account: String {
    let all = health.snapshot
    return "\(all.lostSamples) samples lost in \(all.overruns) overruns, \(all.suspensions) "
      + "suspensions and \(all.reconnections) reconnections; at most \(all.peakBacklog) waited"
  }
}
