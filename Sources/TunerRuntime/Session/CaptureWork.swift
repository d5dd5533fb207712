// SPDX-License-Identifier: MIT

internal import AudioInput
internal import Synchronization
internal import TunerState

/// The work of the capture thread: it waits, reads, writes the ring, and counts.
struct CaptureWork<Source: CaptureSource & ~Copyable>: ~Copyable {
  var source: Source
  let blockCount: Int
  let control: SessionControl
  let failure: @Sendable (Source.Failure) -> AudioError

  /// Captures until the source ends or the session stops.
  consuming func run() {
    control.request(.capture)
    var block = [Float](repeating: 0, count: blockCount)
    var writer = control.ring.makeWriter()
    var copy = control.tap.map { $0.makeWriter() }
    var record = control.sessionRecorder.map { $0.ring.makeWriter() }
    while let came = next(&block) {
      let heard = Self.pass(came, block, to: &writer)
      control.samplesCame.signal()
      if copy != nil { Self.pass(came, block, to: &copy) }
      if record != nil {
        Self.pass(heard, of: came, block, to: &record)
        control.sessionRecorder?.samplesCame.signal()
      }
    }
    copy?.finish()
    record?.finish()
    control.sessionRecorder?.samplesCame.signal()
    writer.finish()
    control.samplesCame.signal()
  }

  /// Waits for the next event; `nil` at the end.
  private mutating func next(_ block: inout [Float]) -> CaptureEvent? {
    while !control.isStopping.load(ordering: .relaxed) {
      var span = block.mutableSpan
      do throws(Source.Failure) {
        switch try source.capture(into: &span) {
        case .samples(let count): return .samples(count)
        case .gap(let lost): return .gap(lost: lost)
        case .idle: continue
        case .ended: return nil
        }
      } catch {
        let told = failure(error)
        control.failure.withLock { $0 = told }
        return nil
      }
    }
    return nil
  }

  /// Writes an event to the ring, and returns the number of samples taken: fewer when it is full.
  private static func pass(
    _ event: CaptureEvent, _ block: borrowing [Float], to writer: inout SampleRingWriter
  ) -> Int {
    switch event {
    case .samples(let count): return writer.write(block.span.extracting(first: count))
    case .gap(let lost):
      writer.skip(lost)
      return 0
    case .idle, .ended: return 0
    }
  }

  private static func pass(
    _ event: CaptureEvent, _ block: borrowing [Float], to writer: inout SampleRingWriter?
  ) {
    switch event {
    case .samples(let count): writer?.write(block.span.extracting(first: count))
    case .gap(let lost): writer?.skip(lost)
    case .idle, .ended: break
    }
  }

  /// Writes an event to the recorder's ring with the analysis's losses as gaps.
  private static func pass(
    _ heard: Int, of event: CaptureEvent, _ block: borrowing [Float],
    to writer: inout SampleRingWriter?
  ) {
    guard case .samples(let count) = event else { return pass(event, block, to: &writer) }
    writer?.write(block.span.extracting(first: heard))
    if heard < count { writer?.skip(count - heard) }
  }
}
