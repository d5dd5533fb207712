// SPDX-License-Identifier: MIT

import Acoustics
import Synchronization
import Terminal
import Tuning

/// Prints the results of a live session as they come: every one for machines, each change for people.
///
/// ndjson is byte for byte what `tuner analyze --frames` prints of the same samples.
final class LiveWriter: Sendable {
  /// How it came that nothing more is to be printed.
  enum Ending {
    /// The time that was asked for is over.
    case enough
    /// Nobody reads any more, or the output is full.
    case failed(any Error)
  }

  /// What a reader of lines would call the same as before.
  private struct Line: Equatable {
    var state: TuningState
    var target: PitchTarget?
    var note: Note?
    var cents: Int?
  }

  private struct State {
    var states: TuningStateHysteresis
    var shown: Line?
    var ending: Ending?
  }

  private let settings: AnalysisSettings
  private let format: LiveFormat
  private let sampleRate: SampleRate
  private let limit: SamplePosition?
  private let state: Mutex<State>

  /// Makes a writer, and prints what comes before the first record.
  ///
  /// - Parameters:
  ///   - settings: what results are made and compared with.
  ///   - format: how they are printed.
  ///   - name: the recording; `nil` for a device.
  ///   - sampleRate: of the stream.
  ///   - seconds: the length of the stream that is asked for; `nil` for all of it.
  /// - Throws: what standard output does.
  init(
    settings: AnalysisSettings, format: LiveFormat, name: String?, sampleRate: SampleRate,
    seconds: Double?
  ) throws {
    self.settings = settings
    state = Mutex(State(states: settings.states))
    self.format = format
    self.sampleRate = sampleRate
    limit = seconds.map { SamplePosition(Int64(($0 * Double(sampleRate.hertz)).rounded())) }
    if format == .ndjson {
      let header = settings.members(name: name, sampleRate: sampleRate)
      try StandardOutput.write(NDJSONRendering.header(of: FrameRecord.self, header))
    }
  }

  /// How it came that nothing more is to be printed; `nil` while it goes on.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Prints one result; behind the ending, nothing.
  ///
  /// - Returns: whether more is wanted.
  func take(_ result: PitchResult) -> Bool {
    state.withLock { state in
      guard state.ending == nil else { return false }
      do {
        if let text = text(of: result, &state) { try StandardOutput.write(text) }
      } catch {
        state.ending = .failed(error)
      }
      if state.ending == nil, let limit, result.timestamp >= limit { state.ending = .enough }
      return state.ending == nil
    }
  }

  private func text(of result: PitchResult, _ state: inout State) -> String? {
    let tuningState = state.states.state(of: result)
    if format == .ndjson {
      return NDJSONRendering.line(
        FrameRecord(result: result, state: tuningState, sampleRate: sampleRate))
    }
    let isSilent = tuningState == .silent
    let line = Line(
      state: tuningState, target: isSilent ? nil : result.target,
      note: isSilent ? nil : result.note,
      cents: isSilent ? nil : result.cents.map { Int($0.value.rounded()) })
    guard line != state.shown else { return nil }
    state.shown = line
    return TextRendering(target: settings.target, sampleRate: sampleRate)
      .frame(result, state: tuningState)
  }
}
