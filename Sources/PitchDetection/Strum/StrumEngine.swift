// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// An engine that measures every string of a stroke at once.
///
/// An update analyses one window of the samples after the last onset. In a slow stroke it can
/// happen that no window fits before the next onset; windows that end with the longest pause
/// between two onsets then give the first readings. No window contains the moment when the strings
/// are damped: the readings stay as they are until a window fits after it.
///
/// 1. `StrokeOnsets` finds the stroke; `StrumSpectrum` measures the window and its floor.
/// 2. `StrumSearch` finds a comb for every string after a new onset.
/// 3. `StrumModel` fits the lines of all strings, cluster by cluster, and the stiff-string model of
///    each string. The fit starts from the previous one, so one round is enough. A new fit gets
///    more rounds.
/// 4. `StrumSearch` searches for strings again in the residual of the others: for all strings while
///    a fit is new, later for one or two in turn. A string that is found at another frequency
///    starts again in the next update. A string that is doubtful, or may have exchanged partials
///    with a lower one, tries a place where the lines of a lower string explain its partials, for
///    one update at a time. A string that is silent for half a second has no lines.
/// 5. `StrumMeasurement` reads the first partials. `StrumDecision` decides on each string's state.
/// 6. `StringRise` decides after an onset whether a string began or only a noise. If strings
///    sounded before a noise and sound after it, their stroke continues. `MainsComb` excludes hum
///    that begins. The model has lines for hum that sounded before (`SteadyHum`).
///
/// Until this decision, the engine also measures between the updates, about 60 times a second in
/// all. At 20 updates a second, some slow strokes would otherwise be found only when all of their
/// strings have begun. These measurements have fits of their own. If one of them finds the stroke,
/// its readings hold until an update finds a string, for at most `undecided` after the newest
/// onset; the updates do not use its fits.
///
/// The engine keeps the fit of a string for the next updates of the stroke, and drops it at the
/// next stroke.
///
/// Sources: docs/decisions/0085-strings-of-a-stroke-by-fits-and-clusters.md,
/// docs/decisions/0113-fits-of-a-stroke-go-on-from-update-to-update.md and
/// docs/decisions/0193-a-doubtful-string-tries-a-hidden-place.md.
///
/// The real-time contract of `PitchDetector` holds: the initialiser allocates, and no other call
/// does.
public struct StrumEngine: ~Copyable {
  // | name      | unit | source                                                                   |
  // | --------- | ---- | ------------------------------------------------------------------------ |
  // | undecided | s    | time after an onset in which the engine also measures between updates;   |
  // |           |      | the windows that begin just after the onset are complete by then         |
  private static let undecided = 0.2

  /// The longest time between two onsets of a stroke, in seconds.
  package static let strokeSeconds = 0.4

  let strings: [SearchedString]
  var stream: StrumStream
  private var windows: StrumWindows
  var spectrum: StrumSpectrum
  var search: StrumSearch
  /// The fits that the updates continue.
  var fits: StrumFits
  /// The fits of the measurements between updates.
  private var intermediateFits: StrumFits
  /// True if `intermediateFits` has found the stroke, and no update has found a string of it yet.
  private var isFoundBetween = false
  /// The newest onset that may begin a stroke, in samples; `nil` before the first.
  private var candidate: Int?
  /// The decision whether `candidate` begins a stroke.
  var rise = StringRise()
  /// The strings that sounded before `candidate`.
  private var ringing: RingingStrings
  /// The last hum that was found before a stroke; `nil` for none, or after silence.
  private(set) var hum: SteadyHum?
  /// The onsets of the newest stroke in samples; `nil` before it.
  private var foundOnsets: ClosedRange<Int>?
  private var times: StrumMeasurementTimes
  /// The number of samples at the last update.
  private var updatedCount = 0
  /// The number of rounds of the last fit.
  var roundCount = 0

  /// Prepares an engine.
  ///
  /// It allocates all memory and plans the transform of every window. With
  /// `RealFFT.Planning.estimate`, planning takes some milliseconds for each of them.
  ///
  /// - Parameter configuration: the strings and the stream's rate.
  /// - Throws: `StrumError` with the value that is out of its range, and `StrumError.transform` if
  ///   a transform can't be planned.
  public init(_ configuration: StrumConfiguration) throws(StrumError) {
    try configuration.check()
    do throws(SignalProcessingError) {
      let rate = AnalysisRate(configuration.sampleRate).rate
      let windows = try StrumWindows(rate: rate, planning: configuration.planning)
      let longest = windows.longestCount
      self.init(
        SearchedString.sorted(configuration.strings),
        stream: try StrumStream(configuration.sampleRate, frameCount: longest), windows: windows,
        longest: Double(longest) / rate,
        times: StrumMeasurementTimes(configuration.sampleRate))
    } catch {
      throw .transform(error)
    }
  }

  private init(
    _ strings: [SearchedString], stream: consuming StrumStream,
    windows: consuming StrumWindows, longest: Double, times: StrumMeasurementTimes
  ) {
    let binCount = StrumSpectrum.binCount(seconds: longest)
    self.strings = strings
    self.stream = stream
    self.windows = windows
    spectrum = StrumSpectrum(longest: longest)
    search = StrumSearch(strings, binCount: binCount)
    fits = StrumFits(stringCount: strings.count, binCount: binCount)
    intermediateFits = StrumFits(stringCount: strings.count, binCount: binCount)
    self.times = times
    ringing = RingingStrings(stringCount: strings.count)
  }

  /// The number of strings.
  public var stringCount: Int { strings.count }

  /// The first and the last onset of the newest stroke, in seconds since the stream's start; `nil`
  /// before it.
  ///
  /// An onset counts from the first update on that finds a string that began with it. The times
  /// include the delay of the decimator, which is 0.9 ms at 48 kHz.
  package var onsets: ClosedRange<Double>? {
    foundOnsets.map { Double($0.lowerBound) / stream.rate...Double($0.upperBound) / stream.rate }
  }

  /// True from the block with the first onset of a stroke on.
  package var hasOnset: Bool { stream.onsets.start != nil }

  /// Returns the reading of a string in the last update, or in a measurement after it that has
  /// found the stroke.
  ///
  /// - Parameter index: the string's index in the configuration.
  /// - Precondition: `index` is in `0..<stringCount`.
  /// - Returns: the reading; *silent* before the first stroke, *unclear* from an onset on until the
  ///   first window after it is complete.
  public func reading(ofString index: Int) -> StringReading { fits.readings[index] }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number, full scale ±1. NaN, infinity and magnitudes over 10¹² count
  ///   as silence. The sizes of the chunks do not affect the readings.
  /// - Complexity: O(n). In the first 0.2 s after an onset, it also measures between updates, each
  ///   time at the cost of an update. Does not allocate.
  public mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let missing = times.missing ?? samples.count
      let count = min(missing, samples.count - start)
      stream.append(samples.extracting(start..<(start + count)))
      start += count
      if times.advance(by: count), isUndecided { measureBetweenUpdates() }
    }
  }

  /// Discards all samples.
  ///
  /// The engine is in the state of a newly prepared one.
  ///
  /// - Complexity: O(kept samples + strings). Does not allocate.
  public mutating func reset() {
    stream.reset()
    fits.reset()
    intermediateFits.reset()
    times.reset()
    (candidate, hum, foundOnsets, isFoundBetween) = (nil, nil, nil, false)
    ringing.reset()
    rise = StringRise()
    updatedCount = 0
    roundCount = 0
  }

  /// Measures all strings at the end of the appended samples.
  ///
  /// The readings also depend on the positions of earlier updates in the same stroke. An update
  /// without new samples changes no reading.
  ///
  /// - Complexity: at most three transforms, of up to 0.68 s each, a search for all strings in the
  ///   spectrum, four rounds of the fit of up to 31 lines per string and 20 of hum, and a search
  ///   for each string in the residual of the others. Does not allocate.
  public mutating func update() {
    guard stream.totalCount > updatedCount else { return }
    updatedCount = stream.totalCount
    times.update()
    roundCount = 0
    guard let start = stream.onsets.start else { return }
    begin(strokeFrom: start)
    // A later onset of the stroke must not show the same readings again.
    if !stream.isSoonAfterOnset(within: Self.undecided) { isFoundBetween = false }
    if measure(strokeFrom: start) {
      if fits.hasString(of: strings, where: { $0.certainCount >= StringRise.leastPartials }) {
        if !rise.isFound { rise.decide() }
        isFoundBetween = false
        if !rise.isFound, !stream.isSoonAfterOnset(within: Self.undecided),
          ringing.soundAfterNoise()
        {
          fits.resume(ringing.measurements)
        }
      } else if isFoundBetween {
        fits.show(intermediateFits, ofStroke: start)
      } else if !isOfStroke {
        fits.withholdSounding()
      }
    }
    ringing.update(
      fits.measurements, isRinging: isOfStroke && stream.onsets.isRinging && fits.isSounding)
    noteOnsets(from: start)
  }

  /// True if the sound is that of strings: the newest onset begins a stroke, or those of the one
  /// before it ring on.
  var isOfStroke: Bool { rise.isFound || ringing.ringOn }

  /// True while the newest onset may still turn out to begin a stroke.
  private var isUndecided: Bool {
    let isFound = rise.isFound && candidate == stream.onsets.start
    return !isFound && stream.onsets.isRinging && stream.isSoonAfterOnset(within: Self.undecided)
  }

  /// Measures all strings between two updates.
  ///
  /// The readings of a measurement that finds the stroke hold until an update finds a string, for
  /// at most `undecided` after the newest onset. Any other one leaves no trace.
  private mutating func measureBetweenUpdates() {
    guard let start = stream.onsets.start else { return }
    swap(&fits, &intermediateFits)
    begin(strokeFrom: start)
    let before = rise
    if measure(strokeFrom: start),
      fits.hasString(of: strings, where: { $0.significantCount >= StringRise.leastPartialsBetween })
    {
      rise.decide()
    }
    swap(&fits, &intermediateFits)
    isFoundBetween = rise.isFound
    if isFoundBetween { fits.show(intermediateFits, ofStroke: start) } else { rise = before }
    noteOnsets(from: start)
  }

  /// Discards the readings of an earlier stroke, and begins the decision about a new onset.
  private mutating func begin(strokeFrom start: Int) {
    if fits.stroke != start, fits.pausedStroke != start {
      fits.stroke = nil
      fits.setReadings(.unclear)
    }
    if candidate != start {
      candidate = start
      isFoundBetween = false
      ringing.beginOnset()
      findHum(before: start)
      beginRise(at: start)
    }
  }

  private mutating func noteOnsets(from start: Int) {
    guard rise.isFound else { return }
    let first = max(start, stream.onsets.strokeStart)
    foundOnsets = first...max(first, stream.onsets.last)
  }

  /// Measures the window after the last onset, or a pause.
  ///
  /// - Returns: false if no window fits.
  private mutating func measure(strokeFrom start: Int) -> Bool {
    var span = stream.onsets.last..<stream.totalCount
    let fall = stream.onsets.fall
    var index = windows.index(in: (fall ?? span.lowerBound)..<span.upperBound, kept: kept)
    let isOfPause = index == nil
    if isOfPause, fall == nil, !rise.isFound, let pause = stream.onsets.pause {
      span = pause
      index = windows.index(in: pause, kept: kept)
    }
    guard let index else { return false }
    Self.measure(stream, endingAt: span.upperBound, at: index, of: &windows, into: &spectrum)
    let isOfSameStroke = (fits.stroke ?? fits.pausedStroke) == start
    // The fit of a sound that may be a noise has no limits. It may have given a string the power of
    // another, and would keep it.
    let isOfSameKind = fits.model.isOfStroke == isOfStroke
    fits.model.isOfStroke = isOfStroke
    if fits.measuredFall != fall { abandonTrials() }
    begin(span, continuing: isOfSameStroke && fits.fittedOnset == span.lowerBound && isOfSameKind)
    fit()
    let elapsed = Double(stream.totalCount - fits.decidedCount) / stream.rate
    decide(keepsOdds: fits.stroke != nil && fits.measuredFall == fall, after: elapsed)
    endTrials(after: elapsed)
    fits.measuredFall = fall
    // The fit of the whole stroke starts anew and does not use the result of a pause.
    (fits.stroke, fits.pausedStroke) = isOfPause ? (nil, start) : (start, nil)
    return true
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

  /// Looks for hum just before an onset.
  ///
  /// If strings ring there, the hum found before is still the best guess.
  private mutating func findHum(before onset: Int) {
    guard onset - windows.count(StrumWindows.ofHum) >= kept.lowerBound else { return }
    Self.measure(stream, endingAt: onset, at: StrumWindows.ofHum, of: &windows, into: &spectrum)
    switch SteadyHum.sound(in: spectrum) {
    case .quiet: hum = nil
    case .hum(let found): hum = found
    case .other: break
    }
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
}
