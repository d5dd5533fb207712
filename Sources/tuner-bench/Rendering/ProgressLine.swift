// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import Terminal

/// A progress bar with the remaining time on standard error; without a terminal, nothing.
struct ProgressLine: Sendable {
  private static let width = 30

  private let isShown: Bool

  /// Makes a bar, hidden by `quiet` or without a terminal.
  init(quiet: Bool) {
    isShown = !quiet && isatty(STDERR_FILENO) == 1
  }

  /// Draws the bar over the previous one.
  func show(_ progress: BenchRun.Progress) {
    guard isShown else { return }
    StandardError.draw("\r" + Self.text(progress) + "\u{1B}[K")
    if progress.done == progress.total { StandardError.draw("\r\u{1B}[K") }
  }

  /// Draws the bar of a share, 0…1, over the previous one.
  ///
  /// - Parameters:
  ///   - share: the progress.
  ///   - elapsed: the time so far.
  func show(_ share: Double, after elapsed: Duration) {
    guard isShown else { return }
    let left = share > 0 ? elapsed / .seconds(1) * (1 / share - 1) : 0
    StandardError.draw("\r" + Self.text(share, secondsLeft: left) + "\u{1B}[K")
    if share >= 1 { StandardError.draw("\r\u{1B}[K") }
  }

  /// Returns the bar of a share with the remaining time.
  static func text(_ share: Double, secondsLeft: Double) -> String {
    let filled = min(width, max(0, Int(Double(width) * share)))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "[\(bar)] \(Int(100 * share)) %, \(clock(secondsLeft)) left"
  }

  /// Returns the bar of a run with the remaining time.
  static func text(_ progress: BenchRun.Progress) -> String {
    let filled = progress.total > 0 ? width * progress.done / progress.total : width
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let left = progress.remaining.map { ", \(clock($0)) left" } ?? ""
    return "[\(bar)] \(progress.done) of \(progress.total)\(left)"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
