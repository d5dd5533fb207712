// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A run of a program within limits of time and output.
///
/// At a limit, the program and every process that it started are killed.
package struct BoundedRun: Sendable {
  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The way in which the program ended; `nil` when a limit ended it.
    package let ending: Child.Ending?
    /// The limit that ended the program; `nil` for none.
    package let limit: Limit?
    /// The bytes that the program wrote to standard output.
    package let output: [UInt8]
    /// The last bytes that the program wrote to standard error.
    package let errorOutput: [UInt8]
    fileprivate let timeLimit: Double
    fileprivate let outputLimit: Int

    /// The reason of a failure, as the part of a sentence: the limit that ended the program, the
    /// last line that it wrote to standard error, or its status.
    ///
    /// The line is as the program wrote it. Escape control characters before you print it.
    package var reason: String {
      switch limit {
      case .time: return "it did not end in \(Self.whole(timeLimit)) s"
      case .output: return "it wrote more than \(Self.whole(Double(outputLimit) / 0x1p20)) MiB"
      case nil: break
      }
      let lines = String(decoding: errorOutput, as: UTF8.self).split(whereSeparator: \.isNewline)
      let status = ending.map { "status \($0.status)" } ?? "its end was lost"
      return lines.last.map(String.init) ?? "it gave no reason, \(status)"
    }

    /// Returns a number without a fraction of zero.
    private static func whole(_ number: Double) -> String {
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
  }

  /// The limits that can end a program.
  package enum Limit: Hashable, Sendable {
    /// The limit of time.
    case time
    /// The limit of output.
    case output
  }

  /// The number of bytes of standard error that are kept.
  package static let errorByteCount = 4096

  private let path: String
  private let arguments: [String]
  private let environment: [String: String]
  private let input: [UInt8]
  private let timeLimit: Double
  private let outputLimit: Int

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - path: the path of the executable.
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the complete variables of the program.
  ///   - input: the bytes on its standard input.
  ///   - timeLimit: the limit of time, in seconds.
  ///   - outputLimit: the limit of output, in bytes.
  package init(
    path: String, arguments: [String], environment: [String: String], input: [UInt8] = [],
    timeLimit: Double, outputLimit: Int
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.input = input
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
  }

  /// Runs the program to its end or to a limit; blocks the calling thread.
  ///
  /// - Throws: `ChildError`.
  package func run() throws(ChildError) -> Outcome {
    let (mine, theirs) = try ends()
    var child: Child
    do throws(ChildError) {
      child = try Child(
        Launch(
          path: path, arguments: [path] + arguments, environment: environment, separation: .group,
          input: theirs[0], output: theirs[1], errorOutput: theirs[2]))
    } catch {
      for end in mine + theirs { close(end) }
      throw error
    }
    for end in theirs { close(end) }
    var exchange = Exchange(ends: mine, input: input, outputLimit: outputLimit)
    let limit = exchange.follow(child.identifier, until: .now + .seconds(timeLimit))
    // Processes that the program left behind are killed too.
    child.end()
    let ending = child.wait()
    if limit == nil { exchange.drain() }
    exchange.close()
    let tooMuch = exchange.output.count > outputLimit
    return Outcome(
      ending: limit == nil && !tooMuch ? ending : nil, limit: limit ?? (tooMuch ? .output : nil),
      output: exchange.output, errorOutput: exchange.errorOutput, timeLimit: timeLimit,
      outputLimit: outputLimit)
  }

  /// Makes three pipes and returns this process's ends, which do not block, and the program's ends.
  private func ends() throws(ChildError) -> (mine: [Int32], theirs: [Int32]) {
    var (mine, theirs): ([Int32], [Int32]) = ([], [])
    for isInput in [true, false, false] {
      let pipe: (reading: Int32, writing: Int32)
      do throws(ChildError) { pipe = try ChildPipe.ends() } catch {
        for end in mine + theirs { close(end) }
        throw error
      }
      let own = isInput ? pipe.writing : pipe.reading
      _ = fcntl(own, F_SETFL, O_NONBLOCK)
      mine.append(own)
      theirs.append(isInput ? pipe.reading : pipe.writing)
    }
    return (mine, theirs)
  }
}

/// The exchange of bytes with a running program.
private struct Exchange {
  private(set) var output: [UInt8] = []
  private(set) var errorOutput: [UInt8] = []
  private var ends: [Int32]
  private let input: [UInt8]
  private var sent = 0
  private let outputLimit: Int
  private var block = [UInt8](repeating: 0, count: 1 << 16)

  init(ends: [Int32], input: [UInt8], outputLimit: Int) {
    self.ends = ends
    self.input = input
    self.outputLimit = outputLimit
  }

  /// Writes and reads until the program ends; returns the limit that was met before, or `nil`.
  mutating func follow(
    _ identifier: pid_t, until deadline: ContinuousClock.Instant
  ) -> BoundedRun.Limit? {
    let process = headstock_process(identifier)
    defer { if process >= 0 { Glibc.close(process) } }
    while true {
      send()
      let rest = ContinuousClock.now.milliseconds(to: deadline)
      if rest == 0 { return .time }
      var entries = [
        pollfd(fd: process, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends[0], events: Int16(POLLOUT), revents: 0),
        pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends[2], events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, nfds_t(entries.count), rest)
      if count < 0, errno != EINTR { return nil }
      if count <= 0 { continue }
      if entries[1].revents & Int16(POLLERR | POLLHUP) != 0 { shut(0) }
      read(1)
      read(2)
      if output.count > outputLimit { return .output }
      if entries[0].revents != 0 || (process < 0 && ends[1] < 0 && ends[2] < 0) { return nil }
    }
  }

  /// Reads the rest of the pipes.
  mutating func drain() {
    read(1)
    read(2)
  }

  mutating func close() { for index in ends.indices { shut(index) } }

  private mutating func send() {
    while ends[0] >= 0 {
      if sent == input.count { return shut(0) }
      // A program that stops reading must not end this process by a signal.
      let count = input[sent...].withUnsafeBytes {
        headstock_write_quietly(ends[0], $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return shut(0)
      }
    }
  }

  private mutating func read(_ index: Int) {
    while ends[index] >= 0, output.count <= outputLimit {
      let count = Glibc.read(ends[index], &block, block.count)
      if count > 0 {
        if index == 1 {
          output += block[..<count]
        } else {
          errorOutput = (errorOutput + block[..<count]).suffix(BoundedRun.errorByteCount)
        }
      } else if count == 0 {
        shut(index)
      } else if errno != EINTR {
        return
      }
    }
  }

  private mutating func shut(_ index: Int) {
    if ends[index] >= 0 { Glibc.close(ends[index]) }
    ends[index] = -1
  }
}
