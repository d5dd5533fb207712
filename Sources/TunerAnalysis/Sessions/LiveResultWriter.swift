// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
package import StringCoupling
import Synchronization
import Terminal
package import TunerRuntime
package import TunerState
package import Tuning

/// A printer of a live tuner's results: every result as ndjson, or every change as text.
///
/// The ndjson output equals that of `tuner analyze --frames` for the same samples, byte for byte.
package final class LiveResultWriter: LiveSink {
  /// The reason why printing has ended.
  package enum Ending {
    /// The requested length is reached.
    case enough
    /// The output is closed or full.
    case failed(any Error)
  }

  /// The parts of a result that cause a new line when they change.
  private struct Line: Equatable {
    var state: TuningState
    var target: PitchTarget?
    var note: Note?
    var cents: Int?
    /// The distance from the locked string where `cents` has stopped at its limit.
    var farDistance: String?
  }

  private struct State {
    var states: TuningStateHysteresis
    var sampleRate: SampleRate
    var limit: SamplePosition?
    var shown: Line?
    /// The number of updates that are missing before the next one.
    var missing = 0
    var strokes: LiveStrokes?
    var memory = StrokeMemory(stringCount: 0)
    var ending: Ending?

    /// True if the requested length is reached.
    var isEnough: Bool { if case .enough? = ending { true } else { false } }
  }

  private let settings: AnalysisSettings
  private let name: String?
  private let seconds: Double?
  private let format: LiveFormat
  private let earlier: EarlierStrokes?
  private let output: @Sendable (String) throws -> Void
  private let ended: @Sendable () -> Void
  private let state: Mutex<State>

  /// Makes a writer that has printed nothing.
  ///
  /// - Parameters:
  ///   - settings: the settings of the analysis.
  ///   - name: the recording that is played; `nil` for a device.
  ///   - seconds: the length of the stream to print; `nil` for all of it.
  ///   - format: the format of the output.
  ///   - earlier: strokes of the same guitar; `nil` for none.
  ///   - output: receives the text of the header and then of each result, one at a time.
  ///   - ended: called after the last result, on the session's delivery thread.
  package init(
    _ settings: AnalysisSettings, name: String?, seconds: Double?, format: LiveFormat,
    earlier: EarlierStrokes? = nil,
    output: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write($0) },
    ended: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    self.name = name
    self.seconds = seconds
    self.format = format
    self.earlier = earlier
    self.output = output
    self.ended = ended
    state = Mutex(State(states: settings.states, sampleRate: SampleRate(48000)))
  }

  /// Prints the header of the records.
  ///
  /// - Parameter stream: the session's stream.
  /// - Throws: `AudioError.unknown` when the output fails; ``ending`` has the error.
  package func begin(_ stream: LiveStream) throws(AudioError) {
    let rate = stream.sampleRate
    state.withLock { state in
      state.sampleRate = rate
      state.limit = seconds.map {
        SamplePosition(Int64(($0 * Double(rate.hertz)).rounded()))
      }
      state.strokes = stream.strumTargets.map { LiveStrokes(stringCount: $0.count) }
      let targets = stream.strumTargets ?? []
      state.memory =
        earlier?.memory(for: targets.map(\.frequency)) ?? StrokeMemory(stringCount: targets.count)
    }
    guard format == .ndjson else { return }
    var settings = settings
    settings.clock = stream.clock
    let header = settings.members(name: name, sampleRate: rate)
    do {
      try output(
        settings.strum == nil
          ? NDJSONRendering.header(of: FrameRecord.self, header)
          : NDJSONRendering.header(of: StrumFrameRecord.self, header))
    } catch {
      state.withLock { $0.ending = .failed(error) }
      throw .unknown(description: "\(error)")
    }
  }

  /// The reason why printing ended; `nil` before the end.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Prints one result, unless printing has ended.
  ///
  /// - Parameter result: results in the order of their positions.
  package func take(_ result: PitchResult) {
    write(at: result.timestamp) { text(of: result, &$0) }
  }

  /// Prints the records of all strings, or a line when a stroke is settled, unless printing has
  /// ended.
  ///
  /// - Parameter result: results in the order of their positions.
  package func take(_ result: StrumResult) {
    write(at: result.timestamp) { text(of: result, &$0) }
  }

  /// Marks the next record: results are missing before it.
  package func miss(_ count: Int) { state.withLock { $0.missing += count } }

  /// Prints the line of a last stroke that the end of the session cut short, and the table of
  /// couplings if the strokes showed any.
  package func end() {
    state.withLock { state in
      guard state.ending == nil || state.isEnough, format == .text else { return }
      var text = (state.strokes?.finish()).map { line(of: $0, &state.memory) } ?? ""
      if state.memory.isReady {
        text +=
          "\n"
          + EnglishCouplingTexts(target: settings.target, targets: targets)
          .table(state.memory.couplings)
      }
      guard !text.isEmpty else { return }
      do {
        try output(text)
      } catch {
        state.ending = .failed(error)
      }
    }
  }

  private func write(at position: SamplePosition, _ text: (inout State) -> String?) {
    let isOver = state.withLock { state in
      guard state.ending == nil else { return true }
      do {
        if let text = text(&state) { try output(text) }
        state.missing = 0
      } catch {
        state.ending = .failed(error)
      }
      if state.ending == nil, let limit = state.limit, position >= limit {
        state.ending = .enough
      }
      return state.ending != nil
    }
    if isOver { ended() }
  }

  private func text(of result: StrumResult, _ state: inout State) -> String? {
    guard let targets = settings.strum?.targets else { return nil }
    if format == .ndjson {
      return StrumFrameRecord.lines(
        of: result, targets, at: state.sampleRate, missing: state.missing
      ).joined()
    }
    let strokes = state.strokes?.append(result) ?? []
    return strokes.isEmpty ? nil : strokes.map { line(of: $0, &state.memory) }.joined()
  }

  private var targets: [StrumTarget] { settings.strum?.targets ?? [] }

  /// Returns the line of a stroke: the strings that are out of tune and, if strings move one
  /// another, the movements by the last turn and the next turn.
  private func line(of stroke: Stroke, _ memory: inout StrokeMemory) -> String {
    memory.add(stroke.readings)
    let sentence = settings.target.sentence(about: stroke.readings, of: targets)
    let couplings = EnglishCouplingTexts(target: settings.target, targets: targets)
    let more = memory.isReady ? [couplings.move(memory), couplings.next(memory)] : []
    let start = EnglishStrokeSentence.capitalised(sentence)
    return ([start] + more).compactMap(\.self).joined(separator: " ") + "\n"
  }

  private func text(of result: PitchResult, _ state: inout State) -> String? {
    let tuningState = state.states.state(of: result)
    if format == .ndjson {
      return NDJSONRendering.line(
        FrameRecord(result: result, state: tuningState, sampleRate: state.sampleRate),
        missing: state.missing)
    }
    let rendering = TextRendering(target: settings.target, sampleRate: state.sampleRate)
    let isSilent = tuningState == .silent
    let line = Line(
      state: tuningState, target: isSilent ? nil : result.target,
      note: isSilent ? nil : result.note,
      cents: isSilent ? nil : result.cents.map { Int($0.value.rounded()) },
      farDistance: isSilent ? nil : rendering.guidanceBeyondScale(result)?.distance)
    guard line != state.shown else { return nil }
    state.shown = line
    return rendering.frame(result, state: tuningState)
  }
}
