// SPDX-License-Identifier: MIT

internal import Acoustics
public import TunerPipeline
internal import Tuning

/// The measurement of strokes in a session.
///
/// It is prepared outside the analysis thread, and the analysis thread uses it from the request
/// that contains it until the next request.
public final class StrumWork: @unchecked Sendable {
  /// The backlog from which results are omitted, in seconds.
  ///
  /// It is a quarter of the ring, enough to catch up after a stall without loss.
  public static let maximumBacklogSeconds = 0.25

  private let maximumBacklogSeconds: Double
  private var pipeline: StrumPipeline

  /// Takes a prepared pipeline for a session's rate.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline.
  ///   - maximumBacklogSeconds: the backlog from which results are omitted, in seconds. Use
  ///     infinity for a source that is not paced.
  public init(
    _ pipeline: consuming sending StrumPipeline,
    maximumBacklogSeconds: Double = StrumWork.maximumBacklogSeconds
  ) {
    self.pipeline = pipeline
    self.maximumBacklogSeconds = maximumBacklogSeconds
  }

  /// Begins at a position of the session; called on the analysis thread, like all functions below.
  func begin(at position: SamplePosition) { pipeline.begin(at: position) }

  func setUpdateRate(_ rate: UpdateRate) { pipeline.setUpdateRate(rate) }

  func skip(_ lost: Int) { pipeline.skip(lost) }

  /// Ends the stream, so that no sample is held back.
  func end() { pipeline.end() }

  /// The number of results that were omitted.
  var omittedCount: Int { pipeline.omittedCount }

  /// The number of samples that were replaced by silence.
  var rejectedSampleCount: Int { pipeline.rejectedSampleCount }

  /// Returns the next result that is due, as `StrumPipeline.nextResult(in:from:omitting:)`.
  ///
  /// - Parameters:
  ///   - samples: the newest samples of the session.
  ///   - cursor: the index of the first sample that was not analysed.
  ///   - backlog: the number of samples that wait after these.
  ///   - rate: the number of samples per second.
  /// - Returns: the result; `nil` when all samples are analysed and none is due.
  func nextResult(
    in samples: Span<Float>, from cursor: inout Int, backlog: Int, rate: SampleRate
  ) -> StrumResult? {
    let isBehind = Double(backlog) > maximumBacklogSeconds * Double(rate.hertz)
    return pipeline.nextResult(in: samples, from: &cursor, omitting: isBehind)
  }
}
