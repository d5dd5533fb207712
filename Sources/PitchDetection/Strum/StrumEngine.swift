// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// Measures every string of a stroke at once.
///
/// An update looks at one window of the samples behind the last onset:
///
/// 1. `StrokeOnsets` finds the stroke; `StrumSpectrum` measures the window and its floor.
/// 2. `StrumSearch` finds a comb for every string without a law.
/// 3. `StrumModel` fits the lines of all strings, cluster by cluster, and the law of each string.
/// 4. `StrumSearch` searches for each string again in what the others leave. Where one moves, stage 3
///    runs again, at most twice.
/// 5. `StrumMeasurement` reads the first partials and `StrumDecision` decides.
///
/// A law is kept for the next updates of the stroke and dropped with the next stroke.
///
/// The real-time contract of `PitchDetector` holds: the initialiser allocates, and no other call does.
public struct StrumEngine: ~Copyable {
  // | name        | unit    | source                                                             |
  // | ----------- | ------- | ------------------------------------------------------------------ |
  // | windows     | s       | steps of about a quarter, from a period and a half of E2's spacing  |
  // | share       | 1       | of the time since the last onset that was heard; later strings may  |
  // |             |         | have begun since, and the glide of the pluck is left behind         |
  // | early       | s       | longest window that begins right after the onset                   |
  // | attack      | s       | left out behind the onset                                          |
  // | glideAtStart| cents   | standard deviation of a glide at the pluck                          |
  // | leastGlide  | cents   | below which strings count as settled                               |
  // | passes      | 1       | bound of the searches in an update                                 |
  // | keptSigma   | cents   | of a law that the next update starts from                          |
  private static let windows: InlineArray<12, Double> = [
    1024 / 12e3, 1280 / 12e3, 1536 / 12e3, 2048 / 12e3, 2560 / 12e3, 3072 / 12e3, 3840 / 12e3,
    4096 / 12e3, 5120 / 12e3, 6144 / 12e3, 7680 / 12e3, 8192 / 12e3,
  ]
  private static let share = 0.62
  private static let early = 0.165
  private static let attack = 0.012
  private static let glideAtStart = 10.0
  private static let leastGlide = 0.004
  static let passes = 3
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
  /// The measurements of the last update, and of this one.
  private var measurements: FixedArray<StrumMeasurement>
  private var fresh: FixedArray<StrumMeasurement>
  private var readings: [StringReading]
  /// The stroke of `measurements`; `nil` where there are none.
  private var stroke: Int?
  private var measuredCount = 0
  /// The fits of all lines that the last update made.
  private(set) var passCount = 0

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the strings and the stream's rate.
  /// - Throws: `StrumError` naming the value that is out of its range.
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
    measurements = FixedArray(repeating: StrumMeasurement(), count: strings.count)
    fresh = FixedArray(repeating: StrumMeasurement(), count: strings.count)
    readings = Array(repeating: .unmeasured(.silent), count: strings.count)
  }

  private static func sampleCount(_ window: Int, rate: Double) -> Int {
    // A size of 12 kHz is a whole number: the rounding must not lift it to the next size.
    RealFFT.efficientCount(atLeast: Int((windows[window] * rate).rounded()))
  }

  /// The largest magnitude of a sample; a larger one counts as no number.
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
  /// - Returns: *silent* before the first stroke, *unclear* until enough of a stroke was heard.
  public func reading(ofString index: Int) -> StringReading { readings[index] }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number, any scale. Samples that are no numbers count as silence. The
  ///   sizes of the chunks do not affect the readings.
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) { stream.append(samples) }

  /// Discards everything that was appended: the engine is as if newly prepared.
  public mutating func reset() {
    stream.reset()
    stroke = nil
    measuredCount = 0
    passCount = 0
    for index in strings.indices { readings[index] = .unmeasured(.silent) }
  }

  /// Measures all strings at the end of the appended samples.
  ///
  /// The readings depend on the positions of earlier updates in the same stroke too. They stay the
  /// same where nothing was appended since.
  ///
  /// - Complexity: a transform of 0.68 s and three fits of up to 20 lines a string at most. Does not
  ///   allocate.
  public mutating func update() {
    guard stream.totalCount > measuredCount else { return }
    measuredCount = stream.totalCount
    passCount = 0
    guard let start = stream.onsets.start else { return }
    if stroke != start {
      stroke = nil
      for index in strings.indices { readings[index] = .unmeasured(.unclear) }
    }
    let age = Double(stream.totalCount - stream.onsets.last) / stream.rate
    guard let window = window(at: age) else { return }
    Self.measure(stream, through: &windows[window], into: &spectrum)
    findPlaces()
    fit(age: age)
    decide()
    stroke = start
  }

  private static func measure(
    _ stream: borrowing StrumStream, through window: inout StrumWindow,
    into spectrum: inout StrumSpectrum
  ) {
    spectrum.measure(stream.assembler.frame, through: &window, rate: stream.rate)
  }

  /// Returns the longest window that lies behind the last onset at an age in seconds.
  private func window(at age: Double) -> Int? {
    let room = max(Self.share * age, min(age - Self.attack, Self.early))
    let samples = room * stream.rate
    return (0..<12).last {
      Double(windows[$0].count) <= samples && windows[$0].count <= stream.totalCount
    }
  }

  private mutating func findPlaces() {
    var isComplete = true
    for index in strings.indices {
      let before = measurements[index]
      isKnown[index] =
        stroke != nil && before.sigma < Self.keptSigma
        && before.significantCount >= Self.keptLines
      if isKnown[index] {
        places[index] = StrumSearch.Place(
          first: before.law, inharmonicity: max(before.inharmonicity, 0))
      }
      isComplete = isComplete && isKnown[index]
    }
    if !isComplete { search.find(in: spectrum, &places, isKnown: isKnown) }
  }

  private mutating func fit(age: Double) {
    let middle = age - spectrum.seconds / 2
    let glide = Self.glideAtStart * exponential(of: -middle / GlidingLineShape.timeConstant)
    let share = glide / CentRatio.perNeper
    while passCount < Self.passes {
      model.begin(seconds: spectrum.seconds, isGliding: glide > Self.leastGlide)
      for index in strings.indices {
        let law = StringLaw(
          first: places[index].first, inharmonicity: places[index].inharmonicity,
          typical: strings[index].typical, glideVariance: share * share + 1e-12)
        model.add(law, of: index, glideVariance: share * share + 1e-12)
      }
      let isFirst = passCount == 0 && stroke != nil
      model.fit(spectrum, rounds: isFirst ? StrumModel.knownRounds : StrumModel.rounds)
      passCount += 1
      if !search.refind(in: spectrum, model, &places) { break }
    }
  }

  private mutating func decide() {
    let seconds = spectrum.seconds
    search.mapRest(of: spectrum, model)
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
