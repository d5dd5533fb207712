// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import FileStore
import Foundation
import Synchronization
import Terminal
package import TunerRuntime
package import Tuning

/// The recording of one session: its last half minute for `tuner report`, and all of it in a file.
package final class SessionRecording: Sendable {
  /// The recorder of the samples; `nil` if nothing is kept.
  package let recorder: SessionRecorder?
  /// The reason why nothing is kept for a report; `nil` if something is kept.
  package let notice: String?

  private let rolling: RollingRecorder?
  private let states: Mutex<TuningStateHysteresis>
  private let sampleRate: SampleRate

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - description: the session.
  ///   - states: the classifier of results by their deviation, in its initial state.
  ///   - path: the file; `nil` for none.
  ///   - keepsLastSeconds: true to keep the last 30 seconds for a report.
  /// - Throws: `AudioFileError` when the file can't be made. Without the files of the report, a
  ///   session continues.
  package init(
    _ description: SessionDescription, states: TuningStateHysteresis, path: String?,
    keepsLastSeconds: Bool
  ) throws {
    let rate = SampleRate(description.sampleRate)
    var file: RecordingWriter?
    if let path { file = try RecordingWriter(path: path, sampleRate: rate) }
    let (rolling, notice) = keepsLastSeconds ? Self.rolling(description, rate) : (nil, nil)
    self.rolling = rolling
    self.notice = notice
    self.states = Mutex(states)
    sampleRate = rate
    recorder =
      path == nil && rolling == nil
      ? nil : SessionRecorder(sampleRate: rate, rolling: rolling, file: file)
  }

  private static func rolling(
    _ description: SessionDescription, _ rate: SampleRate
  ) -> (RollingRecorder?, String?) {
    do {
      let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
      let recorder = try RollingRecorder(
        directory: try directories.runtime(), sampleRate: rate, description: description.json)
      return (recorder, nil)
    } catch {
      return (nil, "nothing is kept for tuner report: \(printable("\(error)"))")
    }
  }

  /// Adds a result to the report.
  package func take(_ result: PitchResult) {
    let state = states.withLock { $0.state(of: result) }
    rolling?.note(
      NDJSONRendering.line(FrameRecord(result: result, state: state, sampleRate: sampleRate)))
  }

  /// Adds a result of every string to the report.
  ///
  /// - Parameters:
  ///   - result: the readings.
  ///   - targets: the strings, in the order of the readings.
  package func take(_ result: StrumResult, _ targets: [StrumTarget]) {
    guard let rolling else { return }
    for line in StrumFrameRecord.lines(of: result, targets, at: sampleRate) { rolling.note(line) }
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
