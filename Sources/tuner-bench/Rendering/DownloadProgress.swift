// SPDX-License-Identifier: MIT

import Datasets
import Foundation
import Terminal

/// Shows the progress of a download: a bar on a terminal, occasional lines elsewhere.
struct DownloadProgress {
  /// The interval between two updates of the bar, in seconds.
  private static let interval = 0.1
  /// The step between two lines without a terminal, in percent of a file.
  private static let stride = 10

  private let set: DownloadSet
  private let isQuiet: Bool
  private let isTerminal: Bool
  private var text: DownloadText
  private var lastDrawn: ContinuousClock.Instant?
  private var lastShare: (label: String, tenths: Int)?
  private var hasBar = false

  /// Prepares to show the installation of `set`.
  init(of set: DownloadSet, quiet: Bool) {
    self.set = set
    isQuiet = quiet
    isTerminal = isatty(STDERR_FILENO) == 1
    text = DownloadText(set)
  }

  /// Shows a step.
  mutating func show(_ step: DownloadInstaller.Step) {
    guard !isQuiet else { return }
    let now = ContinuousClock.now
    let line = text.line(step, at: Self.seconds(of: now))
    if line.isFinal {
      clear()
      StandardError.write(line.text + "\n")
    } else if isTerminal {
      draw(line, at: now)
    } else {
      report(line)
    }
  }

  private mutating func draw(_ line: DownloadText.Line, at now: ContinuousClock.Instant) {
    if let lastDrawn, !line.isComplete,
      Self.seconds(of: now) - Self.seconds(of: lastDrawn) < Self.interval
    {
      return
    }
    lastDrawn = now
    hasBar = true
    StandardError.draw("\r" + line.text + "\u{1B}[K")
    if line.isComplete { clear() }
  }

  /// Writes a line when another step begins, or when another `stride` is done.
  private mutating func report(_ line: DownloadText.Line) {
    let tenths = (line.share.map { Int($0 * 100) } ?? 0) / Self.stride
    if let lastShare, lastShare == (line.label, tenths) { return }
    lastShare = (line.label, tenths)
    StandardError.write(line.text + "\n")
  }

  private mutating func clear() {
    if hasBar { StandardError.draw("\r\u{1B}[K") }
    hasBar = false
  }

  private static let start = ContinuousClock.now

  private static func seconds(of instant: ContinuousClock.Instant) -> Double {
    (instant - start) / .seconds(1)
  }
}
