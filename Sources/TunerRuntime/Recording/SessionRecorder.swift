// SPDX-License-Identifier: MIT

public import Acoustics
package import AudioInput
internal import Synchronization

/// A recorder of a live session: the last half minute in memory, and optionally everything in a
/// file.
///
/// A dedicated thread reads the samples from a second ring. Samples that the analysis missed are a
/// gap in the recording too, at the same position, so an analysis of the recording gives the same
/// results.
///
/// ```swift
/// configuration.makeRecorder = { SessionRecorder(sampleRate: $0, file: try? RecordingWriter(…)) }
/// ```
public final class SessionRecorder: Sendable {
  /// The least length of the record, in seconds, if the session has lasted that long.
  public static let keptSeconds = 30

  let ring: SampleRing
  let samplesCame = BinarySemaphore()
  /// The error of the file, if any.
  let failure = Mutex<String?>(nil)
  let memory: Mutex<RollingSamples>
  let rolling: RollingRecorder?
  private let thread = Mutex<SystemThread?>(nil)
  /// Samples a second.
  public let sampleRate: SampleRate

  /// Makes a recorder for one session, and starts it.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - rolling: records the last half minute in a crash-safe file; `nil` for none.
  ///   - ringSeconds: the seconds of samples that may wait for a slow disk.
  ///   - file: records everything; `nil` for none.
  package init<File: SampleSink & SendableMetatype & ~Copyable>(
    sampleRate: SampleRate, rolling: RollingRecorder? = nil, ringSeconds: Int = 8,
    file: consuming sending File?
  ) {
    self.sampleRate = sampleRate
    self.rolling = rolling
    ring = SampleRing(minimumCapacity: ringSeconds * sampleRate.hertz)
    memory = Mutex(
      RollingSamples(
        sampleRate: sampleRate, capacity: (Self.keptSeconds + 1) * sampleRate.hertz))
    guard samplesCame.isWorking else {
      failure.withLock { $0 = "Too many files are open. Raise the limit with: ulimit -n" }
      return
    }
    let work = TransferSlot(RecordingWork(file: file))
    // The thread retains the recorder until the session ends, and not the reverse.
    let started = SystemThread { work.take()?.run(for: self) }
    if started == nil { failure.withLock { $0 = "The system has no thread left to record with." } }
    thread.withLock { $0 = started }
  }

  /// Makes a recorder of the last half minute only, and starts it.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - rolling: records it in a crash-safe file; `nil` for none.
  ///   - ringSeconds: the seconds of samples that may wait.
  package convenience init(
    sampleRate: SampleRate, rolling: RollingRecorder? = nil, ringSeconds: Int = 8
  ) {
    self.init(
      sampleRate: sampleRate, rolling: rolling, ringSeconds: ringSeconds, file: NoFile?.none)
  }

  /// Copies the newest samples, for pictures of the current sound.
  ///
  /// - Parameter block: filled so that its last element is the newest sample; silence in gaps.
  /// - Returns: the position after the last sample.
  /// - Complexity: O(`block.count`). It locks, so the threads of a session must not call it.
  public func newest(into block: inout MutableSpan<Float>) -> SamplePosition {
    block.withUnsafeMutableBufferPointer { target in
      memory.withLock { memory in
        memory.copyNewest(into: target)
        return memory.position
      }
    }
  }

  /// The last half minute, beginning at a whole second of the session.
  package var clip: RecordedClip {
    memory.withLock { memory in
      memory.clip(from: sampleRate.wholeSecond(atLeast: Self.keptSeconds, before: memory.position))
    }
  }

  /// The reason why the file ended before the session, in a sentence; `nil` without an error.
  public var fileFailure: String? { failure.withLock { $0 } }

  /// The number of samples that the recorder lost because the disk was too slow.
  ///
  /// These gaps are in the recording only.
  public var overflowedSamples: Int { ring.overflowedCount }

  /// Ends the recorder of a session that did not begin.
  func cancel() {
    var writer = ring.makeWriter()
    writer.finish()
    samplesCame.signal()
    join()
  }

  /// Returns when everything is recorded, if the capture has ended; otherwise at once.
  ///
  /// A device that doesn't answer may keep the capture for ever. The recorder has then written all
  /// that it received, unless the disk is slow as well.
  package func joinIfFinished() {
    if ring.isFinished { join() }
  }

  /// Returns when everything is recorded; call it after the end of the session.
  func join() { thread.withLock { $0 }?.join() }
}

/// A sink that discards samples.
struct NoFile: SampleSink {
  mutating func write(_ samples: Span<Float>) {}

  mutating func skip(_ count: Int) {}
}

/// The work of the recorder's thread.
struct RecordingWork<File: SampleSink & ~Copyable>: ~Copyable {
  private static var blockCount: Int { 4096 }

  private var file: File?

  init(file: consuming File?) { self.file = file }

  /// Records samples until the ring ends.
  consuming func run(for recorder: SessionRecorder) {
    var reader = recorder.ring.makeReader()
    var block = [Float](repeating: 0, count: Self.blockCount)
    while true {
      var span = block.mutableSpan
      let event = reader.read(into: &span)
      switch event {
      case .samples(let count): keep(block.span.extracting(first: count), for: recorder)
      case .gap(let lost): skip(lost, for: recorder)
      case .idle: recorder.samplesCame.wait()
      case .ended: return
      }
    }
  }

  private mutating func keep(_ samples: Span<Float>, for recorder: SessionRecorder) {
    recorder.memory.withLock { $0.append(samples) }
    recorder.rolling?.write(samples)
    do throws(File.Failure) {
      try file?.write(samples)
    } catch {
      fail(error, recorder)
    }
  }

  private mutating func skip(_ count: Int, for recorder: SessionRecorder) {
    recorder.memory.withLock { $0.skip(count) }
    recorder.rolling?.skip(count)
    do throws(File.Failure) {
      try file?.skip(count)
    } catch {
      fail(error, recorder)
    }
  }

  private mutating func fail(_ error: File.Failure, _ recorder: SessionRecorder) {
    file = nil
    recorder.failure.withLock { $0 = "\(error)" }
  }
}
