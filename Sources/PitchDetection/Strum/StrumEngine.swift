// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// An engine that measures every string of a stroke at once.
///
/// An update analyses one window of the samples after the last onset. In a slow stroke, no window may
/// fit before the next onset; a window between two onsets then gives the first readings.
///
/// 1. `StrokeOnsets` finds the stroke; `StrumSpectrum` measures the window and its floor.
/// 2. `StrumSearch` finds a comb for every string after a new onset.
/// 3. `StrumModel` fits the lines of all strings, cluster by cluster, and the law of each string.
///    The fit starts from the previous one, so one round is enough. A new law gets more rounds.
/// 4. `StrumSearch` searches for strings again in the residual of the others: for all strings while
///    a law is new, later for one or two in turn. A string that is found at another frequency
///    starts again in the next update.
/// 5. `StrumMeasurement` reads the first partials. `StrumDecision` decides on each string's state.
///
/// The engine keeps a law for the next updates of the stroke, and drops it at the next stroke.
///
/// The real-time contract of `PitchDetector` holds: the initialiser allocates, and no other call
/// does.
public struct StrumEngine: ~Copyable {
  // | name         | unit     | source                                                            |
  // | ------------ | -------- | ----------------------------------------------------------------- |
  // | windows      | s        | lengths, each about a quarter longer than the one before          |
  // | share        | 1        | of the time since the last onset: leaves out the glide of the     |
  // |              |          | pluck and the onsets of later strings that were not detected      |
  // | early        | s        | longest window that begins immediately after the onset            |
  // | attack       | s        | time after the onset that no window contains                      |
  // | glideAtStart | cents    | standard deviation of a glide at the pluck                        |
  // | leastGlide   | cents    | glide below which the model has no glide                          |
  // | leastGlideV. | 1        | least variance of γ: keeps the law's equations regular            |
  // | roundsOfY.   | 1        | rounds of an update with a young law; six converge                |
  // | youngRounds  | 1        | number of rounds up to which a law is young                       |
  // | doubtful     | –, cents | log odds below which, and scatter above which, a law starts       |
  // |              |          | again: a fitted law moves too little to leave a wrong frequency   |
  // | keptSigma    | cents    | largest sigma of a law that the next update starts from           |
  private static let windows: InlineArray<12, Double> = [
    1024 / 12e3, 1280 / 12e3, 1536 / 12e3, 2048 / 12e3, 2560 / 12e3, 3072 / 12e3, 3840 / 12e3,
    4096 / 12e3, 5120 / 12e3, 6144 / 12e3, 7680 / 12e3, 8192 / 12e3,
  ]
  private static let share = 0.62
  private static let early = 0.165
  private static let attack = 0.012
  private static let glideAtStart = 10.0
  private static let leastGlide = 0.004
  private static let leastGlideVariance = 1e-12
  static let roundsOfYoung = 4
  private static let youngRounds = 6
  private static let doubtful = (odds: 2.0, scatter: 0.5)
  private static let keptSigma = 6.0
  private static let keptLines = 2

  private let strings: [SearchedString]
  private var stream: StrumStream
  private var windows: InlineArray<12, StrumWindow>
  private var spectrum: StrumSpectrum
  private var search: StrumSearch
  private var model: StrumModel
  private var places: FixedArray<StrumSearch.Place>
  private var isKnown: FixedArray<Bool>
  /// The measurements of the previous update, and of the present one.
  private var measurements: FixedArray<StrumMeasurement>
  private var fresh: FixedArray<StrumMeasurement>
  private var readings: [StringReading]
  /// The stroke of `measurements`; `nil` where there are none.
  private var stroke: Int?
  /// The stroke whose readings are of a pause between two onsets; `nil` for none.
  private var pausedStroke: Int?
  private var measuredCount = 0
  /// The last onset and the middle of the window, in seconds, at the last fit.
  private var fittedOnset = 0
  private var fittedMiddle = 0.0
  /// True for strings that start again at `places` in the next update.
  private var hasMoved: FixedArray<Bool>
  /// The string that was searched for last.
  private var turn = 0
  /// The number of rounds of the last fit.
  private(set) var roundCount = 0

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the strings and the stream's rate.
  /// - Throws: `StrumError` with the value that is out of its range.
  public init(_ configuration: StrumConfiguration) throws(StrumError) {
    try configuration.check()
    do throws(SignalProcessingError) {
      let rate = AnalysisRate(configuration.sampleRate).rate
      let longest = Self.sampleCount(11, rate: rate)
      let windows = try InlineArray<12, StrumWindow> { index throws(SignalProcessingError) in
        try StrumWindow(
          count: Self.sampleCount(index, rate: rate), planning: configuration.planning)
      }
      self.init(
        SearchedString.sorted(configuration.strings),
        stream: try StrumStream(configuration.sampleRate, frameCount: longest), windows: windows,
        longest: Double(longest) / rate)
    } catch {
      throw .transform(error)
    }
  }

  private init(
    _ strings: [SearchedString], stream: consuming StrumStream,
    windows: consuming InlineArray<12, StrumWindow>, longest: Double
  ) {
    let binCount = StrumSpectrum.binCount(seconds: longest)
    self.strings = strings
    self.stream = stream
    self.windows = windows
    spectrum = StrumSpectrum(longest: longest)
    search = StrumSearch(strings, binCount: binCount)
    model = StrumModel(stringCount: strings.count, binCount: binCount)
    places = FixedArray(
      repeating: StrumSearch.Place(first: 1, inharmonicity: 0), count: strings.count)
    isKnown = FixedArray(repeating: false, count: strings.count)
    hasMoved = FixedArray(repeating: false, count: strings.count)
    measurements = FixedArray(repeating: StrumMeasurement(), count: strings.count)
    fresh = FixedArray(repeating: StrumMeasurement(), count: strings.count)
    readings = Array(repeating: .unmeasured(.silent), count: strings.count)
  }

  private static func sampleCount(_ window: Int, rate: Double) -> Int {
    // The sizes at 12 kHz are whole numbers. Without the rounding, an error of the arithmetic could
    // select the next size.
    RealFFT.efficientCount(atLeast: Int((windows[window] * rate).rounded()))
  }

  /// The largest magnitude of a sample.
  ///
  /// A larger one counts as NaN.
  package static let largestSample = StrumStream.limit

  /// The number of strings.
  public var stringCount: Int { strings.count }

  /// The first and the last onset of the newest stroke, in seconds since the stream's start; `nil`
  /// before it.
  package var onsets: ClosedRange<Double>? {
    guard let start = stream.onsets.start else { return nil }
    return Double(start) / stream.rate...Double(max(start, stream.onsets.last)) / stream.rate
  }

  /// Returns the reading of a string in the last update.
  ///
  /// - Parameter index: the string's index in the configuration.
  /// - Returns: the reading; *silent* before the first stroke, *unclear* before the first window of
  ///   a stroke is complete.
  public func reading(ofString index: Int) -> StringReading { readings[index] }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number, any scale. NaN and infinity count as silence. The sizes of
  ///   the chunks do not affect the readings.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { stream.append(samples) }

  /// Discards all samples.
  ///
  /// The engine is in the state of a newly prepared one.
  public mutating func reset() {
    stream.reset()
    (stroke, pausedStroke) = (nil, nil)
    measuredCount = 0
    roundCount = 0
    turn = 0
    for index in strings.indices { readings[index] = .unmeasured(.silent) }
  }

  /// Measures all strings at the end of the appended samples.
  ///
  /// The readings also depend on the positions of earlier updates in the same stroke. An update
  /// without new samples changes no reading.
  ///
  /// - Complexity: a transform of 0.68 s, and four rounds of the fit of up to 20 lines a string at
  ///   most. Does not allocate.
  public mutating func update() {
    guard stream.totalCount > measuredCount else { return }
    measuredCount = stream.totalCount
    roundCount = 0
    guard let start = stream.onsets.start else { return }
    if stroke != start, pausedStroke != start {
      stroke = nil
      for index in strings.indices { readings[index] = .unmeasured(.unclear) }
    }
    var span = stream.onsets.last..<stream.totalCount
    var index = window(in: span)
    let isOfPause = index == nil
    if isOfPause, stroke == nil, pausedStroke != start, let pause = stream.onsets.pause {
      span = pause
      index = window(in: pause)
    }
    guard let index else { return }
    Self.measure(stream, endingAt: span.upperBound, through: &windows[index], into: &spectrum)
    begin(span)
    fit()
    decide()
    // The whole stroke is measured from the start, whatever a pause showed.
    if isOfPause { pausedStroke = start } else { stroke = start }
  }

  private static func measure(
    _ stream: borrowing StrumStream, endingAt end: Int, through window: inout StrumWindow,
    into spectrum: inout StrumSpectrum
  ) {
    let frame = stream.assembler.frame
    spectrum.measure(
      frame.extracting(first: frame.count - (stream.totalCount - end)), through: &window,
      rate: stream.rate)
  }

  /// Returns the longest window that ends with a span.
  ///
  /// - Parameter span: samples since the stream's start, from an onset on.
  /// - Returns: the index of the window; `nil` where none fits, or is not kept any more.
  private func window(in span: Range<Int>) -> Int? {
    let age = Double(span.count) / stream.rate
    let room = max(Self.share * age, min(age - Self.attack, Self.early))
    let samples = room * stream.rate
    let kept = min(
      span.upperBound, stream.assembler.frameCount - (stream.totalCount - span.upperBound))
    return (0..<12).last {
      Double(windows[$0].count) <= samples && windows[$0].count <= kept
    }
  }

  /// Starts all strings again, or moves their laws to the new window.
  ///
  /// - Parameter span: the samples from an onset to the end of the window.
  private mutating func begin(_ span: Range<Int>) {
    let age = Double(span.count) / stream.rate
    let middle = Double(span.upperBound) / stream.rate - spectrum.seconds / 2
    let sinceOnset = age - spectrum.seconds / 2
    let glide = Self.glideAtStart * exponential(of: -sinceOnset / GlidingLineShape.timeConstant)
    let share = glide / CentRatio.perNeper
    let variance = share * share + Self.leastGlideVariance
    model.prepare(seconds: spectrum.seconds, isGliding: glide > Self.leastGlide)
    let isNew = stroke == nil || fittedOnset != span.lowerBound
    if isNew {
      findPlaces()
    } else {
      model.fadeGlides(after: middle - fittedMiddle)
    }
    for index in strings.indices where isNew || hasMoved[index] || isDoubtful(measurements[index]) {
      let law = StringLaw(
        first: places[index].first, inharmonicity: places[index].inharmonicity,
        typical: strings[index].typical, glideVariance: variance)
      model.begin(law, of: index, glideVariance: variance)
    }
    fittedOnset = span.lowerBound
    fittedMiddle = middle
  }

  private mutating func findPlaces() {
    var isComplete = true
    for index in strings.indices {
      isKnown[index] = stroke != nil && hasKnownLaw(measurements[index])
      isComplete = isComplete && isKnown[index]
    }
    if !isComplete { search.find(in: spectrum, &places, isKnown: isKnown) }
  }

  /// Returns true where a law may have a wrong frequency that the fit alone would not correct.
  private func isDoubtful(_ measured: StrumMeasurement) -> Bool {
    measured.odds < Self.doubtful.odds || measured.scatter > Self.doubtful.scatter
  }

  private func hasKnownLaw(_ measured: StrumMeasurement) -> Bool {
    measured.sigma < Self.keptSigma && measured.significantCount >= Self.keptLines
  }

  private mutating func fit() {
    var youngest = Int.max
    for index in strings.indices { youngest = min(youngest, model.rounds[index]) }
    let isYoung = youngest < Self.youngRounds
    roundCount = isYoung ? Self.roundsOfYoung : 1
    model.fit(spectrum, rounds: roundCount)
    search.sumUp(spectrum, model)
    for index in strings.indices {
      places[index] = search.place(ofString: index, in: spectrum, model)
      hasMoved[index] = false
    }
    if isYoung {
      for index in strings.indices { lookForBetter(index) }
    } else {
      lookForBetterInTurn()
    }
  }

  /// Searches again for the next string, and for the next one whose law is not known.
  private mutating func lookForBetterInTurn() {
    turn = (turn + 1) % strings.count
    lookForBetter(turn)
    for offset in 1..<strings.count {
      let index = (turn + offset) % strings.count
      guard !hasKnownLaw(measurements[index]) else { continue }
      lookForBetter(index)
      return
    }
  }

  private mutating func lookForBetter(_ index: Int) {
    guard
      let better = search.betterPlace(
        ofString: index, in: spectrum, model, than: places[index])
    else { return }
    places[index].first = better.first
    places[index].inharmonicity = better.inharmonicity
    hasMoved[index] = true
  }

  private mutating func decide() {
    let seconds = spectrum.seconds
    search.mapRest(of: spectrum)
    for index in strings.indices {
      fresh[index] = StrumMeasurement(
        index, of: model, score: places[index].score, seconds: seconds)
      fresh[index].between = search.peaks(atFractionsOf: fresh[index].law, seconds: seconds)
    }
    var loudest = 0.0
    for index in strings.indices { loudest = max(loudest, fresh[index].power) }
    for index in strings.indices {
      let level = Self.decibels(of: fresh[index].power, under: loudest)
      fresh[index].odds = StringEvidence.odds(
        of: fresh[index], after: stroke == nil ? nil : measurements[index].odds, level: level,
        target: strings[index].target, seconds: seconds)
      measurements[index] = fresh[index]
      readings[strings[index].index] = StrumDecision.reading(
        fresh[index], of: strings[index], level: level, seconds: seconds)
    }
  }

  private static func decibels(of power: Double, under loudest: Double) -> Double {
    let ratio = (power.squareRoot() + 1e-9) / (loudest.squareRoot() + 1e-9)
    return 20 * decimalLogarithm(of: ratio)
  }
}
