// SPDX-License-Identifier: MIT

/// Why a device can't be listened to or played on.
///
/// Every case that the system caused carries its errno.
public enum ALSAError: Error, Hashable, Sendable {
  /// Nothing has that name, or it isn't plugged in.
  case noSuchDevice(name: String, code: Int32)
  /// Another program holds it.
  case deviceBusy(name: String, code: Int32)
  /// The system refuses the access.
  case notPermitted(name: String, code: Int32)
  /// It can't be opened for another reason, such as a sound server that doesn't run.
  case openFailed(name: String, code: Int32)
  /// It can be opened, and agrees to nothing that we can use.
  ///
  /// - Parameter parameter: what was refused, such as `rate`.
  case setupRefused(name: String, parameter: String, code: Int32)
  /// It knows no sample format that we do.
  case noUsableFormat(name: String)
  /// It agreed to a sample rate that is not listened at.
  case unsupportedSampleRate(name: String, hertz: Int)
  /// A selected channel that is not there, counted from 1.
  case noSuchChannel(name: String, required: Int, available: Int)
  /// It went away while the stream ran.
  case unplugged(name: String, code: Int32)
  /// The stream broke, and can't be mended.
  case streamFailed(name: String, code: Int32)
  /// It says that it runs, and moves nothing.
  case stalled(name: String, seconds: Double)
  /// It came back with another sample rate: the positions of one stream don't go on in the other.
  case rateChanged(name: String, required: Int, actual: Int)
}

extension ALSAError {
  /// What kind of failure it is, for whoever maps it to something coarser.
  public enum Kind: Hashable, Sendable {
    /// The access was refused.
    case denied
    /// There is no such device, or not now.
    case unavailable
    /// The device is there, and no stream could be agreed on.
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
