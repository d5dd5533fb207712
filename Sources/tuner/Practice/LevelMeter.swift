// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PracticeReports
import Terminal

/// A level meter that draws a bar on a terminal, and keeps the loudest level.
struct LevelMeter {
  /// The level below which a sound counts as room noise.
  static let faintest = Decibels(-50)
  private static let floor = -60.0

  private(set) var peak: Decibels?
  private var isShown = false

  /// Adds a level and shows it.
  mutating func show(_ level: Decibels?) {
    if let level { peak = max(peak ?? level, level) }
    guard isatty(STDERR_FILENO) == 1 else { return }
    isShown = true
    StandardError.draw("\r  \(Self.bar(level))")
  }

  /// Ends the line of the bar.
  mutating func end() {
    if isShown { StandardError.write("\n") }
    isShown = false
  }

  /// Returns a bar from −60 to 0 dBFS.
  static func bar(_ level: Decibels?) -> String {
    GoalBar.bar(level.map { 1 - $0.value / floor })
  }
}
