// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import PitchDetection
internal import SignalProcessing
internal import Synchronization
internal import TunerPipeline

/// The work of the analysis thread: it reads samples, runs a pipeline, and posts results.
///
/// The player chooses the pipeline of one string or the pipeline of strokes. While strokes are
/// measured, the pipeline of one string only advances its positions, unless a sink follows its
/// results.
struct AnalysisWork<Detector: PitchDetector & ~Copyable>: ~Copyable {
  private var pipeline: TunerPipeline<Detector>
  private var strum: StrumWork?
  /// True if the pipeline of one string also runs while strokes are measured.
  private let followsOneString: Bool
  private let sampleRate: SampleRate
  private let blockCount: Int
  private let control: SessionControl
  /// The omitted results of `strum` that are missing before an earlier emission.
  private var announcedOmissions = 0
  /// The number of the request whose classifier was applied last; 0 before the first.
  private var classifierNumber = 0

  init(
    pipeline: consuming sending TunerPipeline<Detector>, strum: StrumWork?,
    followsOneString: Bool, sampleRate: SampleRate, blockCount: Int, control: SessionControl
  ) {
    self.pipeline = pipeline
    self.strum = strum
    self.followsOneString = followsOneString
    self.sampleRate = sampleRate
    self.blockCount = blockCount
    self.control = control
  }

  /// Analyses until the ring ends or the session stops.
  consuming func run() {
    control.request(.analysis)
    var block = [Float](repeating: 0, count: blockCount)
    var reader = control.ring.makeReader()
    let control = control
    withDenormalsFlushed {
      var span = block.mutableSpan
      while step(&span, &reader) {}
    }
    control.emissions.close()
  }

  /// Handles one event of the ring, or waits for one; returns false at the end.
  private mutating func step(
    _ block: inout MutableSpan<Float>, _ reader: inout SampleRingReader
  ) -> Bool {
    guard !control.isStopping.load(ordering: .relaxed) else { return false }
    if let request = control.requests.take() { apply(request) }
    switch reader.read(into: &block) {
    case .samples(let count): emit(from: block.span.extracting(first: count))
    case .gap(let lost):
      strum?.skip(lost)
      if strum == nil || followsOneString { pipeline.skip(lost) }
      emit(from: block.span.extracting(first: 0), lost: lost)
    case .idle: control.samplesCame.wait()
    case .ended:
      strum?.end()
      emit(from: block.span.extracting(first: 0))
      return false
    }
    return true
  }

  /// The number of samples that were replaced by silence.
  private var rejectedCount: Int { strum?.rejectedSampleCount ?? pipeline.rejectedSampleCount }

  private mutating func emit(from samples: Span<Float>, lost: Int = 0) {
    let rejectedBefore = rejectedCount
    defer { control.rejectedCount.add(rejectedCount - rejectedBefore, ordering: .relaxed) }
    if let strum {
      emitStrings(strum, from: samples)
      guard followsOneString else { return pipeline.discard(samples.count + lost) }
    }
    var cursor = 0
    while let result = pipeline.nextResult(in: samples, from: &cursor) {
      if strum == nil { control.resultCount.add(1, ordering: .relaxed) }
      control.emissions.post(
        strum == nil ? Emission(result, at: .now) : Emission(beside: result, at: .now))
      // A gap of hours gives many results, so the loop must notice a stop between them.
      if control.isStopping.load(ordering: .relaxed) { return }
    }
  }

  private mutating func emitStrings(_ strum: StrumWork, from samples: Span<Float>) {
    var cursor = 0
    let omittedBefore = strum.omittedCount
    defer { control.omittedCount.add(strum.omittedCount - omittedBefore, ordering: .relaxed) }
    while let result = strum.nextResult(
      in: samples, from: &cursor, backlog: control.ring.waitingCount, rate: sampleRate)
    {
      control.resultCount.add(1, ordering: .relaxed)
      var emission = Emission(strum: result, at: .now)
      emission.missing = strum.omittedCount - announcedOmissions
      announcedOmissions = strum.omittedCount
      control.emissions.post(emission)
      if control.isStopping.load(ordering: .relaxed) { return }
    }
  }

  private mutating func apply(_ request: SessionRequests.Request) {
    // A request repeats the values of earlier ones. A classifier that is applied again would make
    // the pipeline forget the sounding note.
    if let classifier = request.classifier, request.classifierNumber != classifierNumber {
      pipeline.retarget(classifier)
      classifierNumber = request.classifierNumber
    }
    if let rate = request.updateRate {
      pipeline.setUpdateRate(rate)
      strum?.setUpdateRate(rate)
    }
    if let target = request.strum, target.work !== strum {
      strum = target.work
      strum?.begin(at: pipeline.position)
      announcedOmissions = strum?.omittedCount ?? 0
    }
    control.requests.finish(request)
  }
}
