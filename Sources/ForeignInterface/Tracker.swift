// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import Tuning

/// The pipeline behind a `headstock_tracker`.
final class Tracker: ForeignObject {
  let configuration: Configuration
  private var pipeline: TunerPipeline<ChosenDetector>
  private var classifier: PitchClassifier
  private var states: TuningStateHysteresis
  private var skippedCount: UInt64 = 0

  /// Prepares a tracker.
  init(_ configuration: Configuration) throws(InterfaceFailure) {
    self.configuration = configuration
    (classifier, states) = (configuration.targets.classifier, configuration.targets.states)
    pipeline = try Self.pipeline(configuration, configuration.targets.classifier)
  }

  private static func pipeline(
    _ configuration: Configuration, _ classifier: PitchClassifier
  ) throws(InterfaceFailure) -> TunerPipeline<ChosenDetector> {
    let options = configuration.options
    let detector = try configuration.madeDetector(
      reportsCandidates: options & UInt32(HEADSTOCK_CANDIDATES) != 0,
      detectsSecondString: options & UInt32(HEADSTOCK_SECOND_STRING) != 0)
    do throws(SignalProcessingError) {
      return try TunerPipeline(
        sampleRate: configuration.sampleRate, updateRate: configuration.updateRate,
        classifier: classifier, clock: configuration.clock, detector: detector)
    } catch {
      throw InterfaceFailure(error)
    }
  }

  /// The position after all samples.
  var position: SamplePosition { pipeline.position }
  /// The number of samples that were not finite.
  var rejectedCount: Int { pipeline.rejectedSampleCount }
  /// The candidates of the last update.
  var candidates: [PitchCandidate] { pipeline.candidates }

  /// Takes samples up to the next result; the parameters are those of `TunerPipeline`.
  func next(_ samples: Span<Float>, from cursor: inout Int) -> headstock_result? {
    guard let result = pipeline.nextResult(in: samples, from: &cursor) else { return nil }
    return headstock_result(result, states.state(of: result), at: configuration.sampleRate)
  }

  /// Passes over lost samples; returns false if they are too many.
  func skip(_ count: UInt64) -> Bool {
    guard count <= ForeignMemory.mostSkipped - skippedCount else { return false }
    skippedCount += count
    pipeline.skip(Int(count))
    return true
  }

  /// Compares with other targets from now on.
  func retune(_ targets: Configuration.Targets) {
    (classifier, states) = (targets.classifier, targets.states)
    pipeline.retarget(targets.classifier)
  }

  /// Begins a new stream with the present targets.
  func reset() throws(InterfaceFailure) {
    pipeline = try Self.pipeline(configuration, classifier)
    skippedCount = 0
    states = states.restarted(with: states.tolerance)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates a tracker.
@implementation @c
public func headstock_tracker_create(
  _ config: UnsafePointer<headstock_config>!, _ tracker: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let tracker else { throw .argument }
    tracker.pointee = nil
    let created = try Tracker(Configuration(config)).held
    // Swift looks types up on their first use, which allocates. This call makes that happen here
    // and not on the real-time thread. Without samples it changes nothing.
    var (used, count, result) = (0, 0, headstock_result())
    _ = headstock_tracker_process(
      created, nil, 0, &used, &result, MemoryLayout<headstock_result>.stride, 1, &count)
    tracker.pointee = created
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Destroys a tracker.
@implementation @c
public func headstock_tracker_destroy(_ tracker: OpaquePointer!) { Tracker.release(tracker) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes samples up to the next result.
@implementation @c
public func headstock_tracker_next(
  _ tracker: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int,
  _ used: UnsafeMutablePointer<Int>!, _ result: UnsafeMutablePointer<headstock_result>!,
  _ size: Int
) -> Int32 {
  var resultCount = 0
  return headstock_tracker_process(tracker, samples, count, used, result, size, 1, &resultCount)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes samples until the block or the space for results ends.
@implementation @c
public func headstock_tracker_process(
  _ tracker: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int,
  _ used: UnsafeMutablePointer<Int>!, _ results: UnsafeMutablePointer<headstock_result>!,
  _ size: Int, _ capacity: Int, _ resultCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  guard let tracker = Tracker.of(tracker), let used, let resultCount,
    let block = ForeignMemory.samples(samples, count), (0...count).contains(used.pointee),
    ForeignMemory.holds(
      results, size: size, least: headstock_result.leastSize, capacity: capacity)
  else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  var (cursor, written) = (used.pointee, 0)
  withDenormalsFlushed {
    while written < capacity, let results, let result = tracker.next(block.span, from: &cursor) {
      ForeignMemory.write(result, to: results, at: written, size: size)
      written += 1
    }
  }
  (used.pointee, resultCount.pointee) = (cursor, written)
  return written == capacity ? HEADSTOCK_RESULT.rawValue : HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Passes over lost samples.
@implementation @c
public func headstock_tracker_skip(_ tracker: OpaquePointer!, _ count: UInt64) -> Int32 {
  guard let tracker = Tracker.of(tracker), tracker.skip(count) else {
    return HEADSTOCK_ERROR_ARGUMENT.rawValue
  }
  return HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the number of samples taken and skipped.
@implementation @c
public func headstock_tracker_position(_ tracker: OpaquePointer!) -> Int64 {
  Tracker.of(tracker)?.position.samples ?? -1
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the number of samples that were not finite.
@implementation @c
public func headstock_tracker_rejected(_ tracker: OpaquePointer!) -> UInt64 {
  UInt64(clamping: Tracker.of(tracker)?.rejectedCount ?? 0)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Compares with other targets.
@implementation @c
public func headstock_tracker_retune(
  _ tracker: OpaquePointer!, _ config: UnsafePointer<headstock_config>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let tracker = Tracker.of(tracker) else { throw .argument }
    tracker.retune(try Configuration.Targets(Configuration.known(config)))
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Begins a new stream.
@implementation @c
public func headstock_tracker_reset(_ tracker: OpaquePointer!) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let tracker = Tracker.of(tracker) else { throw .argument }
    try tracker.reset()
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the candidates of the last update.
@implementation @c
public func headstock_tracker_candidates(
  _ tracker: OpaquePointer!, _ candidates: UnsafeMutablePointer<headstock_candidate>!, _ size: Int,
  _ capacity: Int, _ candidateCount: UnsafeMutablePointer<Int>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let tracker = Tracker.of(tracker), let candidateCount,
      ForeignMemory.holds(
        candidates, size: size, least: headstock_candidate.leastSize, capacity: capacity)
    else { throw .argument }
    guard tracker.configuration.options & UInt32(HEADSTOCK_CANDIDATES) != 0 else {
      throw InterfaceFailure(
        status: HEADSTOCK_ERROR_STATE,
        text: "The tracker reports no candidates: configure it with HEADSTOCK_CANDIDATES.")
    }
    let found = tracker.candidates
    if let candidates {
      for (index, candidate) in found.prefix(capacity).enumerated() {
        ForeignMemory.write(headstock_candidate(candidate), to: candidates, at: index, size: size)
      }
    }
    candidateCount.pointee = found.count
    return HEADSTOCK_OK
  }
}
