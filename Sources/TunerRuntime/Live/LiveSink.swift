// SPDX-License-Identifier: MIT

public import Acoustics
public import TunerState
public import Tuning

/// The stream of samples that a session of a live tuner analyses.
public struct LiveStream: Sendable {
  /// The number of samples a second.
  public let sampleRate: SampleRate
  /// The notes or strings that pitches are compared with.
  public let classifier: PitchClassifier
  /// The strings of strokes, in the order of the instrument; `nil` if the session begins with one
  /// string.
  public let strumTargets: [StrumTarget]?
  /// The error of the source's clock, by which the results are corrected.
  public let clock: PartsPerMillion
}

/// A consumer of a live tuner's results: a printer, a recorder, a journal.
///
/// A tuner calls ``begin(_:)`` before a session starts, ``take(_:)-(PitchResult)`` with each result
/// in the order of positions, and ``end()`` when the session is over. A sink never runs on the
/// capture or the analysis thread, so it may lock, allocate and write.
public protocol LiveSink: Sendable {
  /// Prepares for a session.
  ///
  /// - Throws: `AudioError`; the session does not start then.
  func begin(_ stream: LiveStream) throws(AudioError)

  /// The recorder of the session that begins; `nil` for a sink that needs results only.
  ///
  /// A session uses the first recorder among its tuner's sinks.
  var recorder: SessionRecorder? { get }

  /// True if the sink needs the results of one string also while strokes are measured.
  ///
  /// They cost an update of both pipelines instead of one.
  var followsOneString: Bool { get }

  /// Receives the next result of one string, on the session's delivery thread.
  ///
  /// While strokes are measured, only a sink that follows one string receives it.
  func take(_ result: PitchResult)

  /// Receives the next result of every string, on the session's delivery thread.
  func take(_ result: StrumResult)

  /// Receives the number of results that are missing before the next one, because the sinks or the
  /// analysis were too slow.
  ///
  /// - Parameter count: 1 or more.
  func miss(_ count: Int)

  /// Receives new strings of strokes; called before their first result.
  func retarget(_ strumTargets: [StrumTarget]?)

  /// Ends the session; none of its results follows.
  func end()
}

extension LiveSink {
  /// No recorder.
  public var recorder: SessionRecorder? { nil }

  /// False.
  public var followsOneString: Bool { false }

  /// Does nothing.
  public func end() {}

  /// Does nothing.
  public func miss(_ count: Int) {}

  /// Does nothing.
  public func take(_ result: StrumResult) {}

  /// Does nothing.
  public func retarget(_ strumTargets: [StrumTarget]?) {}
}
