// SPDX-License-Identifier: MIT

import ArgumentParser

/// The choice whether notifications are shown on the desktop.
enum NotificationChoice: String, CaseIterable, ExpressibleByArgument {
  case on, off
  /// Shown where there is a desktop session.
  case auto

  /// The choice as the settings hold it.
  var setting: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .auto: nil
    }
  }
}
