// SPDX-License-Identifier: MIT

import Acoustics
import Synchronization
import Terminal
import TunerRuntime
import TunerState
import Tuning

/// A printer of a live tuner's results: every one for machines, each change for people.
///
/// ndjson is byte for byte what `tuner analyze --frames` prints of the same samples.
final class LiveWriter: LiveSink {
  /// The reason why nothing more is to be printed.
  enum Ending {
    /// The wanted length is reached.
    case enough
    /// The output is closed or full.
    case failed(any Error)
  }

  /// The parts of a result whose change is worth a line.
  private struct Line: Equatable {
    var state: TuningState
    var target: PitchTarget?
    var note: Note?
    var cents: Int?
  }

  private struct State {
    var states: TuningStateHysteresis
    var sampleRate: SampleRate
    var limit: SamplePosition?
    var shown: Line?
    var ending: Ending?
  }

  private let configuration: LiveConfiguration
  private let settings: AnalysisSettings
  private let format: LiveFormat
  private let outcome: LiveOutcome
  private let state: Mutex<State>

  /// Makes a writer that has printed nothing.
  ///
  /// - Parameters:
  ///   - configuration: the settings, the recording's name and the wanted length.
  ///   - format: the form of the output.
  ///   - outcome: ended when nothing more is to be printed.
  init(_ configuration: LiveConfiguration, format: LiveFormat, _ outcome: LiveOutcome) {
    self.configuration = configuration
    settings = configuration.settings
    self.format = format
    self.outcome = outcome
    state = Mutex(State(states: settings.states, sampleRate: SampleRate(48000)))
  }

  /// Prints the header of the records.
  ///
  /// - Throws: `AudioError.unknown` when standard output fails; ``ending`` has the error.
  func begin(_ stream: LiveStream) throws(AudioError) {
    let rate = stream.sampleRate
    state.withLock { state in
      state.sampleRate = rate
      state.limit = configuration.seconds.map {
        SamplePosition(Int64(($0 * Double(rate.hertz)).rounded()))
      }
    }
    guard format == .ndjson else { return }
    var settings = settings
    settings.clock = stream.clock
    let header = settings.members(name: configuration.inputPath, sampleRate: rate)
    do {
      try StandardOutput.write(NDJSONRendering.header(of: FrameRecord.self, header))
    } catch {
      state.withLock { $0.ending = .failed(error) }
      throw .unknown(description: "\(error)")
    }
  }

  /// The reason why nothing more is to be printed; `nil` while it goes on.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Prints one result; nothing behind the ending.
  func take(_ result: PitchResult) {
    let isOver = state.withLock { state in
      guard state.ending == nil else { return true }
      do {
        if let text = text(of: result, &state) { try StandardOutput.write(text) }
      } catch {
        state.ending = .failed(error)
      }
      if state.ending == nil, let limit = state.limit, result.timestamp >= limit {
        state.ending = .enough
      }
      return state.ending != nil
    }
    if isOver { outcome.end() }
  }

  private func text(of result: PitchResult, _ state: inout State) -> String? {
    let tuningState = state.states.state(of: result)
    if format == .ndjson {
      return NDJSONRendering.line(
        FrameRecord(result: result, state: tuningState, sampleRate: state.sampleRate))
    }
    let isSilent = tuningState == .silent
    let line = Line(
      state: tuningState, target: isSilent ? nil : result.target,
      note: isSilent ? nil : result.note,
      cents: isSilent ? nil : result.cents.map { Int($0.value.rounded()) })
    guard line != state.shown else { return nil }
    state.shown = line
    return TextRendering(target: settings.target, sampleRate: state.sampleRate)
      .frame(result, state: tuningState)
  }
}
