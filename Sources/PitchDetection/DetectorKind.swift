// SPDX-License-Identifier: MIT

public import Acoustics

/// The detectors of this module, by the names that commands and reports use.
///
/// This enum and `ChosenDetector` register a detector: its name, the pitches it measures, and how
/// it is made and called.
public enum DetectorKind: String, CaseIterable, Hashable, Sendable {
  /// YIN: the repetition rate from the difference function.
  case yin
  /// The inharmonic comb that explains the spectrum best.
  case spectral
  /// Periodicity and spectrum combined: the default everywhere.
  case engine

  /// The pitches that this detector can report, the measured one first.
  public var meanings: [PitchMeaning] {
    switch self {
    case .yin: [.period]
    case .spectral: [.partial]
    case .engine: [.partial, .period]
    }
  }

  /// Returns the length of the newest samples from which a steady note is measured.
  ///
  /// - Parameters:
  ///   - pitch: the pitch of the note.
  ///   - configuration: the sample rate and the range of pitches.
  /// - Returns: the length in seconds.
  package func window(of pitch: Hertz, with configuration: DetectorConfiguration) -> Double {
    switch self {
    case .yin:
      Double(
        YINDetector.frameCount(at: configuration.sampleRate, from: configuration.range.lowest))
        / Double(configuration.sampleRate.hertz)
    case .spectral, .engine: PartialReader.window(of: pitch.value)
    }
  }
}

/// A detector whose kind is chosen at run time.
public struct ChosenDetector: PitchDetector, CandidateReporting, ~Copyable {
  /// A detector at a fixed address, so that calls do not copy its state of several kilobytes.
  private final class Storage<Value: ~Copyable> {
    var value: Value
    init(_ value: consuming Value) { self.value = value }
  }

  private enum Detector {
    case yin(Storage<FramedDetector<YINDetector>>)
    case spectral(Storage<SpectralDetector>)
    case engine(Storage<PitchEngine>)
  }

  private let detector: Detector
  /// The pitch that estimates report as `frequency`.
  public let meaning: PitchMeaning

  /// Prepares a detector.
  ///
  /// - Parameters:
  ///   - kind: the detector.
  ///   - configuration: the sample rate and the range of pitches.
  ///   - meaning: the pitch that estimates report as `frequency`, one of the kind's meanings; `nil`
  ///     for the one that the detector measures.
  /// - Precondition: the kind has the meaning.
  /// - Throws: `PitchDetectionError`, which names the value that is out of its range.
  public init(
    _ kind: DetectorKind, _ configuration: DetectorConfiguration,
    reading meaning: PitchMeaning? = nil
  ) throws(PitchDetectionError) {
    precondition(meaning.map(kind.meanings.contains) ?? true, "\(kind) measures no such pitch")
    switch kind {
    case .yin:
      let yin = YINDetector.Configuration(
        sampleRate: configuration.sampleRate, range: configuration.range,
        planning: configuration.planning)
      self.init(.yin(Storage(try FramedDetector(YINDetector(yin)))), reading: .period)
    case .spectral:
      self.init(.spectral(Storage(try SpectralDetector(configuration))), reading: .partial)
    case .engine:
      var engine = try PitchEngine(configuration)
      engine.measuresEveryPeriod = meaning == .period
      self.init(.engine(Storage(engine)), reading: meaning ?? .partial)
    }
  }

  private init(_ detector: Detector, reading meaning: PitchMeaning) {
    self.detector = detector
    self.meaning = meaning
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples.
  public mutating func append(_ samples: Span<Float>) {
    switch detector {
    case .yin(let storage): storage.value.append(samples)
    case .spectral(let storage): storage.value.append(samples)
    case .engine(let storage): storage.value.append(samples)
    }
  }

  /// Returns the pitch at the end of the appended samples.
  ///
  /// - Returns: `nil` if nothing repeats, or if the reported pitch could not be measured.
  public mutating func estimatePitch() -> PitchEstimate? {
    guard var estimate = detectedPitch(), let frequency = meaning.frequency(of: estimate)
    else { return nil }
    estimate.frequency = frequency
    if meaning == .period {
      // These belong to the first partial.
      estimate.firstPartialLevel = nil
      estimate.beat = nil
      estimate.wander = nil
      if case .engine(let storage) = detector { estimate.sigma = storage.value.periodSigma }
    }
    return estimate
  }

  private func detectedPitch() -> PitchEstimate? {
    switch detector {
    case .yin(let storage): storage.value.estimatePitch()
    case .spectral(let storage): storage.value.estimatePitch()
    case .engine(let storage): storage.value.estimatePitch()
    }
  }

  /// The number of candidates in the last update; 0 for a kind that reports none.
  public var candidateCount: Int {
    switch detector {
    case .engine(let storage): storage.value.candidateCount
    case .yin, .spectral: 0
    }
  }

  /// Returns a candidate of the last update: its first partial and its evidence.
  ///
  /// - Parameter index: the candidate's index.
  /// - Returns: the pitch and its evidence.
  /// - Precondition: `index` lies in `0..<candidateCount`.
  public func candidate(at index: Int) -> PitchCandidate {
    switch detector {
    case .engine(let storage): storage.value.candidate(at: index)
    case .yin, .spectral: preconditionFailure("There is no candidate \(index).")
    }
  }

  /// Discards all state.
  public mutating func reset() {
    switch detector {
    case .yin(let storage): storage.value.reset()
    case .spectral(let storage): storage.value.reset()
    case .engine(let storage): storage.value.reset()
    }
  }
}
