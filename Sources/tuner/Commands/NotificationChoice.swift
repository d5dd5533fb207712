// SPDX-License-Identifier: MIT

import ArgumentParser

/// The choice to show notifications on the desktop.
enum NotificationChoice: String, CaseIterable, ExpressibleByArgument {
  case on, off
  /// Notifications are shown if there is a desktop session.
  case auto

  /// The choice as the settings store it.
  var setting: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .auto: nil
    }
  }
}
