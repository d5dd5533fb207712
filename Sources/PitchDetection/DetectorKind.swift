// SPDX-License-Identifier: MIT

public import Acoustics

/// The detectors of this module, by the names that commands and reports give them.
///
/// A detector is registered here and nowhere else: its name, the pitches that it can be read for, and
/// in `ChosenDetector`, below, how it is made and fed.
public enum DetectorKind: String, CaseIterable, Hashable, Sendable {
  /// How often the sound repeats, by its difference from itself.
  case yin
  /// The stiff comb that explains the spectrum best.
  case spectral
  /// Both, joined: the default everywhere.
  case engine

  /// The pitches that it can be read for, the one that it measures first.
  public var meanings: [PitchMeaning] {
    switch self {
    case .yin: [.period]
    case .spectral: [.partial]
    case .engine: [.partial, .period]
    }
  }
}

/// A detector of the kind that was chosen at run time.
///
/// One of the properties holds it. They are optionals, and not the payloads of an enum, because an
/// optional is fed where it lies, and a payload would be moved out and back at every chunk.
public struct ChosenDetector: PitchDetector, ~Copyable {
  private var yin: FramedDetector<YINDetector>?
  private var spectral: SpectralDetector?
  private var engine: PitchEngine?
  private let meaning: PitchMeaning

  /// Prepares a detector.
  ///
  /// - Parameters:
  ///   - kind: which one.
  ///   - configuration: the stream's rate and what to look for.
  ///   - meaning: which pitch the frequency of its estimates is, one of the kind's meanings; `nil` for
  ///     the one that it measures.
  /// - Precondition: the kind has the meaning.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(
    _ kind: DetectorKind, _ configuration: DetectorConfiguration,
    reading meaning: PitchMeaning? = nil
  ) throws(PitchDetectionError) {
    precondition(meaning.map(kind.meanings.contains) ?? true, "\(kind) hears no such pitch")
    switch kind {
    case .yin:
      let yin = YINDetector.Configuration(
        sampleRate: configuration.sampleRate, range: configuration.range,
        planning: configuration.planning)
      self.init(yin: try FramedDetector(YINDetector(yin)), reading: .period)
    case .spectral:
      self.init(spectral: try SpectralDetector(configuration), reading: .partial)
    case .engine:
      self.init(engine: try PitchEngine(configuration), reading: meaning ?? .partial)
    }
  }

  private init(
    yin: consuming FramedDetector<YINDetector>? = nil, spectral: consuming SpectralDetector? = nil,
    engine: consuming PitchEngine? = nil, reading meaning: PitchMeaning
  ) {
    self.yin = yin
    self.spectral = spectral
    self.engine = engine
    self.meaning = meaning
  }

  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples.
  public mutating func append(_ samples: Span<Float>) {
    if engine != nil {
      engine?.append(samples)
    } else if spectral != nil {
      spectral?.append(samples)
    } else {
      yin?.append(samples)
    }
  }

  /// Asks the caches for what the next update reads and writes.
  public mutating func prefetch() { engine?.prefetch() }

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where nothing repeats at all, or the pitch that is read could not be told.
  public mutating func estimatePitch() -> PitchEstimate? {
    // What is reported as it was heard is passed on as it is: an estimate taken apart is copied.
    if engine != nil, meaning == .partial { return engine?.estimatePitch() }
    let heard =
      if engine != nil {
        engine?.estimatePitch()
      } else if spectral != nil {
        spectral?.estimatePitch()
      } else {
        yin?.estimatePitch()
      }
    guard var estimate = heard, let frequency = meaning.frequency(of: estimate) else {
      return nil
    }
    estimate.frequency = frequency
    if meaning == .period { estimate.firstPartialLevel = nil }
    return estimate
  }

  /// How many pitches were weighed in the last update; 0 of a kind that does not tell.
  public var candidateCount: Int {
    switch engine {
    case .some(let engine): engine.candidateCount
    case .none: 0
    }
  }

  /// Returns a pitch that was weighed in the last update: its first partial.
  ///
  /// - Parameter index: 0 up to `candidateCount`.
  /// - Returns: the pitch and what speaks for it.
  public func candidate(at index: Int) -> PitchCandidate {
    switch engine {
    case .some(let engine): engine.candidate(at: index)
    case .none: preconditionFailure("This detector tells no candidates.")
    }
  }

  /// Forgets everything that was taken in.
  public mutating func reset() {
    yin?.reset()
    spectral?.reset()
    engine?.reset()
  }
}
