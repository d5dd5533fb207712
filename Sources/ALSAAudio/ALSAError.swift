// SPDX-License-Identifier: MIT

import Glibc

/// The reason why a device cannot capture or play.
///
/// A case with a cause in the system carries its errno.
public enum ALSAError: Error, Hashable, Sendable {
  /// No device has that name, or it is unplugged.
  case noSuchDevice(name: String, code: Int32)
  /// Another program uses the device.
  case deviceBusy(name: String, code: Int32)
  /// The system denies access.
  case notPermitted(name: String, code: Int32)
  /// The device cannot be opened for another reason, such as a sound server that does not run.
  case openFailed(name: String, code: Int32)
  /// The device opens, but supports no usable stream.
  ///
  /// - Parameter parameter: the refused parameter, such as `rate`.
  case setupRefused(name: String, parameter: String, code: Int32)
  /// The device supports no sample format of this module.
  case noUsableFormat(name: String)
  /// The device chose an unsupported sample rate.
  case unsupportedSampleRate(name: String, hertz: Int)
  /// A selected channel does not exist, counted from 1.
  case noSuchChannel(name: String, required: Int, available: Int)
  /// The device disappeared while the stream was running.
  case unplugged(name: String, code: Int32)
  /// The stream failed permanently.
  case streamFailed(name: String, code: Int32)
  /// The device reports that it runs, but moves no samples.
  case stalled(name: String, seconds: Double)
  /// The device returned with another sample rate, so positions cannot continue.
  case rateChanged(name: String, required: Int, actual: Int)
}

extension ALSAError {
  /// The kind of a failure, for a coarser error.
  public enum Kind: Hashable, Sendable {
    /// The system denied access.
    case denied
    /// The device does not exist, at least at the moment.
    case unavailable
    /// The device exists and supports no usable stream.
    case setup
  }

  /// The kind of failure.
  public var kind: Kind {
    switch self {
    case .notPermitted: .denied
    case .noSuchDevice, .deviceBusy, .openFailed, .unplugged, .streamFailed, .stalled:
      .unavailable
    case .setupRefused, .noUsableFormat, .unsupportedSampleRate, .noSuchChannel, .rateChanged:
      .setup
    }
  }

  /// The device.
  public var deviceName: String {
    switch self {
    case .noSuchDevice(let name, _), .deviceBusy(let name, _), .notPermitted(let name, _),
      .openFailed(let name, _), .setupRefused(let name, _, _), .noUsableFormat(let name),
      .unsupportedSampleRate(let name, _), .noSuchChannel(let name, _, _),
      .unplugged(let name, _), .streamFailed(let name, _), .stalled(let name, _),
      .rateChanged(let name, _, _):
      name
    }
  }
}

extension ALSAError {
  /// Makes the error of a refusal while a stream was opened or set up.
  init(_ refusal: PCMRefusal, name: String) {
    let code = refusal.code
    switch code {
    case EACCES, EPERM: self = .notPermitted(name: name, code: code)
    case EBUSY, EAGAIN: self = .deviceBusy(name: name, code: code)
    case ENOENT, ENODEV, ENXIO: self = .noSuchDevice(name: name, code: code)
    default:
      self =
        refusal.step == .open
        ? .openFailed(name: name, code: code)
        : .setupRefused(name: name, parameter: refusal.step.rawValue, code: code)
    }
  }

  /// Makes the error of a failure of a running stream.
  ///
  /// - Parameters:
  ///   - code: a positive errno.
  ///   - state: the state of the stream after it.
  ///   - name: the device.
  init(broken code: Int32, state: StreamStatus.State, name: String) {
    switch code {
    case EACCES, EPERM: self = .notPermitted(name: name, code: code)
    case ENODEV, ENXIO, ENOENT: self = .unplugged(name: name, code: code)
    default:
      self =
        state == .disconnected
        ? .unplugged(name: name, code: code) : .streamFailed(name: name, code: code)
    }
  }
}
