// SPDX-License-Identifier: MIT

import Glibc

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
