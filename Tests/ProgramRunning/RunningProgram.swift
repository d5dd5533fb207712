// SPDX-License-Identifier: MIT

public import Foundation

/// A program that was started and may still run.
public struct RunningProgram {
  let process: Process
  /// Signalled when the process has ended.
  ///
  /// `Process.waitUntilExit` polls, which takes 40 ms per run.
  let ended: DispatchSemaphore
  let output: Pipe
  let scratch: TemporaryDirectory

  /// The process, to send signals to.
  public var identifier: pid_t { process.processIdentifier }

  /// Waits for the first bytes that it prints; `finish` no longer returns them.
  public func waitForOutput() { _ = output.fileHandleForReading.availableData }

  /// Waits for the end and collects what was printed.
  public func finish() throws -> Program.Outcome {
    let pipe = output.fileHandleForReading
    // It is closed in a second call, and if nobody reads.
    let printed = (try? pipe.readToEnd()) ?? Data()
    try? pipe.close()
    ended.wait()
    ended.signal()  // a second call returns at once, too
    let errorOutput = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/errors"))
    return Program.Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: errorOutput, as: UTF8.self))
  }
}

extension RunningProgram {
  /// The longest wait for a program that should end, in seconds.
  private static let endSeconds = 60.0

  /// Sends a signal, and waits for the end.
  ///
  /// - Returns: the outcome; -1 as the status of a program that the signal does not end, which is
  ///   killed.
  public func end(by number: Int32) throws -> Program.Outcome {
    kill(identifier, number)
    if ended.wait(timeout: .now() + Self.endSeconds) == .timedOut {
      kill(identifier, SIGKILL)
    } else {
      ended.signal()
    }
    return try finish()
  }

  /// Waits until the program's first thread blocks exactly these signals.
  ///
  /// For a moment the C library blocks all of them, so a part of the set is not enough.
  ///
  /// - Throws: if it never does; the program is killed then.
  public func waitUntilBlocking(_ numbers: [Int32]) throws {
    let expected = numbers.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
    let deadline = ContinuousClock.now + .seconds(Self.endSeconds)
    while process.isRunning, ContinuousClock.now < deadline {
      let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      let blocked = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) }
      if blocked == expected { return }
      sched_yield()
    }
    kill(identifier, SIGKILL)
    throw POSIXError(.ETIME)
  }

  /// Waits until the text on standard error contains `text`.
  ///
  /// - Throws: if it never does; the program is killed then.
  public func waitForErrors(containing text: String) throws {
    let deadline = ContinuousClock.now + .seconds(Self.endSeconds)
    var seen = 0
    while process.isRunning, ContinuousClock.now < deadline {
      // Foundation frees what it reads in a loop only at the end.
      var status = stat()
      if stat(scratch.path + "/errors", &status) == 0, status.st_size > seen {
        seen = Int(status.st_size)
        if errorOutput.contains(text) { return }
      }
      sched_yield()
    }
    kill(identifier, SIGKILL)
    throw POSIXError(.ETIME)
  }

  /// The text on standard error so far.
  public var errorOutput: String {
    (try? String(contentsOfFile: scratch.path + "/errors", encoding: .utf8)) ?? ""
  }

  /// Waits until so many lines were printed, and returns them, or what there is when it ends
  /// before.
  public func firstLines(_ count: Int) throws -> String {
    var bytes = Data()
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        break
      }
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
