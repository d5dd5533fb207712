// SPDX-License-Identifier: MIT

package import Acoustics
internal import Evaluation
internal import NoteTracking
internal import OfflineAnalysis
package import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import TunerState
internal import Tuning

/// A detector of this package, run through the same analysis as `tuner analyze`.
package struct PipelineContestant: Contestant {
  /// The detector.
  package let detector: DetectorKind
  /// The pitch that is read from its estimates.
  package let meaning: PitchMeaning
  /// True when later updates may correct earlier ones, as in `tuner analyze --smooth`.
  package let isSmoothed: Bool

  /// Makes a contestant.
  ///
  /// - Parameters:
  ///   - detector: the detector.
  ///   - meaning: the pitch to read from its estimates; `nil` for the one that it measures.
  ///   - isSmoothed: true if later updates may correct earlier ones.
  package init(_ detector: DetectorKind, meaning: PitchMeaning? = nil, isSmoothed: Bool = false) {
    self.isSmoothed = isSmoothed
    self.detector = detector
    self.meaning = meaning ?? detector.meanings[0]
  }

  /// The detector's name.
  package var name: String { detector.rawValue + (isSmoothed ? "-smoothed" : "") }

  /// Returns the longest window of the detector; `nil` if later updates may correct earlier ones.
  package func longestWindow(at sampleRate: SampleRate) -> Int? {
    isSmoothed ? nil : detector.longestWindow(at: sampleRate)
  }

  /// Analyses the whole sound.
  ///
  /// - Throws: `ContestantError.detector` for an unsupported sample rate.
  package func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
    try account(of: input).readings
  }

  /// Analyses the whole sound and tracks its notes.
  ///
  /// - Returns: every update, and the notes.
  /// - Throws: `ContestantError.detector` for an unsupported sample rate.
  package func account(of input: ContestantInput) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    let made: ChosenDetector
    do throws(PitchDetectionError) {
      made = try ChosenDetector(
        detector, .init(sampleRate: input.sampleRate, reportsCandidates: isSmoothed))
    } catch {
      throw ContestantError(error)
    }
    return try run(made, over: input)
  }

  private func run(
    _ detector: consuming ChosenDetector, over input: ContestantInput
  ) throws(ContestantError) -> (readings: [Reading], notes: [PlayedNote]?) {
    var analysis = try analysis(detector, of: input)
    var notes: [PlayedNote] = []
    var readings: [Reading] = []
    readings.reserveCapacity(Int(input.duration * input.updateRate.hertz) + 1)
    func take(_ event: RecordingAnalysis.Event) {
      switch event {
      case .result(let result, let estimate):
        let seconds = result.timestamp.seconds(at: input.sampleRate)
        readings.append(Reading(seconds: seconds, answer: answer(of: estimate)))
      case .note(let note): notes.append(Self.note(note, in: input))
      }
    }
    withDenormalsFlushed {
      analysis.append(input.samples.span, take)
      analysis.finish(take)
    }
    return (readings, notes)
  }

  /// Runs a tuner in standard tuning over the sound, at the standard update rate.
  ///
  /// - Throws: `ContestantError.detector` for an unsupported sample rate.
  package func views(of input: ContestantInput) throws(ContestantError) -> [ShownPitch]? {
    let settings = TunerSettings()
    let made: ChosenDetector
    do throws(PitchDetectionError) {
      made = try ChosenDetector(detector, .init(sampleRate: input.sampleRate))
    } catch {
      throw ContestantError(error)
    }
    return try views(made, of: input, settings: settings)
  }

  private func views(
    _ detector: consuming ChosenDetector, of input: ContestantInput, settings: TunerSettings
  ) throws(ContestantError) -> [ShownPitch] {
    var pipeline: TunerPipeline<ChosenDetector>
    do throws(SignalProcessingError) {
      pipeline = try TunerPipeline(
        sampleRate: input.sampleRate, updateRate: settings.frequencyUpdateRate,
        classifier: PitchClassifier(selection: .strings(.standard)), detector: detector)
    } catch {
      throw ContestantError(error)
    }
    var view = TunerView(settings: settings)
    _ = view.reduce(.startListening)
    _ = view.reduce(.startSucceeded)
    var shown: [ShownPitch] = []
    withDenormalsFlushed {
      var cursor = 0
      while let result = pipeline.nextResult(in: input.samples.span, from: &cursor) {
        let seconds = result.timestamp.seconds(at: input.sampleRate)
        _ = view.reduce(.pitchResult(result, at: .seconds(seconds)))
        let state = view.tuningState
        shown.append(
          ShownPitch(seconds: seconds, showsPitch: state != .silent && state != .detecting))
      }
    }
    return shown
  }

  private static func note(_ note: TrackedNote, in input: ContestantInput) -> PlayedNote {
    PlayedNote(
      onset: note.start.seconds(at: input.sampleRate),
      offset: note.end.seconds(at: input.sampleRate), pitch: note.frequency,
      hasVibrato: note.vibrato != nil)
  }

  private func analysis(
    _ detector: consuming ChosenDetector, of input: ContestantInput
  ) throws(ContestantError) -> RecordingAnalysis {
    var configuration = RecordingAnalysis.Configuration(
      updateRate: input.updateRate, classifier: PitchClassifier(selection: .chromatic))
    configuration.isSmoothed = isSmoothed
    do throws(SignalProcessingError) {
      return try RecordingAnalysis(
        sampleRate: input.sampleRate, configuration, detector: detector)
    } catch {
      throw ContestantError(error)
    }
  }

  /// Returns every estimate regardless of its confidence, because raw pitch accuracy uses all
  /// estimates and the other scores apply their own thresholds of confidence.
  private func answer(of estimate: PitchEstimate?) -> ScoredFrame.Answer? {
    estimate.flatMap { estimate in
      meaning.frequency(of: estimate).map {
        var answer = ScoredFrame.Answer(
          frequency: $0, confidence: estimate.confidence, sigma: estimate.sigma)
        if meaning == .partial { answer.beat = estimate.beat ?? Cents(0) }
        return answer
      }
    }
  }
}
