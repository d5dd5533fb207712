// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// An engine that measures every string of a stroke at once.
///
/// An update analyses one window of the samples after the last onset. In a slow stroke, no window
/// may fit before the next onset; windows that end with the longest pause between two onsets then
/// give the first readings. No window contains the moment when the strings are damped: the readings
/// stay as they are until a window fits after it.
///
/// 1. `StrokeOnsets` finds the stroke; `StrumSpectrum` measures the window and its floor.
/// 2. `StrumSearch` finds a comb for every string after a new onset.
/// 3. `StrumModel` fits the lines of all strings, cluster by cluster, and the stiff-string model of
///    each string. The fit starts from the previous one, so one round is enough. A new fit gets
///    more rounds.
/// 4. `StrumSearch` searches for strings again in the residual of the others: for all strings while
///    a fit is new, later for one or two in turn. A string that is found at another frequency
///    starts again in the next update.
/// 5. `StrumMeasurement` reads the first partials. `StrumDecision` decides on each string's state.
/// 6. `StringRise` decides after an onset whether a string began or only a noise. `MainsComb`
///    excludes hum that begins.
///
/// The engine keeps the fit of a string for the next updates of the stroke, and drops it at the
/// next stroke.
///
/// The real-time contract of `PitchDetector` holds: the initialiser allocates, and no other call
/// does.
public struct StrumEngine: ~Copyable {
  let strings: [SearchedString]
  var stream: StrumStream
  private var windows: StrumWindows
  var spectrum: StrumSpectrum
  var search: StrumSearch
  var model: StrumModel
  var places: FixedArray<StrumSearch.Place>
  var isKnown: FixedArray<Bool>
  /// The measurements of the previous update, and of the present one.
  var measurements: FixedArray<StrumMeasurement>
  private var newest: FixedArray<StrumMeasurement>
  private var readings: [StringReading]
  /// The stroke of `measurements`; `nil` if there are none.
  var stroke: Int?
  /// The newest onset that may begin a stroke, and the decision about it; `nil` before the first.
  private var candidate: Int?
  private var rise = StringRise()
  /// The onsets of the newest stroke in samples; `nil` before it.
  private var foundOnsets: ClosedRange<Int>?
  /// The stroke whose present readings come from a pause between two onsets; `nil` for none.
  private var pausedStroke: Int?
  private var measuredCount = 0
  /// The fall before the window of `measurements`; `nil` for none.
  private var measuredFall: Int?
  /// The onset before the window of the last fit in samples, and the middle of that window in
  /// seconds.
  var fittedOnset = 0
  var fittedMiddle = 0.0
  /// True for strings that start again at `places` in the next update.
  var hasMoved: FixedArray<Bool>
  /// The string that was searched for last.
  var turn = 0
  /// The number of rounds of the last fit.
  var roundCount = 0

  /// Prepares an engine.
  ///
  /// - Parameter configuration: the strings and the stream's rate.
  /// - Throws: `StrumError` with the value that is out of its range.
  public init(_ configuration: StrumConfiguration) throws(StrumError) {
    try configuration.check()
    do throws(SignalProcessingError) {
      let rate = AnalysisRate(configuration.sampleRate).rate
      let windows = try StrumWindows(rate: rate, planning: configuration.planning)
      let longest = windows.longestCount
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
    windows: consuming StrumWindows, longest: Double
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
    newest = FixedArray(repeating: StrumMeasurement(), count: strings.count)
    readings = Array(repeating: .unmeasured(.silent), count: strings.count)
  }

  /// The largest magnitude of a sample.
  ///
  /// A larger one counts as NaN.
  package static let largestSample = StrumStream.limit

  /// The number of strings.
  public var stringCount: Int { strings.count }

  /// The first and the last onset of the newest stroke, in seconds since the stream's start; `nil`
  /// before it.
  ///
  /// An onset counts from the first update on that finds a string that began with it.
  package var onsets: ClosedRange<Double>? {
    foundOnsets.map { Double($0.lowerBound) / stream.rate...Double($0.upperBound) / stream.rate }
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
    (stroke, pausedStroke, candidate, foundOnsets, measuredFall) = (nil, nil, nil, nil, nil)
    rise = StringRise()
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
  /// - Complexity: a transform of 0.68 s, and four rounds of the fit of up to 20 lines per string
  ///   at most. Does not allocate.
  public mutating func update() {
    guard stream.totalCount > measuredCount else { return }
    measuredCount = stream.totalCount
    roundCount = 0
    guard let start = stream.onsets.start else { return }
    if stroke != start, pausedStroke != start {
      stroke = nil
      for index in strings.indices { readings[index] = .unmeasured(.unclear) }
    }
    if candidate != start {
      candidate = start
      beginRise(at: start)
    }
    measure(strokeFrom: start)
    if rise.isFound { foundOnsets = start...max(start, stream.onsets.last) }
  }

  private mutating func measure(strokeFrom start: Int) {
    var span = stream.onsets.last..<stream.totalCount
    let fall = stream.onsets.fall
    var index = windows.index(in: (fall ?? span.lowerBound)..<span.upperBound, kept: kept)
    let isOfPause = index == nil
    if isOfPause, fall == nil, !rise.isFound, let pause = stream.onsets.pause {
      span = pause
      index = windows.index(in: pause, kept: kept)
    }
    guard let index else { return }
    Self.measure(stream, endingAt: span.upperBound, at: index, of: &windows, into: &spectrum)
    let isOfSameOnset = (stroke ?? pausedStroke) == start && fittedOnset == span.lowerBound
    begin(span, continuing: isOfSameOnset)
    fit()
    decide(keepsOdds: stroke != nil && measuredFall == fall)
    measuredFall = fall
    // The fit of the whole stroke starts anew and does not use the result of a pause.
    (stroke, pausedStroke) = isOfPause ? (nil, start) : (start, nil)
  }

  private static func measure(
    _ stream: borrowing StrumStream, endingAt end: Int, at index: Int,
    of windows: inout StrumWindows, into spectrum: inout StrumSpectrum
  ) {
    let frame = stream.assembler.frame
    windows.measure(
      frame.extracting(first: frame.count - (stream.totalCount - end)), at: index, into: &spectrum)
  }

  /// The samples that are kept, counted from the stream's start.
  private var kept: Range<Int> {
    max(0, stream.totalCount - stream.assembler.frameCount)..<stream.totalCount
  }

  /// Starts the decision about an onset with the sound just before it.
  private mutating func beginRise(at onset: Int) {
    guard onset - windows.count(StrumWindows.shortest) >= kept.lowerBound else {
      rise.begin(after: nil)
      return
    }
    Self.measure(
      stream, endingAt: onset, at: StrumWindows.shortest, of: &windows, into: &spectrum)
    rise.begin(after: energy(of: spectrum.powers))
  }

  /// Returns the energies of a spectrum above the lowest frequency of a string.
  private func energy(of powers: borrowing FixedArray<Double>) -> DifferenceEnergy {
    let lowest = strings[0].target * CentRatio.ratio(of: -strings[0].range)
    return DifferenceEnergy(
      powers, in: Int(lowest * spectrum.seconds)..<spectrum.count, seconds: spectrum.seconds)
  }

  /// Decides about each string.
  ///
  /// - Parameter keepsOdds: true if the odds of the previous update belong to the same sound.
  private mutating func decide(keepsOdds: Bool) {
    let seconds = spectrum.seconds
    search.mapFullResidual(of: spectrum)
    rise.measure(energy(of: spectrum.powers), residual: energy(of: search.residualPowers))
    for index in strings.indices {
      newest[index] = StrumMeasurement(
        index, of: model, score: places[index].score, seconds: seconds)
      newest[index].between = search.peaks(
        atFractionsOf: newest[index].fittedFrequency, seconds: seconds)
    }
    var loudest = 0.0
    for index in strings.indices { loudest = max(loudest, newest[index].power) }
    for index in strings.indices {
      let level = Self.decibels(of: newest[index].power, under: loudest)
      let before = keepsOdds ? measurements[index] : nil
      newest[index].support = StringEvidence.support(
        of: newest[index], after: before, level: level, seconds: seconds)
      newest[index].odds = StringEvidence.odds(
        of: newest[index], after: before?.odds, target: strings[index].target)
      measurements[index] = newest[index]
      readings[strings[index].index] = StrumDecision.reading(
        newest[index], of: strings[index], level: level, seconds: seconds,
        isAmongStrings: rise.isFound || rise.isExplained)
    }
    if !rise.isFound, hasStringWithoutHum { rise.decide() }
  }

  /// True if a string sounds that has several partials and does not belong to mains hum.
  private var hasStringWithoutHum: Bool {
    let hum = MainsComb(model, stringCount: strings.count)
    for index in strings.indices where readings[strings[index].index].state == .sounding {
      guard newest[index].significantCount >= StringRise.leastPartials else { continue }
      if hum?.explains(index, of: model) != true { return true }
    }
    return false
  }

  private static func decibels(of power: Double, under loudest: Double) -> Double {
    let ratio = (power.squareRoot() + 1e-9) / (loudest.squareRoot() + 1e-9)
    return 20 * decimalLogarithm(of: ratio)
  }
}
