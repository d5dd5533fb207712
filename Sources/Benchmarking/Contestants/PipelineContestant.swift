// SPDX-License-Identifier: MIT

internal import Acoustics
public import Evaluation
internal import NoteTracking
public import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import Tuning

/// Our own detectors, through the same pipeline as `tuner analyze`.
public struct PipelineContestant: Contestant {
  /// The detector.
  public let detector: DetectorKind
  /// Which pitch is read from its estimates.
  public let meaning: PitchMeaning

  /// Makes a contestant.
  ///
  /// - Parameters:
  ///   - detector: what hears.
  ///   - meaning: which pitch of its estimates is read; `nil` for the one that it measures.
  public init(_ detector: DetectorKind, meaning: PitchMeaning? = nil) {
    self.detector = detector
    self.meaning = meaning ?? (detector == .yin ? .period : .partial)
  }

  /// The detector's name.
  public var name: String { detector.rawValue }

  /// Runs the pipeline over the whole sound.
  ///
  /// - Throws: `ContestantError.detector` for a rate that is not listened at.
  public func readings(of hearing: Hearing) throws(ContestantError) -> [Reading] {
    try account(of: hearing).readings
  }

  /// Runs the pipeline and the note tracker over the whole sound.
  ///
  /// - Returns: every update, and the notes.
  /// - Throws: `ContestantError.detector` for a rate that is not listened at.
  public func account(of hearing: Hearing) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    let rate = hearing.sampleRate
    return switch detector {
    case .yin:
      try run(
        try Self.made { () throws(PitchDetectionError) in
          try FramedDetector(YINDetector(.init(sampleRate: rate)))
        }, over: hearing)
    case .engine:
      try run(
        try Self.made { () throws(PitchDetectionError) in
          try PitchEngine(.init(sampleRate: rate))
        }, over: hearing)
    case .spectral:
      try run(
        try Self.made { () throws(PitchDetectionError) in
          try SpectralDetector(.init(sampleRate: rate))
        }, over: hearing)
    }
  }

  private static func made<Detector: PitchDetector & ~Copyable>(
    _ make: () throws(PitchDetectionError) -> Detector
  ) throws(ContestantError) -> Detector {
    do throws(PitchDetectionError) {
      return try make()
    } catch {
      throw ContestantError(error)
    }
  }

  private func run<Detector: PitchDetector & ~Copyable>(
    _ detector: consuming Detector, over hearing: Hearing
  ) throws(ContestantError) -> (readings: [Reading], notes: [PlayedNote]?) {
    var tracker = NoteTracker(
      sampleRate: hearing.sampleRate, classifier: PitchClassifier(selection: .chromatic))
    var notes: [PlayedNote] = []
    var pipeline = try Self.pipeline(detector, for: hearing)
    var readings: [Reading] = []
    readings.reserveCapacity(Int(hearing.duration * hearing.updateRate.hertz) + 1)
    withDenormalsFlushed {
      var cursor = 0
      while let result = pipeline.nextResult(in: hearing.samples.span, from: &cursor) {
        let seconds = result.timestamp.seconds(at: hearing.sampleRate)
        readings.append(Reading(seconds: seconds, answer: answer(of: pipeline.estimate)))
        if let note = tracker.advance(result) { notes.append(Self.note(note, in: hearing)) }
      }
    }
    if let note = tracker.finish() { notes.append(Self.note(note, in: hearing)) }
    return (readings, notes)
  }

  private static func note(_ note: TrackedNote, in hearing: Hearing) -> PlayedNote {
    PlayedNote(
      onset: note.start.seconds(at: hearing.sampleRate),
      offset: note.end.seconds(at: hearing.sampleRate), pitch: note.frequency)
  }

  private static func pipeline<Detector: PitchDetector & ~Copyable>(
    _ detector: consuming Detector, for hearing: Hearing
  ) throws(ContestantError) -> TunerPipeline<Detector> {
    do throws(SignalProcessingError) {
      return try TunerPipeline(
        sampleRate: hearing.sampleRate, updateRate: hearing.updateRate,
        classifier: PitchClassifier(selection: .chromatic), detector: detector)
    } catch {
      throw ContestantError(error)
    }
  }

  /// Every estimate, however unsure: raw pitch accuracy looks at all of them, and the scoring words
  /// look at the confidence.
  private func answer(of estimate: PitchEstimate?) -> JudgedFrame.Answer? {
    estimate.flatMap { estimate in
      meaning.frequency(of: estimate).map {
        .init(frequency: $0, confidence: estimate.confidence, sigma: estimate.sigma)
      }
    }
  }
}
