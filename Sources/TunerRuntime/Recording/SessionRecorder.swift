// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
internal import Synchronization

/// Keeps what a live session hears: the last half minute in memory, and all of it where that is wanted.
///
/// A thread of its own takes the samples out of a ring that the capture writes beside the one of the
/// analysis. What the analysis lost because it fell behind is a gap here too, in the same place: what
/// is kept is what was heard, and gives the same results again.
///
/// ```swift
/// configuration.makeRecorder = { SessionRecorder(sampleRate: $0, file: try? RecordingWriter(…)) }
/// ```
public final class SessionRecorder: Sendable {
  /// How many seconds of a session are kept at least, once it has lasted that long.
  public static let keptSeconds = 30

  let ring: SampleRing
  let samplesCame = WakeUp()
  /// Where the file's trouble is told.
  let trouble = Mutex<String?>(nil)
  let memory: Mutex<RollingSamples>
  let flight: FlightRecorder?
  private let thread = Mutex<SystemThread?>(nil)
  /// Samples a second.
  public let sampleRate: SampleRate

  /// Makes a recorder for one session, and starts it.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - flight: keeps the last half minute beyond the end of the program; `nil` for nothing.
  ///   - ringSeconds: how many seconds may wait for a slow disk.
  ///   - file: keeps everything; `nil` for nothing.
  public init<File: SampleSink & SendableMetatype & ~Copyable>(
    sampleRate: SampleRate, flight: FlightRecorder? = nil, ringSeconds: Int = 8,
    file: consuming sending File?
  ) {
    self.sampleRate = sampleRate
    self.flight = flight
    ring = SampleRing(minimumCapacity: ringSeconds * sampleRate.hertz)
    memory = Mutex(
      RollingSamples(
        sampleRate: sampleRate, capacity: (Self.keptSeconds + 1) * sampleRate.hertz))
    let work = Passing(RecordingWork(file: file))
    // The thread holds the recorder until its session is over, and not the other way round.
    let started = SystemThread { work.take()?.run(for: self) }
    if started == nil { trouble.withLock { $0 = "The system has no thread left to record with." } }
    thread.withLock { $0 = started }
  }

  /// Makes a recorder that keeps the last half minute alone, and starts it.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - flight: keeps it beyond the end of the program; `nil` for nothing.
  ///   - ringSeconds: how many seconds may wait.
  public convenience init(
    sampleRate: SampleRate, flight: FlightRecorder? = nil, ringSeconds: Int = 8
  ) {
    self.init(sampleRate: sampleRate, flight: flight, ringSeconds: ringSeconds, file: NoFile?.none)
  }

  /// Copies the newest samples: for pictures of what sounds now.
  ///
  /// - Parameter block: filled so that the newest sample is its last; silence where one is missing.
  /// - Returns: the position behind the last sample.
  /// - Complexity: O(`block.count`). Locks, so it is nothing for the threads of a session.
  public func newest(into block: inout MutableSpan<Float>) -> SamplePosition {
    block.withUnsafeMutableBufferPointer { target in
      memory.withLock { memory in
        memory.copyNewest(into: target)
        return memory.position
      }
    }
  }

  /// The last half minute, from a whole second of the session on.
  public var clip: RecordedClip {
    memory.withLock { memory in
      memory.clip(from: sampleRate.wholeSecond(atLeast: Self.keptSeconds, before: memory.position))
    }
  }

  /// Why the file ended before the session, in a sentence; `nil` while it doesn't.
  public var fileTrouble: String? { trouble.withLock { $0 } }

  /// The number of samples that the recorder lost because the disk was too slow: gaps that the
  /// session did not have.
  public var overflowedSamples: Int { ring.overflowedCount }

  /// Ends a recorder whose session never began.
  func giveUp() {
    var writer = ring.makeWriter()
    writer.finish()
    samplesCame.signal()
    join()
  }

  /// Returns when everything was kept; the session is over by then.
  func join() { thread.withLock { $0 }?.join() }
}

/// A file that is none.
struct NoFile: SampleSink {
  mutating func write(_ samples: Span<Float>) {}

  mutating func skip(_ count: Int) {}
}

/// What the recorder's thread does.
struct RecordingWork<File: SampleSink & ~Copyable>: ~Copyable {
  private static var blockCount: Int { 4096 }

  private var file: File?

  init(file: consuming File?) { self.file = file }

  /// Keeps what comes until the ring ends.
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
    recorder.flight?.write(samples)
    do throws(File.Failure) {
      try file?.write(samples)
    } catch {
      giveUp(error, recorder)
    }
  }

  private mutating func skip(_ count: Int, for recorder: SessionRecorder) {
    recorder.memory.withLock { $0.skip(count) }
    recorder.flight?.skip(count)
    do throws(File.Failure) {
      try file?.skip(count)
    } catch {
      giveUp(error, recorder)
    }
  }

  private mutating func giveUp(_ error: File.Failure, _ recorder: SessionRecorder) {
    file = nil
    recorder.trouble.withLock { $0 = "\(error)" }
  }
}
