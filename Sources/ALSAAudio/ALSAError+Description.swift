// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

extension ALSAError: CustomStringConvertible {
  /// The error as one sentence with the remedy.
  public var description: String {
    "device \"\(deviceName)\" \(complaint). \(remedy)"
  }

  /// The reason, as the rest of a sentence about the device.
  public var complaint: String {
    switch self {
    case .noSuchDevice: "is not there"
    case .deviceBusy: "is in use"
    case .notPermitted(_, let code): "may not be opened (\(Self.text(code)))"
    case .openFailed(_, let code): "can't be opened (\(Self.text(code)))"
    case .setupRefused(_, let parameter, let code):
      "does not agree to any \(parameter) (\(Self.text(code)))"
    case .noUsableFormat: "has no sample format of 16, 24 or 32 bits or floating point"
    case .unsupportedSampleRate(_, let hertz):
      "runs at \(hertz) Hz, and only \(Self.rates) Hz can be listened at"
    case .noSuchChannel(_, let required, let available):
      "has no channel \(required), only \(available)"
    case .unplugged: "went away"
    case .streamFailed(_, let code): "stopped working (\(Self.text(code)))"
    case .stalled(_, let seconds): "has moved no samples for \(Int(seconds.rounded())) seconds"
    case .rateChanged(_, let required, let actual):
      "came back at \(actual) Hz, and was at \(required) Hz before"
    }
  }

  /// The remedy, as a sentence without its full stop.
  public var remedy: String {
    let list = "from: tuner devices"
    guard let ownRemedy else { return "Choose one \(list)" }
    return switch self {
    case .noSuchDevice, .deviceBusy, .openFailed, .streamFailed, .stalled, .rateChanged:
      "\(ownRemedy), or choose one \(list)"
    case .notPermitted: "\(ownRemedy), or choose \(list)"
    case .setupRefused, .noUsableFormat, .unsupportedSampleRate, .noSuchChannel, .unplugged:
      ownRemedy
    }
  }

  /// The remedy for this device, without another one; `nil` if only another device helps.
  public var ownRemedy: String? {
    switch self {
    case .noSuchDevice: "Plug it in"
    case .deviceBusy: "Close the other program"
    case .notPermitted: "Join the group \"audio\" and log in again"
    case .openFailed: "Start the sound server"
    case .setupRefused(let name, _, _), .noUsableFormat(let name),
      .unsupportedSampleRate(let name, _):
      name.hasPrefix("hw:") ? "Let ALSA convert: use \"plug\(name)\"" : nil
    case .noSuchChannel(_, _, let available): "Choose a channel from 1 to \(available)"
    case .unplugged: "Plug it in again, and start again"
    case .streamFailed, .stalled, .rateChanged: "Start again"
    }
  }

  private static var rates: String {
    "\(SampleRate.supported.lowerBound.hertz) to \(SampleRate.supported.upperBound.hertz)"
  }

  /// The system's text for `code`, an errno.
  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
