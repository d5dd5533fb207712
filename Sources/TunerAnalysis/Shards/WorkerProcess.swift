// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Foundation
import Glibc

/// A worker process, as the program that started it sees it.
final class WorkerProcess {
  /// An event of a worker.
  enum Event {
    /// The worker sees the settings with this header.
    case ready([UInt8])
    /// The analysis of the first waiting recording has ended.
    case outcome(WorkerOutcome)
    /// The results can't be written.
    case fatal(String)
    /// The process has ended.
    case ended(Child.Ending?)
  }

  /// The requests without an outcome; the worker processes the first one.
  private(set) var waiting: [WorkerRequest] = []
  /// The time that the worker has spent on the first request.
  private(set) var time = WorkTime(from: .now)
  /// The descriptor of the answers.
  let answers: Int32
  /// The records of the first request.
  private var block = ResultBlock()
  private(set) var isReady = false

  private var child: Child
  private let requests: Int32
  private var received: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a worker.
  ///
  /// - Parameter arguments: the arguments of this program that make it a worker.
  /// - Throws: `ShardError.noWorker`.
  init(_ arguments: [String]) throws(ShardError) {
    do throws(ChildError) {
      let input = try ChildPipe.ends()
      let output: (reading: Int32, writing: Int32)
      do throws(ChildError) { output = try ChildPipe.ends() } catch {
        close(input.reading)
        close(input.writing)
        throw error
      }
      defer {
        close(input.reading)
        close(output.writing)
      }
      (requests, answers) = (input.writing, output.reading)
      var environment = ProcessInfo.processInfo.environment
      // A crash report would take seconds, and nobody reads it.
      environment["SWIFT_BACKTRACE"] = "enable=no"
      var launch = Launch(
        path: "/proc/self/exe", arguments: [], environment: environment, separation: .group,
        input: input.reading, output: output.writing)
      launch.arguments = (["tuner"] + arguments).map(PathText.bytes)
      do throws(ChildError) { child = try Child(launch) } catch {
        close(input.writing)
        close(output.reading)
        throw error
      }
    } catch {
      throw .noWorker(reason: "\(error)")
    }
  }

  deinit {
    close(requests)
    close(answers)
  }

  /// Sends a request.
  ///
  /// It does not wait, because a pipe holds 64 KiB, and at most two requests with two paths each
  /// wait in it. ``RecordingIdentity/pathLimit`` bounds a path. If the worker has ended, the end of
  /// its answers reveals it.
  func send(_ request: WorkerRequest) {
    if waiting.isEmpty { time = WorkTime(from: .now) }
    waiting.append(request)
    _ = request.bytes.withUnsafeBytes { write(requests, $0.baseAddress, $0.count) }
  }

  /// Reads once from the worker, and passes on its events.
  ///
  /// - Parameters:
  ///   - directory: a directory for records beyond the limit of memory.
  ///   - take: receives every event.
  /// - Throws: `OutputError`, and the errors of `take`.
  func receive(beside directory: String, _ take: (Event) throws -> Void) throws {
    let count = read(answers, &chunk, chunk.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else { return try take(.ended(child.wait())) }
    received += chunk[..<count]
    var rest = received[...]
    while let answer = WorkerAnswer(rest) {
      rest = rest.dropFirst(answer.count)
      switch answer.kind {
      case .ready:
        isReady = true
        try take(.ready(Array(answer.bytes)))
      case .records: try block.add(answer.bytes, beside: directory)
      case .outcome:
        guard let outcome = WorkerOutcome(answer.bytes) else { continue }
        try take(.outcome(outcome))
      case .fatal: try take(.fatal(String(decoding: answer.bytes, as: UTF8.self)))
      }
    }
    if rest.isEmpty { received.removeAll(keepingCapacity: true) } else { received = Array(rest) }
  }

  /// Takes the records of the first request.
  func takeBlock() -> ResultBlock {
    var taken = ResultBlock()
    swap(&taken, &block)
    return taken
  }

  /// Ends the first request.
  ///
  /// - Returns: the request.
  func next() -> WorkerRequest {
    time = WorkTime(from: .now)
    return waiting.removeFirst()
  }

  /// Adds the time since the last call to that of the first request.
  ///
  /// - Returns: the time that the worker has spent on it.
  func countTime() -> Duration {
    time.count(until: .now)
    return time.total
  }

  /// Kills the worker.
  func kill() {
    child.end()
    _ = child.wait()
  }
}
