// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// A pitch detector that uses the spectrum alone.
///
/// It finds the inharmonic comb that explains the peaks best and measures the partials by their
/// phase.
///
/// Its stages are those of `PitchEngine` without the periodicity. It needs about four periods of a
/// note and learns no background.
public struct SpectralDetector: PitchDetector, ~Copyable {
  /// The shortest window, in seconds: one period of 50 Hz.
  private static let shortestWindow = 0.02

  private var state: StreamState
  private var transform: PowerTransform
  private var spectra: SpectralAnalysis
  private var search: PitchSearch
  private var reader: PartialReader
  private var ringing = ResidualRinging()
  private var history = PitchHistory()

  /// Prepares a detector.
  ///
  /// - Parameter configuration: the stream's rate and the range of pitches.
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: DetectorConfiguration) throws(PitchDetectionError) {
    try configuration.sampleRate.checkSupport()
    let (lowest, highest) = configuration.searched
    do throws(SignalProcessingError) {
      let state = try StreamState(configuration.sampleRate)
      let sizes = state.stream.sizes
      self.init(
        state: state,
        transform: try PowerTransform(
          count: sizes.spectrumCount, planning: configuration.planning),
        search: PitchSearch(sizes, lowest: lowest, highest: highest))
    } catch {
      throw .transform(error)
    }
  }

  private init(
    state: consuming StreamState, transform: consuming PowerTransform, search: consuming PitchSearch
  ) {
    spectra = SpectralAnalysis(state.stream.sizes)
    reader = PartialReader(state.stream.sizes)
    self.state = state
    self.transform = transform
    self.search = search
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { state.append(samples) }

  /// Discards everything that was appended: the detector is as if newly prepared.
  public mutating func reset() {
    state.reset()
    search.discardEvidence()
    reader.noteBegan()
    ringing = ResidualRinging()
    history = PitchHistory()
  }

  /// Returns the pitch at the end of the appended samples.
  ///
  /// - Returns: `nil` if no comb fits, and until a note holds enough periods for one.
  /// - Complexity: one transform; the configuration bounds the rest. Does not allocate.
  public mutating func estimatePitch() -> PitchEstimate? {
    let update = state.beginUpdate(after: history)
    if update.isNewNote {
      search.discardEvidence()
      ringing.noteBegan()
      reader.noteBegan()
      history.clear()
    }
    guard let measured = measure(in: update) else {
      history.clear()
      return nil
    }
    return commit(measured, in: update)
  }

  private mutating func measure(in update: UpdateContext) -> MeasuredPitch? {
    let rate = state.stream.sizes.rate
    guard Double(update.count) >= Self.shortestWindow * rate, update.power > 0 else { return nil }
    ringing.add(
      power: update.power, highest: state.highestPower(in: update), after: update.seconds)
    spectra.analyse(state.stream, count: update.count, isNote: update.isNote, by: &transform)
    guard let winner = search.search(spectra, tracked: history.pitch, in: update) else {
      return nil
    }
    let fit = reader.read(
      state.stream, frequency: winner.score.frequency, inharmonicity: winner.score.inharmonicity,
      count: update.count, age: update.age, after: update.seconds, spectra: spectra,
      knowsNoise: false)
    return MeasuredPitch(
      candidate: winner.score.frequency, lag: rate / winner.score.frequency, fit: fit,
      comb: CombEvidence(
        accumulated: winner.accumulatedEvidence, explained: winner.score.explained))
  }

  private mutating func commit(
    _ measured: MeasuredPitch, in update: UpdateContext
  ) -> PitchEstimate {
    history = history.appending(measured.frequency, after: update.seconds)
    var evidence = Evidence(comb: measured.comb, stability: history.stability)
    history.setConfidence(ConfidenceModel.identification(evidence))
    evidence.attenuation = ringing.attenuation(at: measured.frequency)
    let confidence = ConfidenceModel.confidence(evidence)
    ringing.remember(measured.frequency, confidence: confidence)
    let fit = measured.fit
    return PitchEstimate(
      frequency: Hertz(measured.frequency), fit: fit.map { Hertz($0.fit) },
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: confidence, sigma: fit.map { Cents($0.sigma) }, beat: fit.map { Cents($0.beat) })
  }
}
