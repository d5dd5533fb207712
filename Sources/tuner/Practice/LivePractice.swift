// SPDX-License-Identifier: MIT

import Acoustics
import Dispatch
import Foundation
import Terminal
import TunerRuntime
import Tuning

/// Writes what a live session hears into the journal, beside the session: no result waits for a disk.
///
/// A display listens, stops and listens again, and each time is a stream of its own.
final class LivePractice: @unchecked Sendable {
  private let tolerance: TuningTolerance
  /// The recording that is played; `nil` for a device.
  private let recording: String?
  // Everything below belongs to the queue.
  private let queue = DispatchQueue(label: "headstock.practice")
  private var feed: PracticeFeed?
  private var seconds = 0.0
  private var sampleRate: SampleRate?
  private var minutes = 0.0
  private var notices: [String] = []

  /// Makes one that has heard nothing.
  ///
  /// - Parameters:
  ///   - tolerance: how far off a note may be to be in tune.
  ///   - recording: the recording that is played, which counts once; `nil` for a device.
  init(tolerance: TuningTolerance, recording: String?) {
    self.tolerance = tolerance
    self.recording = recording
  }

  /// Begins a stream; the one before is concluded first.
  ///
  /// - Parameters:
  ///   - sampleRate: its rate.
  ///   - classifier: what is tuned.
  func begin(at sampleRate: SampleRate, _ classifier: PitchClassifier) {
    queue.async { [self] in
      conclude()
      self.sampleRate = sampleRate
      do {
        feed =
          if let recording {
            try .recording(recording, sampleRate: sampleRate, classifier, tolerance)
          } else {
            try .live(sampleRate: sampleRate, classifier, tolerance) { [self] in note($0) }
          }
      } catch {
        note("\(error)")
      }
    }
  }

  /// Takes in the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  func take(_ result: PitchResult) {
    queue.async { [self] in
      guard let sampleRate else { return }
      feed?.take(result)
      seconds = result.timestamp.seconds(at: sampleRate)
    }
  }

  /// Concludes the stream that runs, if one does.
  func end() { queue.async { [self] in conclude() } }

  /// Concludes everything and waits until it is written down.
  ///
  /// - Returns: what a person is to be told: what went wrong, and how much counts.
  func finish() -> [String] {
    queue.sync {
      conclude()
      if minutes > 0 {
        note(PracticeText.counted(minutes))
      }
      return notices
    }
  }

  private func conclude() {
    guard let feed else { return }
    self.feed = nil
    do {
      let isNew = try feed.finish(after: seconds)
      if let recording, !isNew { note(PracticeText.countedBefore(recording)) }
    } catch {
      note("\(error)")
    }
    minutes += feed.minutes
  }

  private func note(_ text: String) {
    if !notices.contains(text) { notices.append(text) }
  }
}
