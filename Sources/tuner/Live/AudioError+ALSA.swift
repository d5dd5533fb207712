// SPDX-License-Identifier: MIT

import ALSAAudio
import TunerState

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
