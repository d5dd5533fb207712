// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Headstock's pitch engine: the first partial of a plucked string, as a strobe would show it.
public struct PitchEngine: PitchDetector, ~Copyable {
  /// What an engine is made for.
  public struct Configuration: Sendable {
    /// The stream's rate.
    public var sampleRate: SampleRate
    /// The frequencies to look for.
    public var range: PitchRange
    /// How FFTW plans.
    public var planning: RealFFT.Planning

    /// Makes a configuration.
    public init(
      sampleRate: SampleRate, range: PitchRange = .guitarAndBass,
      planning: RealFFT.Planning = .estimate
    ) {
      self.sampleRate = sampleRate
      self.range = range
      self.planning = planning
    }
  }

  private static let blockCount = 512
  private static let shortestWindow = 0.003
  private static let quietest = 3e-6
  private static let nativePerPitch = 3.4
  private static let periodsForComb = 4.5
  private static let periodsForConfidence = 9.0
  private static let periodsForPartials = 2.75
  private static let similarityGain = 8.0
  /// How far a pitch may stay behind the best of an update and still be remembered.
  private static let hypothesisMargin = 8.0
  /// By how many cents for every 1 of B the first periods of a bright attack read sharp.
  private static let stretch = 1e5
  private static let guitarWindow = 0.0855
  private static let bassWindow = 0.1705
  private static let windowPeriods = 7.0

  let analysis: AnalysisRate
  private let range: PitchRange
  private var decimator: Decimator
  private var onsets: OnsetDetector
  private var assembler: FrameAssembler
  private var block: AlignedBuffer
  private var periodicity: NormalisedSquareDifference
  private var spectrum: PowerSpectrum
  private var floor: SpectralFloor
  private var background: LearnedBackground
  private var comb: StiffComb
  private var maxima = KeyMaxima()
  private var peaks = SpectralPeaks()
  private var candidates = Candidates()
  private var partials: PartialMeasurement
  private var hypotheses = Hypotheses()
  private var periodBreak = PeriodBreak()
  private var constancy = Constancy()
  private var state = State()

  /// What lasts from update to update.
  private struct State {
    /// Analysed samples since the stream began.
    var total = 0
    /// `total` at the last update.
    var lastUpdate = 0
    /// Where the last note without an onset of energy began.
    var breakAnchor: Int?
    /// Where the note of the last update began.
    var anchor: Int?
    var running: (frequency: Double, confidence: Double)?
    var peakLevel = 0.0
    var quietSeconds = 0.0
  }

  /// Prepares an engine.
  ///
  /// - Throws: `PitchDetectionError` naming the value that is out of its range.
  public init(_ configuration: Configuration) throws(PitchDetectionError) {
    guard SampleRate.supported.contains(configuration.sampleRate) else {
      throw .sampleRateUnsupported(
        required: SampleRate.supported, actual: configuration.sampleRate)
    }
    let analysis = AnalysisRate(configuration.sampleRate)
    do throws(SignalProcessingError) {
      self.init(
        analysis, range: configuration.range,
        assembler: try FrameAssembler(frameCount: analysis.spectrumCount + 64),
        periodicity: try NormalisedSquareDifference(
          windowCount: analysis.periodicityCount,
          lagCount: Int(analysis.rate / (configuration.range.lowest.value * 0.965)) + 8,
          planning: configuration.planning),
        spectrum: try PowerSpectrum(
          count: analysis.spectrumCount, planning: configuration.planning))
    } catch {
      throw .transform(error)
    }
  }

  private init(
    _ analysis: AnalysisRate, range: PitchRange, assembler: consuming FrameAssembler,
    periodicity: consuming NormalisedSquareDifference, spectrum: consuming PowerSpectrum
  ) {
    self.analysis = analysis
    self.range = range
    decimator = Decimator(factor: analysis.factor)
    onsets = OnsetDetector(sampleRate: analysis.rate)
    block = AlignedBuffer(count: Self.blockCount + 1)
    floor = SpectralFloor(binCount: analysis.binCount)
    background = LearnedBackground(binCount: analysis.binCount)
    comb = StiffComb(highest: analysis.highest, binWidth: analysis.binWidth)
    partials = PartialMeasurement(sampleRate: analysis.rate, longest: analysis.spectrumCount)
    self.assembler = assembler
    self.periodicity = periodicity
    self.spectrum = spectrum
  }

  /// The real transforms of one update: points, and how many forwards and back.
  public var transforms: [(count: Int, forward: Int, inverse: Int)] {
    [(periodicity.transformCount, 1, 1), (spectrum.count, 1, 0)]
  }

  /// Takes in samples.
  public mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let count = min(Self.blockCount, samples.count - start)
      Self.take(
        samples.extracting(start..<(start + count)), through: &decimator, by: &block,
        onsets: &onsets, into: &assembler)
      start += count
    }
    state.total = assembler.totalCount
  }

  private static func take(
    _ samples: Span<Float>, through decimator: inout Decimator, by block: inout AlignedBuffer,
    onsets: inout OnsetDetector, into assembler: inout FrameAssembler
  ) {
    var count = 0
    do {
      var output = block.mutableSpan
      count = decimator.decimate(samples, into: &output)
    }
    let taken = block.span.extracting(first: count)
    onsets.append(taken)
    assembler.append(taken)
  }

  /// Forgets what was heard.
  public mutating func reset() {
    decimator.reset()
    onsets = OnsetDetector(sampleRate: analysis.rate)
    assembler.reset()
    background.forget()
    hypotheses.forget()
    periodBreak.forget()
    constancy.forget()
    state = State()
  }

  /// Returns the pitch now.
  public mutating func estimatePitch() -> PitchEstimate? {
    Self.update(
      &state, analysis: analysis, range: range, frame: assembler, onset: onsets.last,
      periodicity: &periodicity, spectrum: &spectrum, floor: &floor, background: &background,
      comb: &comb, maxima: &maxima, peaks: &peaks, candidates: &candidates, partials: &partials, hypotheses: &hypotheses, periodBreak: &periodBreak,
      constancy: &constancy)
  }

  private static func update(
    _ state: inout State, analysis: AnalysisRate, range: PitchRange,
    frame assembler: borrowing FrameAssembler, onset: OnsetDetector.Onset?,
    periodicity: inout NormalisedSquareDifference, spectrum: inout PowerSpectrum,
    floor: inout SpectralFloor, background: inout LearnedBackground, comb: inout StiffComb,
    maxima: inout KeyMaxima, peaks: inout SpectralPeaks, candidates: inout Candidates,
    partials: inout PartialMeasurement, hypotheses: inout Hypotheses,
    periodBreak: inout PeriodBreak, constancy: inout Constancy
  ) -> PitchEstimate? {
    let rate = analysis.rate
    let frame = assembler.frame
    let total = state.total
    let available = min(total, frame.count)
    let seconds = Double(total - state.lastUpdate) / rate
    state.lastUpdate = total

    // Where the note began.
    if let running = state.running,
      let ago = periodBreak.samplesAgo(
        in: frame, available: available, period: rate / running.frequency,
        age: constancy.unbroken, seconds: seconds, rate: rate)
    {
      state.breakAnchor = total - ago
    }
    var anchor: Int?
    if let onset, onset.known > Int(0.03 * rate) { anchor = onset.anchor }
    if let other = state.breakAnchor, other > anchor ?? -1 { anchor = other }
    if anchor != state.anchor {
      state.anchor = anchor
      state.running = nil
      constancy.forget()
      state.peakLevel = 0
      hypotheses.forget()
      periodBreak.forget()
    }
    let sinceAnchor = anchor.map { total - $0 } ?? total
    let windowCount = min(sinceAnchor, analysis.spectrumCount, available)
    let age = anchor.map { Double(total - $0) / rate } ?? 99

    let power = meanSquare(frame, count: min(512, available))
    let level = power.squareRoot()
    guard windowCount >= Int(shortestWindow * rate), windowCount >= 16, level >= quietest else {
      state.running = nil
      constancy.forget()
      return nil
    }

    periodicity.evaluate(
      frame.extracting(last: min(windowCount, periodicity.windowCount)))
    spectrum.analyse(frame.extracting(last: windowCount))
    maxima.find(
      in: periodicity.similarity.span, shortest: Int(rate / 1500),
      longest: min(periodicity.lagCount - 2, Int(rate / (range.lowest.value * 0.965)) + 2))
    let pick = maxima.pick
    let native = rate / Double(windowCount)
    let binsPerNative = native / analysis.binWidth
    floor.measure(spectrum.levels)
    let usesBackground = background.updateCount > 0 && anchor != nil
    if usesBackground {
      background.raise(&floor, reach: Int(min(12, max(1, 2 * binsPerNative - 1))))
    }
    peaks.find(
      in: spectrum.levels, over: floor.level.span, binWidth: analysis.binWidth,
      binsPerNative: binsPerNative)

    hypotheses.clear()
    candidates.collect(
      maxima, pick: pick, running: state.running, peaks: peaks, rate: rate,
      lowest: range.lowest.value * 0.965)
    var highest = -Double.infinity
    for index in 0..<candidates.count {
      let candidate = candidates.frequencies[index]
      guard candidate >= 28, candidate <= 1500, native * nativePerPitch <= candidate,
        !hypotheses.holds(near: candidate)
      else { continue }
      guard
        let score = comb.score(
          candidate, in: peaks, levels: spectrum.levels, floor: floor.level.span, native: native,
          least: highest - hypothesisMargin - similarityGain),
        abs(score.frequency / candidate - 1) <= 0.05
      else { continue }
      let similarity = similarity(periodicity.similarity.span, at: rate / score.frequency)
      let evidence = score.value + similarityGain * max(0, similarity)
      highest = max(highest, evidence)
      hypotheses.add(score, similarity: similarity, evidence: evidence)
    }
    hypotheses.decide(after: seconds, age: age, running: state.running)

    // While the window holds too few periods for a comb, the periodicity alone speaks.
    var decision:
      (
        frequency: Double, inharmonicity: Double, similarity: Double, score: Double,
        explained: Double
      )?
    var isEarly = false
    if let pick, Double(windowCount) < periodsForComb * pick.lagInSamples {
      if Double(windowCount) > 1.15 * pick.lagInSamples, pick.value > 0.25 {
        isEarly = true
        let repetition = rate / pick.lagInSamples
        let typical = TypicalInharmonicity.coefficient(at: repetition)
        let frequency = repetition * exp(-min(15, stretch * typical) / PartialFit.centsPerNeper)
        decision = (
          frequency, typical, pick.value, 0, 0
        )
      }
    } else if let best = hypotheses.best {
      let winner = hypotheses.list[best]
      decision = (
        winner.score.frequency, winner.score.inharmonicity, winner.similarity, winner.posterior,
        winner.score.explained
      )
    }

    var estimate: PitchEstimate?
    if let decision {
      var reading = (frequency: decision.frequency, sigma: 6.0, inharmonicity: Double?.none)
      var fitFrequency: Double?
      let period = rate / decision.frequency
      let wanted =
        rate * min(bassWindow, max(guitarWindow, windowPeriods / decision.frequency))
      let length = min(windowCount, Int(wanted))
      if Double(length) >= periodsForPartials * period {
        let start = StiffFit(
          squaredFrequency: decision.frequency * decision.frequency,
          inharmonicity: decision.inharmonicity / (1 + decision.inharmonicity), spread: 1)
        let centreAge = age - 0.5 * Double(length) / rate
        let glideSpread = (150 * exp(-centreAge / 0.08) + 0.003) / PartialFit.centsPerNeper
        if partials.measure(
          frame.extracting(last: length), fit: start, floor: floor.level.span,
          background: background.smeared.span.extracting(
            first: usesBackground ? background.smeared.count : 0), binWidth: analysis.binWidth, highest: analysis.highest),
          let fit = PartialFit(
            partials, from: (decision.frequency, decision.inharmonicity), glideSpread: glideSpread),
          abs(fit.frequency / decision.frequency - 1) < 0.02
        {
          reading = (
            fit.frequencyNow, fit.sigma, fit.carriesInharmonicity ? fit.inharmonicity : nil
          )
          fitFrequency = fit.fit
        }
      }
      constancy.add(reading.frequency, after: seconds)
      var confidence = 0.0
      if !isEarly {
        confidence = Confidence.ofComb(
          score: decision.score, explained: decision.explained, constancy: constancy, level: level)
      }
      if Double(windowCount) < periodsForConfidence * period {
        let length = max(8, min(Int(Double(windowCount) - 1.02 * period), Int(period)))
        let early = Confidence.ofRepetition(
          PeriodBreak.similarity(frame, available, back: 0, length: length, period: period))
        confidence = max(confidence, early)
      }
      state.running = (reading.frequency, confidence)
      estimate = PitchEstimate(
        frequency: Hertz(reading.frequency),
        period: repetitionRate(periodicity.similarity.span, near: period, rate: rate),
        inharmonicity: reading.inharmonicity, confidence: confidence, sigma: Cents(reading.sigma))
      estimate?.fit = fitFrequency.map { Hertz($0) }
    } else {
      state.running = nil
      constancy.forget()
    }
    let isHum = learnBackground(
      &background, state: &state, constancy: constancy, spectrum: spectrum, estimate: estimate, anchor: anchor, age: age,
      windowCount: windowCount, power: power, seconds: seconds, rate: rate)
    if isHum, let confidence = estimate?.confidence { estimate?.confidence = min(confidence, Confidence.hum) }
    return estimate
  }

  private static func meanSquare(_ frame: Span<Float>, count: Int) -> Double {
    guard count > 0 else { return 0 }
    return Double(sumOfSquares(frame.extracting(last: count))) / Double(count)
  }

  /// The periodicity near a lag; for lags of a few samples, whose parabola is poor, also near twice.
  private static func similarity(_ values: Span<Float>, at lag: Double) -> Double {
    guard lag < Double(values.count - 3) else { return 0 }
    var highest = similarityNear(values, lag)
    if lag < 30 { highest = max(highest, similarityNear(values, 2 * lag)) }
    return highest
  }

  private static func similarityNear(_ values: Span<Float>, _ lag: Double) -> Double {
    let middle = Int(lag + 0.5)
    let reach = max(1, Int(0.02 * lag))
    var highest = -1.0
    let (first, last) = (max(2, middle - reach), min(values.count - 2, middle + reach))
    guard first <= last else { return 0 }
    for place in first...last {
      highest = max(highest, Double(values[place]))
      if values[place] > values[place - 1], values[place] >= values[place + 1] {
        highest = max(highest, KeyMaxima.interpolate(values, at: place).value)
      }
    }
    return min(1, highest)
  }

  private static func repetitionRate(
    _ values: Span<Float>, near lag: Double, rate: Double
  ) -> Hertz? {
    let middle = Int(lag + 0.5)
    let reach = max(1, Int(0.03 * Double(middle)))
    let (first, last) = (max(2, middle - reach), min(values.count - 2, middle + reach))
    guard first <= last else { return nil }
    var top: Int?
    for place in first...last
    where values[place] > values[place - 1] && values[place] >= values[place + 1] {
      if top.map({ values[place] > values[$0] }) ?? true { top = place }
    }
    guard let top else { return nil }
    return Hertz(rate / KeyMaxima.interpolate(values, at: top).lagInSamples)
  }

  private static func learnBackground(
    _ background: inout LearnedBackground, state: inout State, constancy: Constancy,
    spectrum: borrowing PowerSpectrum, estimate: PitchEstimate?, anchor: Int?, age: Double,
    windowCount: Int, power: Double, seconds: Double, rate: Double
  ) -> Bool {
    let level = power.squareRoot()
    state.peakLevel = max(state.peakLevel, level)
    let isKnown = anchor != nil
    guard Double(windowCount) >= 0.05 * rate,
      !isKnown
        || (age > 0.3 && (power < 1.2 * background.samplePower || level < 0.01 * state.peakLevel))
    else { return false }
    let confidence = estimate?.confidence ?? 0
    var isHum = false
    if !isKnown, let frequency = estimate?.frequency.value {
      // Mains and its second harmonic; spelled out, because an array would be allocated.
      isHum =
        abs(frequency / 50 - 1) < 0.012 || abs(frequency / 60 - 1) < 0.012
        || abs(frequency / 100 - 1) < 0.012 || abs(frequency / 120 - 1) < 0.012
    }
    let isQuiet = isHum || (confidence < 0.3 && constancy.unbroken < 0.1)
    state.quietSeconds = isQuiet ? state.quietSeconds + seconds : 0
    if !isKnown, !isHum, confidence > 0.5 { background.forget() }
    if state.quietSeconds > (background.updateCount > 0 || isHum ? 0.06 : 0.1) {
      background.learn(spectrum.power, samplePower: power, seconds: seconds)
    }
    return isHum
  }
}
