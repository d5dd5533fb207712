// SPDX-License-Identifier: MIT

import Datasets

/// Renders the steps of a download: progress, speed and remaining time.
struct DownloadText {
  /// One line without its line feed.
  struct Line: Equatable {
    var text: String
    /// The description of the step, which stays the same during the step.
    var label: String
    /// The progress, 0…1; `nil` when it is unknown.
    var share: Double?
    /// True when the next line must not overwrite this one.
    var isFinal = false

    /// True when the step is complete.
    var isComplete: Bool { share.map { $0 >= 1 } ?? false }
  }

  private static let width = 20
  /// The time after which a speed is shown, in seconds.
  private static let speedDelay = 0.5

  private let set: DownloadSet
  private var start: (label: String, seconds: Double, byteCount: Int)?

  /// Prepares to render the installation of `set`.
  init(_ set: DownloadSet) { self.set = set }

  /// Renders a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - seconds: the time, from any origin.
  /// - Returns: one line and its style.
  mutating func line(_ step: DownloadInstaller.Step, at seconds: Double) -> Line {
    switch step {
    case .beginning: final(opening)
    case .waiting:
      final("waiting for another installation to end")
    case .checking(let file): final("checking \(file)")
    case .interrupted(let kept):
      final(
        "interrupted. \(Self.megabytes(kept)) are kept; the same command goes on from there")
    case .fetching(let file, let count, let total):
      fetching(file, count, total, seconds)
    case .unpacking(let file, let count):
      Line(
        text: "\(set.name): unpacking \(file), \(Self.megabytes(count))",
        label: "unpacking \(file)", share: nil)
    case .describing(let done, let total):
      Line(
        text: "\(set.name): describing recordings, \(done) of \(total)", label: "describing",
        share: total > 0 ? Double(done) / Double(total) : nil)
    }
  }

  private mutating func fetching(
    _ file: String, _ count: Int, _ total: Int?, _ seconds: Double
  ) -> Line {
    let label = "fetching \(file)"
    if start?.label != label { start = (label, seconds, count) }
    var text = "\(set.name): \(file) "
    let share = total.map { $0 > 0 ? Double(count) / Double($0) : 1 }
    if let total, let share {
      let filled = Int(Double(Self.width) * min(share, 1))
      text += "[" + String(repeating: "#", count: filled)
      text += String(repeating: ".", count: Self.width - filled) + "] "
      text += "\(Int(share * 100)) % of \(Self.megabytes(total))"
    } else {
      text += Self.megabytes(count)
    }
    if let start, seconds - start.seconds >= Self.speedDelay {
      let rate = Double(count - start.byteCount) / (seconds - start.seconds)
      text += ", \(Self.tenths(rate / 1e6)) MB/s"
      if let total, rate > 0 {
        text += ", \(Self.clock(Double(total - count) / rate)) left"
      }
    }
    return Line(text: text, label: label, share: share)
  }

  /// The text with the length of the download, before it begins.
  private var opening: String {
    let size = (set.isSizePublished ? "" : "at most ") + Self.megabytes(set.downloadByteCount)
    let files = "\(set.files.count) \(set.files.count == 1 ? "file" : "files")"
    return "\(size) to download in \(files), about \(Self.megabytes(set.installedByteCount)) "
      + "installed (\(set.licence))"
  }

  private func final(_ text: String) -> Line {
    Line(text: "\(set.name): \(text)", label: text, share: nil, isFinal: true)
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.rounded(.up), 0), 359_999))
    let (minutes, rest) = (whole / 60, whole % 60)
    return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}
