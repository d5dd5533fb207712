// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Dispatch
import Foundation
import PracticeReports
import PracticeServices
import Terminal
import TunerAnalysis
import TunerRuntime
import Tuning

/// Writes the practice of a live session to the journal on a separate queue, so that no result
/// waits for a disk.
///
/// A display can listen, stop and listen again; each time is a separate stream.
final class LivePractice: @unchecked Sendable {
  /// The end of all streams, for a person.
  struct Ending {
    /// The errors.
    var problems: [String] = []
    /// The practice that counts, and the goals that were reached.
    var notices: [String] = []
    /// True if practice could not be written.
    var isLost = false
  }

  /// The longest time between the last update of a recording and its end, in seconds.
  private static let lastUpdate = 1.0

  private let tolerance: TuningTolerance
  /// The recording that is played; `nil` for a device.
  private let recording: String?
  /// Shows the notices of goals; `nil` for none.
  private let notifier: GoalNotifier?
  // Only the queue uses the properties below.
  private let queue = DispatchQueue(label: "headstock.practice")
  private var feed: PracticeFeed?
  private var seconds = 0.0
  /// The length of the recording in seconds; `nil` for a device or a pipe.
  private var length: Double?
  private var sampleRate: SampleRate?
  private var minutes = 0.0
  private var ending = Ending()
  /// The number of results that were lost before they arrived here.
  private var missing = 0
  private var goals: SessionGoals?
  /// The practice of the current stream when the goals were last checked, in minutes.
  private var seen = 0.0

  /// Makes a writer without a stream.
  ///
  /// - Parameters:
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - recording: the recording that is played, which counts only once; `nil` for a device.
  ///   - notifies: true to show a notification when a goal is reached.
  /// - Throws: `NotificationError` if notifications can't be shown.
  init(tolerance: TuningTolerance, recording: String?, notifies: Bool = false) throws {
    self.tolerance = tolerance
    self.recording = recording
    notifier = notifies ? try GoalNotifier(true, environment: GateWorld.environment) : nil
    goals = notifies ? try SessionGoals(PracticeDirectories(), clock: WallClock()) : nil
    queue.async { [self] in checkGoals() }
  }

  /// Ends the previous stream and begins a new one.
  ///
  /// - Parameters:
  ///   - sampleRate: its rate.
  ///   - classifier: the targets that notes are compared with.
  func begin(at sampleRate: SampleRate, _ classifier: PitchClassifier) {
    queue.async { [self] in
      conclude()
      self.sampleRate = sampleRate
      do {
        let journal = try PracticeDirectories().journal
        if let recording {
          let sound = try RecordingIdentity(path: recording).fingerprint()
          length = sound?.seconds
          feed = .recording(
            recording, sound: sound?.value, sampleRate: sampleRate, classifier, tolerance,
            into: journal)
        } else {
          feed = .live(sampleRate: sampleRate, classifier, tolerance, into: journal) { [self] in
            warn($0)
          }
        }
      } catch {
        ending.isLost = true
        warn(GateText.own.sentence(about: error))
      }
    }
  }

  /// Adds the next result.
  ///
  /// - Parameter result: the next result, in the order of positions.
  func take(_ result: PitchResult) {
    queue.async { [self] in
      guard let sampleRate else { return }
      feed?.take(result)
      if let minutes = feed?.minutes, minutes != seen {
        seen = minutes
        checkGoals()
      }
      seconds = result.timestamp.seconds(at: sampleRate)
    }
  }

  /// Counts results that are missing before the next one.
  func miss(_ count: Int) { queue.async { [self] in missing += count } }

  /// Ends the current stream, if there is one.
  func end() { queue.async { [self] in conclude() } }

  /// Ends all streams and waits until they are written.
  ///
  /// - Returns: errors, and the practice that counts.
  func finish() -> Ending {
    queue.sync { conclude() }
    notifier?.finish()
    return queue.sync {
      if minutes > 0 {
        note(PracticeText.counted(minutes))
      }
      if missing > 0 {
        ending.isLost = true
        warn(PracticeText.incomplete(missing: missing))
      }
      return ending
    }
  }

  private func conclude() {
    guard let feed else { return }
    self.feed = nil
    seen = 0
    // The rest of a recording can count another time.
    if let length, seconds < length - Self.lastUpdate { feed.forgetSound() }
    do {
      let isNew = try feed.finish(after: seconds)
      if let recording, !isNew { note(PracticeText.countedBefore(recording)) }
      if feed.isIncomplete { ending.isLost = true }
    } catch {
      ending.isLost = true
      warn(GateText.own.sentence(about: error))
    }
    minutes += feed.minutes
    checkGoals()
  }

  /// Shows which goals were reached since the last check.
  private func checkGoals() {
    guard let notifier else { return }
    do throws(JournalError) {
      for status in try goals?.update() ?? [] {
        let notice = GoalNotice(status)
        note(notice.line)
        notifier.tell(title: notice.title, body: notice.body) { [self] problem in
          queue.async { [self] in warn(problem) }
        }
      }
    } catch {
      warn(GateText.own.sentence(about: error))
    }
  }

  private func note(_ text: String) {
    if !ending.notices.contains(text) { ending.notices.append(text) }
  }

  private func warn(_ text: String) {
    if !ending.problems.contains(text) { ending.problems.append(text) }
  }
}
