// SPDX-License-Identifier: MIT

package import Acoustics
import AudioFile
import FileStore
import Foundation
import Synchronization
import Terminal
package import TunerRuntime
package import Tuning

/// The recording of one session: its last half minute for `tuner report`, and all of it in a file.
package final class SessionRecording: Sendable {
  private struct State {
    var states: TuningStateHysteresis
    /// The number of updates that are missing before the next one.
    var missing = 0

    mutating func takeMissing() -> Int {
      defer { missing = 0 }
      return missing
    }
  }

  /// The recorder of the samples; `nil` if nothing is kept.
  package let recorder: SessionRecorder?
  /// The reason why nothing is kept for a report; `nil` if something is kept.
  private let refusal: String?
  private let rolling: RollingRecorder?
  private let state: Mutex<State>
  private let sampleRate: SampleRate

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - description: the session.
  ///   - states: the classifier of results by their deviation, in its initial state.
  ///   - updateRate: the rate of results.
  ///   - linesPerUpdate: the most strings of which an update has a reading.
  ///   - path: the file; `nil` for none.
  ///   - keepsLastSeconds: true to keep the last 30 seconds for a report.
  /// - Throws: `AudioFileError` when the file can't be made. Without the files of the report, a
  ///   session continues.
  package init(
    _ description: SessionDescription, states: TuningStateHysteresis, updateRate: UpdateRate,
    linesPerUpdate: Int, path: String?, keepsLastSeconds: Bool
  ) throws {
    let rate = SampleRate(description.sampleRate)
    var file: RecordingWriter?
    if let path { file = try RecordingWriter(path: path, sampleRate: rate) }
    (rolling, refusal) =
      keepsLastSeconds
      ? Self.rolling(description, rate, updateRate, linesPerUpdate) : (nil, nil)
    state = Mutex(State(states: states))
    sampleRate = rate
    recorder =
      path == nil && rolling == nil
      ? nil : SessionRecorder(sampleRate: rate, rolling: rolling, file: file)
  }

  private static func rolling(
    _ description: SessionDescription, _ rate: SampleRate, _ updateRate: UpdateRate,
    _ linesPerUpdate: Int
  ) -> (RollingRecorder?, String?) {
    do {
      let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
      let recorder = try RollingRecorder(
        directory: try directories.runtime(), sampleRate: rate, updateRate: updateRate,
        linesPerUpdate: linesPerUpdate, description: description.json)
      return (recorder, nil)
    } catch {
      let remedy = Self.remedy(for: error.code)
      return (nil, "nothing of this session is kept for tuner report: \(error). \(remedy)")
    }
  }

  private static func remedy(for code: Int32?) -> String {
    (code == ENOSPC || code == EDQUOT ? "Make room, or keep" : "Keep")
      + " nothing with --no-report"
  }

  /// Replaces the description after a change of settings.
  ///
  /// - Parameters:
  ///   - description: the session with the settings that are in force now.
  ///   - tolerance: the largest deviation that is in tune from now on.
  package func change(_ description: SessionDescription, tolerance: TuningTolerance) {
    rolling?.describe(description.json)
    state.withLock { state in
      guard state.states.tolerance != tolerance else { return }
      state.states = state.states.restarted(with: tolerance)
    }
  }

  /// Removes the record of a session that has ended without a sample.
  package func discardIfEmpty() { rolling?.discardIfEmpty() }

  /// Marks the next result of the report: results are missing before it.
  package func miss(_ count: Int) { state.withLock { $0.missing += count } }

  /// Adds a result to the report.
  package func take(_ result: PitchResult) {
    let (tuningState, missing) = state.withLock { ($0.states.state(of: result), $0.takeMissing()) }
    let record = FrameRecord(result: result, state: tuningState, sampleRate: sampleRate)
    rolling?.note([NDJSONRendering.line(record, missing: missing)], at: result.timestamp)
  }

  /// Adds a result of every string to the report.
  ///
  /// - Parameters:
  ///   - result: the readings.
  ///   - targets: the strings, in the order of the readings.
  package func take(_ result: StrumResult, _ targets: [StrumTarget]) {
    let missing = state.withLock { $0.takeMissing() }
    let lines = StrumFrameRecord.lines(of: result, targets, at: sampleRate, missing: missing)
    rolling?.note(lines, at: result.timestamp)
  }

  /// The reason why the record for a report lacks samples, in a sentence; `nil` while it has all.
  package var reportFailure: String? {
    if let refusal { return printable(refusal) }
    return rolling?.shortfall.map { "\($0). \(Self.remedy(for: $0.code))" }
  }

  /// Returns the reason why the file is incomplete.
  ///
  /// - Parameter path: the file; `nil` for none.
  /// - Returns: one or two sentences; `nil` while it is complete.
  package func failure(of path: String?) -> String? {
    guard let recorder, let path else { return nil }
    if let failure = recorder.fileFailure {
      return "\(printable(path)): \(printable(failure)). What was recorded before is there"
    }
    let lost = recorder.overflowedSamples
    if lost == 0 { return nil }
    return "\(printable(path)): the disk was too slow, \(TextFigures.count(lost, "sample")) "
      + (lost == 1 ? "is missing" : "are missing")
  }
}
