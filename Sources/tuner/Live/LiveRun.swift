// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import PitchDetection
import Terminal
import TunerAnalysis
import TunerRuntime
import TunerState
import Tuning

/// One run of `tuner live` or `tuner serve`: a live tuner on a device or a recording, its sinks,
/// and a presentation.
struct LiveRun {
  let configuration: LiveConfiguration
  let opened = OpenedCapture()
  let outcome = LiveOutcome()
  let keeper: SessionKeeper
  let practice: LivePractice?
  let saving: LiveSaving
  // The queue blocks its signals before any thread starts, so that every thread inherits the mask.
  let signals = SignalQueue()

  /// Prepares a run, and blocks the signals.
  ///
  /// - Throws: `NotificationError` if requested notifications can't be shown.
  init(_ configuration: LiveConfiguration) throws {
    self.configuration = configuration
    keeper = SessionKeeper(configuration, opened, outcome)
    practice =
      configuration.isPractice
      ? try LivePractice(
        tolerance: configuration.settings.target.tolerance, recording: configuration.inputPath,
        notifies: configuration.isNotifying)
      : nil
    saving = LiveSaving(configuration, keeper, practice)
  }

  /// Listens until the source ends, the player quits, a signal arrives, or the output is closed.
  ///
  /// - Throws: `ExitStatus`, except when the source simply ended; the reason has been printed.
  func run() throws {
    defer { keeper.discardIfEmpty() }
    switch configuration.presentation {
    case .lines(let format): try LiveLines(run: self, format: format).writeResults()
    case .pages(let pages): try LivePages(run: self, configuration: pages).serve()
    case .display(let display): try LiveDisplay(run: self, configuration: display).show()
    }
  }

  /// Makes the tuner of the run.
  ///
  /// - Parameters:
  ///   - printer: the sink of the presentation; `nil` for none.
  ///   - tap: reads the samples beside the analysis.
  /// - Returns: a tuner that is not listening yet.
  func tuner(printer: (any LiveSink)? = nil, tap: SampleTap? = nil) -> LiveTuner {
    let sinks: [(any LiveSink)?] = [
      opened, keeper, printer, practice, configuration.osc, configuration.midi,
    ]
    let (outcome, clock) = (outcome, configuration.settings.clock)
    switch configuration.input {
    case .device(let capture):
      let opened = opened
      return LiveTuner(
        clock: self.clock(of: capture.deviceName), sinks: sinks.compactMap(\.self), tap: tap,
        detector: detectorMaker
      ) { () throws(ALSAError) -> ALSACapture in
        try opened.open(capture)
      } failure: { error in
        outcome.fail(error.description, .deviceUnavailable)
        return AudioError(error)
      }
    case .recording(let path, let channels):
      return LiveTuner(
        clock: { _ in clock }, sinks: sinks.compactMap(\.self), tap: tap,
        detector: detectorMaker
      ) { () throws(AudioFileError) -> PacedSource<PlayedRecording> in
        PacedSource(
          try PlayedRecording(path: path, channels: channels) { remark in
            outcome.warn(remark.map { "\(printable(path)): \($0)" })
          })
      } failure: { error in
        outcome.fail("\(path): \(error)", .usage)
        return .unknown(description: "\(printable(path)): \(error)")
      }
    }
  }

  /// Makes the detector of the settings, and reports a failure.
  private var detectorMaker: @Sendable (SampleRate) throws(PitchDetectionError) -> ChosenDetector {
    let (settings, outcome) = (configuration.settings, outcome)
    // Chords count as practice.
    let isPractice = configuration.isPractice
    return { rate throws(PitchDetectionError) in
      do throws(PitchDetectionError) {
        return try settings.madeDetector(at: rate, detectingSecondString: isPractice)
      } catch {
        outcome.fail("\(error)", .usage)
        throw error
      }
    }
  }

  /// Returns the clock's error at a rate: the measured error if that is requested, otherwise the
  /// setting.
  private func clock(
    of device: String
  ) -> @Sendable (SampleRate) throws(AudioError) -> PartsPerMillion {
    let (isCalibrated, clock, outcome) = (
      configuration.isCalibrated, configuration.settings.clock, outcome
    )
    return { rate throws(AudioError) in
      guard isCalibrated else { return clock }
      do throws(LiveFailure) {
        return try DeviceClock.measured(device, at: rate)
      } catch {
        outcome.fail(error.message, error.status)
        throw .unknown(description: error.message)
      }
    }
  }
}

extension LivePractice: LiveSink {
  /// True: a sound counts the same, whether strokes or single strings are measured.
  var followsOneString: Bool { true }

  func begin(_ stream: LiveStream) { begin(at: stream.sampleRate, stream.classifier) }
}
