// SPDX-License-Identifier: MIT

public import Acoustics
internal import Evaluation
internal import NoteTracking
public import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import Tuning

/// A detector of this package, run through the same pipeline as `tuner analyze`.
public struct PipelineContestant: Contestant {
  /// The detector.
  public let detector: DetectorKind
  /// The pitch that is read from its estimates.
  public let meaning: PitchMeaning
  /// True when later updates may correct earlier ones, as in `tuner analyze --smooth`.
  public let isSmoothed: Bool

  /// Makes a contestant.
  ///
  /// - Parameters:
  ///   - detector: the detector.
  ///   - meaning: the pitch to read from its estimates; `nil` for the one that it measures.
  ///   - isSmoothed: whether later updates may correct earlier ones.
  public init(_ detector: DetectorKind, meaning: PitchMeaning? = nil, isSmoothed: Bool = false) {
    self.isSmoothed = isSmoothed
    self.detector = detector
    self.meaning = meaning ?? detector.meanings[0]
  }

  /// The detector's name.
  public var name: String { detector.rawValue + (isSmoothed ? "-smoothed" : "") }

  /// Runs the pipeline over the whole sound.
  ///
  /// - Throws: `ContestantError.detector` for an unsupported sample rate.
  public func readings(of hearing: Hearing) throws(ContestantError) -> [Reading] {
    try account(of: hearing).readings
  }

  /// Runs the pipeline and the note tracker over the whole sound.
  ///
  /// - Returns: every update, and the notes.
  /// - Throws: `ContestantError.detector` for an unsupported sample rate.
  public func account(of hearing: Hearing) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    let made: ChosenDetector
    do throws(PitchDetectionError) {
      made = try ChosenDetector(
        detector, .init(sampleRate: hearing.sampleRate, reportsCandidates: isSmoothed))
    } catch {
      throw ContestantError(error)
    }
    return try run(made, over: hearing)
  }

  private func run(
    _ detector: consuming ChosenDetector, over hearing: Hearing
  ) throws(ContestantError) -> (readings: [Reading], notes: [PlayedNote]?) {
    var tracker = NoteTracker(
      sampleRate: hearing.sampleRate, classifier: PitchClassifier(selection: .chromatic))
    var notes: [PlayedNote] = []
    var pipeline = try Self.pipeline(detector, for: hearing)
    var readings: [Reading] = []
    readings.reserveCapacity(Int(hearing.duration * hearing.updateRate.hertz) + 1)
    var smoothing = isSmoothed ? SmoothedResults(hearing) : nil
    func take(_ result: PitchResult, _ estimate: PitchEstimate?) {
      let seconds = result.timestamp.seconds(at: hearing.sampleRate)
      readings.append(Reading(seconds: seconds, answer: answer(of: estimate)))
      if let note = tracker.advance(result) { notes.append(Self.note(note, in: hearing)) }
    }
    withDenormalsFlushed {
      var cursor = 0
      while let result = pipeline.nextResult(in: hearing.samples.span, from: &cursor) {
        guard smoothing != nil else {
          take(result, pipeline.estimate)
          continue
        }
        let settled = smoothing?.append(result, pipeline.estimate, pipeline.candidates) ?? []
        for (result, estimate) in settled { take(result, estimate) }
      }
      for (result, estimate) in smoothing?.finish() ?? [] { take(result, estimate) }
    }
    if let note = tracker.finish() { notes.append(Self.note(note, in: hearing)) }
    return (readings, notes)
  }

  private static func note(_ note: TrackedNote, in hearing: Hearing) -> PlayedNote {
    PlayedNote(
      onset: note.start.seconds(at: hearing.sampleRate),
      offset: note.end.seconds(at: hearing.sampleRate), pitch: note.frequency)
  }

  private static func pipeline(
    _ detector: consuming ChosenDetector, for hearing: Hearing
  ) throws(ContestantError) -> TunerPipeline<ChosenDetector> {
    do throws(SignalProcessingError) {
      return try TunerPipeline(
        sampleRate: hearing.sampleRate, updateRate: hearing.updateRate,
        classifier: PitchClassifier(selection: .chromatic), detector: detector)
    } catch {
      throw ContestantError(error)
    }
  }

  /// Returns every estimate regardless of its confidence: raw pitch accuracy uses all of them, and
  /// the other scores apply their own threshold of confidence.
  private func answer(of estimate: PitchEstimate?) -> JudgedFrame.Answer? {
    estimate.flatMap { estimate in
      meaning.frequency(of: estimate).map {
        .init(frequency: $0, confidence: estimate.confidence, sigma: estimate.sigma)
      }
    }
  }
}
