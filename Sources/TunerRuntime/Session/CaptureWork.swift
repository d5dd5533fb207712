// SPDX-License-Identifier: MIT

internal import AudioInput
internal import Synchronization
internal import TunerState

/// What the capture thread does: wait, read, write the ring, count.
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
    if let recorder = control.recorder {
      var copy = recorder.makeWriter()
      while let came = next(&block) {
        Self.pass(came, block, to: &copy)
        Self.pass(came, block, to: &writer)
        control.samplesCame.signal()
      }
      copy.finish()
    } else {
      while let came = next(&block) {
        Self.pass(came, block, to: &writer)
        control.samplesCame.signal()
      }
    }
    writer.finish()
    control.samplesCame.signal()
  }

  /// Waits for what comes next; `nil` when nothing more will.
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

  private static func pass(
    _ event: CaptureEvent, _ block: borrowing [Float], to writer: inout SampleRingWriter
  ) {
    switch event {
    case .samples(let count): writer.write(block.span.extracting(first: count))
    case .gap(let lost): writer.skip(lost)
    case .idle, .ended: break
    }
  }
}
