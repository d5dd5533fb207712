// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import OfflineAnalysis
internal import PitchDetection
internal import SignalProcessing
internal import Tuning

/// The analysis behind a `headstock_recording`, with the events that the program has not read yet.
final class Recording: ForeignObject {
  /// The longest gaps in all, in seconds: a recording of notes stores results for them.
  private static let mostSkippedSeconds: UInt64 = 86_400
  /// The number of results up to which a gap is analysed at once.
  ///
  /// The rest of it is analysed when the program has read these, so that a long gap needs little
  /// time and memory in one call.
  private static let resultsOfGap = 4096
  /// The samples of a gap that are analysed at once.
  ///
  /// `RecordingAnalysis` divides a whole gap at the same places, so the results are the same.
  private static let partOfGap = 4096

  private let sampleRate: SampleRate
  private let classifier: PitchClassifier
  private let targets: [Hertz]
  private let numbers: [Int]
  private var states: TuningStateHysteresis
  private var notesAnalysis: RecordingAnalysis?
  private var strumAnalysis: StrumAnalysis?
  private var strokeCount = 0
  private var skippedCount: UInt64 = 0
  /// The lost samples that the analysis of notes has not skipped yet.
  private var lostCount = 0
  /// False after the end of the recording.
  private(set) var isOpen = true

  /// The results, notes and strings of strokes that have not been read yet.
  var results: ArraySlice<headstock_result> = []
  var notes: ArraySlice<headstock_note> = []
  var strokes: ArraySlice<headstock_stroke> = []

  /// Prepares the analysis of a recording.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - kind: the way in which the recording is analysed.
  /// - Throws: the failure of a tuning without strings, or of a transform.
  init(
    _ configuration: Configuration, _ kind: headstock_recording_kind
  ) throws(InterfaceFailure) {
    sampleRate = configuration.sampleRate
    classifier = configuration.targets.classifier
    states = configuration.targets.states
    if kind == HEADSTOCK_STROKES {
      let (strum, numbers) = try configuration.strum()
      (targets, self.numbers) = (strum.strings.map(\.target), numbers)
      do throws(StrumError) {
        strumAnalysis = try StrumAnalysis(
          strum, updateRate: configuration.updateRate, clock: configuration.clock)
      } catch {
        throw InterfaceFailure(error, numbers: numbers)
      }
    } else {
      (targets, numbers) = ([], [])
      notesAnalysis = try Self.analysis(configuration, kind == HEADSTOCK_SMOOTHED_NOTES)
    }
  }

  private static func analysis(
    _ configuration: Configuration, _ isSmoothed: Bool
  ) throws(InterfaceFailure) -> RecordingAnalysis {
    var conditions = RecordingAnalysis.Configuration(
      updateRate: configuration.updateRate, classifier: configuration.targets.classifier)
    conditions.clock = configuration.clock
    conditions.isSmoothed = isSmoothed
    let detector = try configuration.madeDetector(
      reportsCandidates: isSmoothed, detectsSecondString: true)
    do throws(SignalProcessingError) {
      return try RecordingAnalysis(
        sampleRate: configuration.sampleRate, conditions, detector: detector)
    } catch {
      throw InterfaceFailure(error)
    }
  }

  /// Takes samples.
  func append(_ samples: Span<Float>) {
    completeGap()
    notesAnalysis?.append(samples) { take($0) }
    strumAnalysis?.append(samples) { take($0) }
  }

  /// Passes over lost samples.
  ///
  /// - Throws: the failure of more than a day in all.
  func skip(_ count: UInt64) throws(InterfaceFailure) {
    let most = Self.mostSkippedSeconds * UInt64(sampleRate.hertz)
    guard count <= most - skippedCount else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_ARGUMENT,
        text: "A recording with more than a day of gaps is not analysed: make two of it.")
    }
    skippedCount += count
    strumAnalysis?.skip(Int(count)) { take($0) }
    guard notesAnalysis != nil else { return }
    // The parts of each gap begin at its start.
    completeGap()
    lostCount = Int(count)
    continueGap(untilResults: Self.resultsOfGap)
  }

  /// Analyses a gap until so many results wait for the program, or to its end.
  func continueGap(untilResults count: Int) {
    while lostCount > 0, results.count < count {
      let part = min(lostCount, Self.partOfGap)
      lostCount -= part
      notesAnalysis?.skip(part) { take($0) }
    }
  }

  /// Analyses a gap if fewer results wait than the program has space for.
  func refillResults(_ capacity: Int) {
    // One more than that tells the program whether it has read all.
    guard lostCount > 0, results.count <= capacity else { return }
    continueGap(untilResults: max(Self.resultsOfGap, capacity == .max ? .max : capacity + 1))
  }

  /// Analyses the rest of a gap.
  func completeGap() { continueGap(untilResults: .max) }

  /// Ends the recording.
  func finish() {
    completeGap()
    isOpen = false
    notesAnalysis?.finish { take($0) }
    strumAnalysis?.finish { take($0) }
  }

  private func take(_ event: RecordingAnalysis.Event) {
    switch event {
    case .result(let result, _):
      results.append(headstock_result(result, states.state(of: result), at: sampleRate))
    case .note(let note):
      let isHarmonic = note.harmonic(by: classifier) != nil
      notes.append(headstock_note(note, isHarmonic: isHarmonic, at: sampleRate))
    }
  }

  private func take(_ event: StrumAnalysis.Event) {
    guard case .stroke(let stroke) = event else { return }
    strokeCount += 1
    for (index, reading) in stroke.readings.enumerated() {
      let translated = headstock_string_reading(
        reading, of: targets[index], number: numbers[index])
      strokes.append(
        headstock_stroke(stroke, number: strokeCount, translated, at: sampleRate))
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates the analysis of a recording.
@implementation @c
public func headstock_recording_create(
  _ config: UnsafePointer<headstock_config>!, _ kind: Int32,
  _ recording: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let recording else { throw .argument }
    recording.pointee = nil
    let kinds = [HEADSTOCK_NOTES, HEADSTOCK_SMOOTHED_NOTES, HEADSTOCK_STROKES]
    guard let kind = kinds.first(where: { Int32(bitPattern: $0.rawValue) == kind }) else {
      throw .argument
    }
    recording.pointee = try Recording(Configuration(config), kind).held
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Destroys an analysis.
@implementation @c
public func headstock_recording_destroy(_ recording: OpaquePointer!) {
  Recording.release(recording)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes samples.
@implementation @c
public func headstock_recording_append(
  _ recording: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> Int32 {
  feeding(recording) { (recording) throws(InterfaceFailure) in
    guard let block = ForeignMemory.samples(samples, count) else { throw .argument }
    recording.append(block.span)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Passes over lost samples.
@implementation @c
public func headstock_recording_skip(_ recording: OpaquePointer!, _ count: UInt64) -> Int32 {
  feeding(recording) { (recording) throws(InterfaceFailure) in
    try recording.skip(count)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Ends the recording.
@implementation @c
public func headstock_recording_finish(_ recording: OpaquePointer!) -> Int32 {
  feeding(recording) { $0.finish() }
}

/// Feeds an analysis that has not ended, with denormals flushed.
private func feeding(
  _ pointer: OpaquePointer?, _ body: (Recording) throws(InterfaceFailure) -> Void
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let recording = Recording.of(pointer) else { throw .argument }
    guard recording.isOpen else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_STATE,
        text: "The recording has ended: create another one for more samples.")
    }
    try withDenormalsFlushed { () throws(InterfaceFailure) in try body(recording) }
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Moves the oldest results out of the analysis.
@implementation @c
public func headstock_recording_results(
  _ recording: OpaquePointer!, _ results: UnsafeMutablePointer<headstock_result>!, _ size: Int,
  _ capacity: Int, _ resultCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  taking(
    \.results, of: recording, to: results, size: size, least: headstock_result.leastSize,
    capacity: capacity, count: resultCount
  ) {
    // These results come from a gap. Others are there already.
    $0.refillResults(capacity)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Moves the oldest notes out of the analysis.
@implementation @c
public func headstock_recording_notes(
  _ recording: OpaquePointer!, _ notes: UnsafeMutablePointer<headstock_note>!, _ size: Int,
  _ capacity: Int, _ noteCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  taking(
    \.notes, of: recording, to: notes, size: size, least: headstock_note.leastSize,
    capacity: capacity, count: noteCount
  ) { $0.completeGap() }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Moves the oldest strings of strokes out of the analysis.
@implementation @c
public func headstock_recording_strokes(
  _ recording: OpaquePointer!, _ strokes: UnsafeMutablePointer<headstock_stroke>!, _ size: Int,
  _ capacity: Int, _ strokeCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  taking(
    \.strokes, of: recording, to: strokes, size: size, least: headstock_stroke.leastSize,
    capacity: capacity, count: strokeCount
  ) { _ in }
}

/// Moves the oldest elements of a list to an array of the program, after the list was completed.
private func taking<Value: BitwiseCopyable>(
  _ list: ReferenceWritableKeyPath<Recording, ArraySlice<Value>>, of pointer: OpaquePointer?,
  to array: UnsafeMutablePointer<Value>?, size: Int, least: Int, capacity: Int,
  count: UnsafeMutablePointer<Int>?, completing complete: (Recording) -> Void
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let recording = Recording.of(pointer), let count,
      ForeignMemory.holds(array, size: size, least: least, capacity: capacity)
    else { throw .argument }
    withDenormalsFlushed { complete(recording) }
    let taken = recording[keyPath: list].prefix(capacity)
    if let array {
      for (index, value) in taken.enumerated() {
        ForeignMemory.write(value, to: array, at: index, size: size)
      }
    }
    recording[keyPath: list].removeFirst(taken.count)
    count.pointee = taken.count
    return recording[keyPath: list].isEmpty ? HEADSTOCK_OK : HEADSTOCK_RESULT
  }
}
