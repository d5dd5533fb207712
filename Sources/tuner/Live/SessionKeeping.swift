// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import FileStore
import Foundation
import Synchronization
import Terminal
import TunerRuntime
import Tuning

/// What is kept of a live session: its last half minute for `tuner report`, and all of it as a file.
///
/// A session with a display and one without keep alike: each makes one of these for its source, gives
/// ``makeRecorder`` to the session, and every result to ``take(_:)``.
final class SessionKeeping: Sendable {
  /// What keeps the samples; `nil` where nothing is kept.
  let recorder: SessionRecorder?
  /// What a person is to be told at the beginning.
  let notice: String?

  private let flight: FlightRecorder?
  private let states: Mutex<TuningStateHysteresis>
  private let sampleRate: SampleRate

  /// Opens what is to be kept.
  ///
  /// - Parameters:
  ///   - description: what session it is.
  ///   - states: says what each result says to a player, and has seen none.
  ///   - path: the file for everything; `nil` for none.
  ///   - isForgetting: whether nothing is kept for a report.
  /// - Throws: `AudioFileError` when the file can't be made; a report is not worth a session.
  init(
    _ description: SessionDescription, states: TuningStateHysteresis, path: String?,
    isForgetting: Bool
  ) throws {
    let rate = SampleRate(description.sampleRate)
    var file: RecordingWriter?
    if let path { file = try RecordingWriter(path: path, sampleRate: rate) }
    let (flight, notice) = isForgetting ? (nil, nil) : Self.flight(description, rate)
    self.flight = flight
    self.notice = notice
    self.states = Mutex(states)
    sampleRate = rate
    recorder =
      path == nil && flight == nil
      ? nil : SessionRecorder(sampleRate: rate, flight: flight, file: file)
  }

  private static func flight(
    _ description: SessionDescription, _ rate: SampleRate
  ) -> (FlightRecorder?, String?) {
    do {
      let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
      let recorder = try FlightRecorder(
        directory: try directories.runtime(), sampleRate: rate, description: description.json)
      return (recorder, nil)
    } catch {
      return (nil, "nothing is kept for tuner report: \(printable("\(error)"))")
    }
  }

  /// Keeps what is shown.
  ///
  /// - Parameter result: the newest.
  func take(_ result: PitchResult) {
    let state = states.withLock { $0.state(of: result) }
    flight?.note(
      NDJSONRendering.line(FrameRecord(result: result, state: state, sampleRate: sampleRate)))
  }

  /// What a person is to be told of the file now; `nil` for nothing.
  func trouble(with path: String?) -> String? {
    guard let recorder, let path else { return nil }
    if let trouble = recorder.fileTrouble {
      return "\(printable(path)): \(printable(trouble)). What was recorded before is there"
    }
    let lost = recorder.overflowedSamples
    return lost > 0 ? "\(printable(path)): the disk was too slow, \(lost) samples are missing" : nil
  }
}
