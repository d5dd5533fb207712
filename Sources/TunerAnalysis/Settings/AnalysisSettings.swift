// SPDX-License-Identifier: MIT

package import Acoustics
import OfflineAnalysis
package import PitchDetection
package import Tuning

/// The validated settings of an analysis.
package struct AnalysisSettings: Sendable {
  /// The targets that pitches are compared with, and the notation.
  package var target: TargetSettings
  /// The number of updates a second.
  package var rate: UpdateRate
  /// The pitches that are searched for.
  package var range: PitchRange
  /// The detector.
  package var detector: DetectorKind
  /// The meaning of the pitch that the analysis reports.
  package var pitch: PitchMeaning
  /// The classifier of results by their deviation, in its initial state.
  package var states: TuningStateHysteresis
  /// The error of the sound card's clock; positive for a fast clock.
  package var clock: PartsPerMillion
  /// True if later updates may change the pitch of an update.
  package var isSmoothed = false

  /// The strings of a stroke, which are measured together; `nil` if one pitch at a time is read.
  package var strum: StrumTargets?

  /// The targets that pitches are compared with.
  package var classifier: PitchClassifier { target.classifier }
  /// The largest deviation that is in tune.
  package var tolerance: TuningTolerance { target.tolerance }

  /// Makes the detector for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the stream.
  ///   - detectsSecondString: true to distinguish chords from notes.
  /// - Returns: the detector of the settings, for their range and pitch.
  /// - Throws: `PitchDetectionError` for a rate that is not supported.
  package func madeDetector(
    at sampleRate: SampleRate, detectingSecondString detectsSecondString: Bool = false
  ) throws(PitchDetectionError) -> ChosenDetector {
    let configuration = DetectorConfiguration(
      sampleRate: sampleRate, range: range, detectsSecondString: detectsSecondString,
      reportsCandidates: isSmoothed)
    return try ChosenDetector(detector, configuration, reading: pitch)
  }

  /// Makes the analysis of a recording.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the recording.
  ///   - tracksNotes: true to track notes.
  ///   - reportsResults: true to report results too, and not only notes.
  ///   - detectsSecondString: true to distinguish chords from notes.
  ///   - processorTime: returns the processor time of the thread in seconds; `nil` if the cost
  ///     of the pipeline is not measured.
  /// - Returns: an analysis in its initial state.
  /// - Throws: `PitchDetectionError` for a rate that is not supported, and `SignalProcessingError`.
  func analysis(
    at sampleRate: SampleRate, tracksNotes: Bool = true,
    reportingResults reportsResults: Bool = true,
    detectingSecondString detectsSecondString: Bool = false, processorTime: (() -> Double)? = nil
  ) throws -> RecordingAnalysis {
    var configuration = RecordingAnalysis.Configuration(updateRate: rate, classifier: classifier)
    configuration.clock = clock
    configuration.isSmoothed = isSmoothed
    configuration.tracksNotes = tracksNotes
    configuration.reportsResults = reportsResults
    return try RecordingAnalysis(
      sampleRate: sampleRate, configuration,
      detector: try madeDetector(
        at: sampleRate, detectingSecondString: detectsSecondString),
      processorTime: processorTime)
  }
}
