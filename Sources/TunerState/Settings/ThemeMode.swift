// SPDX-License-Identifier: MIT

/// Which colours a presentation has.
public enum ThemeMode: String, CaseIterable, Hashable, Sendable {
  case light, dark
  /// What the system or the terminal says.
  case system
}
