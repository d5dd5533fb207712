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

  private var stream: AnalysisStream
  private var noteStart = NoteStart()
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var reader: PartialReader
  private var constancy = Constancy()
  private var running: Running?
  private var lastTotal = 0

  /// Prepares a detector.
  ///
  /// - Parameter configuration: the stream's rate and what to look for.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: PitchEngine.Configuration) throws(PitchDetectionError) {
    guard SampleRate.supported.contains(configuration.sampleRate) else {
      throw .sampleRateUnsupported(
        required: SampleRate.supported, actual: configuration.sampleRate)
    }
    let (lowest, highest) = PitchEngine.searched(configuration.range)
    do throws(SignalProcessingError) {
      let stream = try AnalysisStream(configuration.sampleRate)
      let sizes = stream.sizes
      self.init(
        stream: stream, spectra: try SpectralAnalysis(sizes, planning: configuration.planning),
        search: PitchSearch(sizes, lowest: lowest, highest: highest))
    } catch {
      throw .transform(error)
    }
  }

  private init(
    stream: consuming AnalysisStream, spectra: consuming SpectralAnalysis,
    search: consuming PitchSearch
  ) {
    reader = PartialReader(stream.sizes)
    self.stream = stream
    self.spectra = spectra
    self.search = search
  }

  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { stream.append(samples) }

  /// Forgets everything that was taken in, as if made anew.
  public mutating func reset() {
    stream.reset()
    search.forget()
    noteStart = NoteStart()
    fallSilent()
    lastTotal = 0
  }

  private mutating func fallSilent() {
    running = nil
    constancy.forget()
  }

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where no comb fits, and until a note holds enough periods for one.
  /// - Complexity: one transform, and what the configuration bounds. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let rate = stream.sizes.rate
    let seconds = Double(stream.totalCount - lastTotal) / rate
    lastTotal = stream.totalCount
    if noteStart.locate(
      in: stream, running: running?.frequency, age: constancy.unbroken, seconds: seconds)
    {
      fallSilent()
      search.forget()
    }
    let count = min(noteStart.count(in: stream), stream.sizes.spectrumCount, stream.availableCount)
    let power = stream.meanSquare
    guard Double(count) >= Self.shortestWindow * rate, power > 0 else {
      fallSilent()
      return nil
    }
    spectra.analyse(stream, count: count, isNote: noteStart.anchor != nil)
    let age = noteStart.age(in: stream)
    guard
      let winner = search.search(
        spectra, running: running, age: age ?? .infinity, seconds: seconds)
    else {
      fallSilent()
      return nil
    }
    return read(winner, count: count, age: age, level: power.squareRoot(), seconds: seconds)
  }

  private mutating func read(
    _ winner: Hypotheses.Hypothesis, count: Int, age: Double?, level: Double, seconds: Double
  ) -> PitchEstimate {
    let fit = reader.read(
      stream, frequency: winner.score.frequency, inharmonicity: winner.score.inharmonicity,
      count: count, age: age, spectra: spectra)
    let reading = fit?.frequencyNow ?? winner.score.frequency
    constancy.add(reading, after: seconds)
    let confidence = Confidence.ofComb(
      score: winner.posterior, explained: winner.score.explained, constancy: constancy,
      level: level)
    running = Running(frequency: reading, confidence: confidence)
    return PitchEstimate(
      frequency: Hertz(reading), fit: fit.map { Hertz($0.fit) },
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: confidence, sigma: fit.map { Cents($0.sigma) })
  }
}
