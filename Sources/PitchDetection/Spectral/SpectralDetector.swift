// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// The pitch detector that goes by the spectrum alone: the stiff comb that explains its peaks best, with
/// the partials measured by their phase.
///
/// It needs about four periods of a note, where the engine, which adds what repeats, answers after one
/// and a half. It learns no background.
public struct SpectralDetector: PitchDetector, ~Copyable {
  /// The shortest window that is looked at, in seconds.
  private static let shortestWindow = 0.02

  private var listening: StreamState
  private var transform: PowerTransform
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var reader: PartialReader

  /// Prepares a detector.
  ///
  /// - Parameter configuration: the stream's rate and what to look for.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: DetectorConfiguration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    let (lowest, highest) = configuration.searched
    do throws(SignalProcessingError) {
      let listening = try StreamState(configuration.sampleRate)
      let sizes = listening.stream.sizes
      self.init(
        listening: listening,
        transform: try PowerTransform(
          count: sizes.spectrumCount, planning: configuration.planning),
        spectra: SpectralAnalysis(sizes),
        search: PitchSearch(sizes, lowest: lowest, highest: highest))
    } catch {
      throw .transform(error)
    }
  }

  private init(
    listening: consuming StreamState, transform: consuming PowerTransform,
    spectra: consuming SpectralAnalysis, search: consuming PitchSearch
  ) {
    reader = PartialReader(listening.stream.sizes)
    self.listening = listening
    self.transform = transform
    self.spectra = spectra
    self.search = search
  }

  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { listening.append(samples) }

  /// Forgets everything that was taken in, as if made anew.
  public mutating func reset() {
    listening.reset()
    search.forget()
  }

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where no comb fits, and until a note holds enough periods for one.
  /// - Complexity: one transform, and what the configuration bounds. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let (seconds, isNewNote) = listening.beginUpdate()
    if isNewNote { search.forget() }
    let count = listening.count
    let power = listening.stream.meanSquare
    guard Double(count) >= Self.shortestWindow * listening.stream.sizes.rate, power > 0 else {
      listening.fallSilent()
      return nil
    }
    listening.hear(power: power, after: seconds)
    spectra.analyse(
      listening.stream, count: count, isNote: listening.isNote, by: &transform)
    guard
      let winner = search.search(
        spectra, running: listening.pitch, age: listening.age ?? .infinity, seconds: seconds)
    else {
      listening.fallSilent()
      return nil
    }
    return read(winner, count: count, seconds: seconds)
  }

  private mutating func read(
    _ winner: Hypotheses.Hypothesis, count: Int, seconds: Double
  ) -> PitchEstimate {
    let fit = reader.read(
      listening.stream, frequency: winner.score.frequency,
      inharmonicity: winner.score.inharmonicity,
      count: count, age: listening.age, spectra: spectra, knowsNoise: false)
    let reading = fit?.frequencyNow ?? winner.score.frequency
    listening.hear(reading, after: seconds)
    let confidence = Confidence.ofComb(
      score: winner.accumulatedEvidence, explained: winner.score.explained,
      constancy: listening.constancy)
    listening.trust(confidence)
    return PitchEstimate(
      frequency: Hertz(reading), fit: fit.map { Hertz($0.fit) },
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: listening.confidenceInNote(confidence, at: reading),
      sigma: fit.map { Cents($0.sigma) })
  }
}
