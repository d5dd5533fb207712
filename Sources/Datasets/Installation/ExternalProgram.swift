// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// A program of the system, started with a list of arguments and never through a shell.
struct ExternalProgram {
  /// How many of a failed program's last lines are passed on.
  private static let messageLineCount = 3

  private static let env = "/usr/bin/env"

  /// The name that is looked up on the path.
  let name: String
  /// The Debian package that brings it.
  let package: String

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - arguments: passed as they are.
  ///   - directory: where it runs; `nil` for the current one.
  ///   - environment: variables that are set, or with `nil` taken away.
  ///   - accepted: the exit statuses that are no failure.
  /// - Returns: what was printed.
  /// - Throws: `DatasetError.programMissing`, `.programFailed` or `.interrupted`.
  @discardableResult
  func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String?] = [:],
    accepting accepted: Set<Int32> = [0]
  ) throws(DatasetError) -> Data {
    let input = try Descriptor.nothing()
    let output = try Descriptor.Pipe()
    // Complaints go to a file: a second pipe that nobody empties would stop the program.
    let complaints = try Descriptor.scratchFile()
    var process = try start(
      arguments, in: directory, environment: environment,
      (input.number, output.writing.number, complaints.number))
    let printed = try output.takeReading().readToEnd(lookAround: Self.heed)
    try check(process.wait(), accepting: accepted, complaints)
    return printed
  }

  /// Runs this program into another: what it prints is the other's standard input.
  ///
  /// - Throws: as `run`, the second program's failure first: the first one's follows from it.
  func run(
    _ arguments: [String], into other: ExternalProgram, _ otherArguments: [String]
  ) throws(DatasetError) {
    let input = try Descriptor.nothing()
    let between = try Descriptor.Pipe()
    let output = try Descriptor.Pipe()
    let complaints = try Descriptor.scratchFile()
    let otherComplaints = try Descriptor.scratchFile()
    var second = try other.start(
      otherArguments, in: nil, environment: [:],
      (between.reading.number, output.writing.number, otherComplaints.number))
    var first = try start(
      arguments, in: nil, environment: [:],
      (input.number, between.writing.number, complaints.number))
    // From here on the pipe is theirs alone: when one of them ends, the other notices.
    between.close()
    _ = try output.takeReading().readToEnd(lookAround: Self.heed)
    try other.check(second.wait(), accepting: [0], otherComplaints)
    try check(first.wait(), accepting: [0], complaints)
  }

  /// Runs to the end and hands over what is printed, block by block, while it runs.
  ///
  /// When `take` throws, the program is ended.
  ///
  /// - Parameters:
  ///   - arguments: passed as they are.
  ///   - directory: where it runs; `nil` for the current one.
  ///   - environment: variables that are set, or with `nil` taken away.
  ///   - accepted: the exit statuses that are no failure.
  ///   - take: called with each block, never an empty one.
  /// - Throws: what `take` throws, else `DownloadError.step` of what `run` throws.
  func stream(
    _ arguments: [String], in directory: String? = nil, environment: [String: String?] = [:],
    accepting accepted: Set<Int32> = [0],
    to take: (ArraySlice<UInt8>) throws(DownloadError) -> Void
  ) throws(DownloadError) {
    let input = try DownloadError.wrapping { () throws(DatasetError) in try Descriptor.nothing() }
    let output = try DownloadError.wrapping { () throws(DatasetError) in try Descriptor.Pipe() }
    let complaints = try DownloadError.wrapping { () throws(DatasetError) in
      try Descriptor.scratchFile()
    }
    var process = try DownloadError.wrapping { () throws(DatasetError) in
      try start(
        arguments, in: directory, environment: environment,
        (input.number, output.writing.number, complaints.number))
    }
    try output.takeReading().forEachBlock { () throws(DownloadError) in
      try DownloadError.wrapping(Self.heed)
    } do: { block throws(DownloadError) in
      try take(block)
    }
    let status = process.wait()
    try DownloadError.wrapping { () throws(DatasetError) in
      try check(status, accepting: accepted, complaints)
    }
  }

  /// Gives up when the process is asked to end; what runs is ended with the value that holds it.
  private static func heed() throws(DatasetError) {
    if Interruption.isPending { throw .interrupted }
  }

  private func start(
    _ arguments: [String], in directory: String?, environment: [String: String?],
    _ streams: (Int32, Int32, Int32)
  ) throws(DatasetError) -> Child {
    var variables = ProcessInfo.processInfo.environment
    variables["LC_ALL"] = "C"
    for (name, value) in environment { variables[name] = value }
    // In the same group: Ctrl-C reaches both.
    var launch = Launch(
      path: try path(), arguments: [name] + arguments, environment: variables, separation: .none,
      input: streams.0, output: streams.1, complaints: streams.2)
    if let directory {
      // A process has one current directory for all its threads: env changes that of the other.
      launch.arguments = ["env", "--chdir=\(directory)", launch.path] + arguments
      launch.path = Self.env
    }
    do throws(ChildError) { return try Child(launch) } catch {
      throw .fileFailed(path: launch.path, code: error.code)
    }
  }

  private func check(
    _ ending: Child.Ending?, accepting accepted: Set<Int32>, _ complaints: borrowing Descriptor
  ) throws(DatasetError) {
    let status = ending?.status ?? -1
    if accepted.contains(status) { return }
    // Ctrl-C ends the programs first, and then it is not their failure.
    try Self.heed()
    let lines = complaints.contents().split(whereSeparator: \.isNewline)
      .suffix(Self.messageLineCount)
    throw .programFailed(name: name, status: status, message: lines.joined(separator: "; "))
  }

  /// Looks the program up on the path.
  private func path() throws(DatasetError) -> String {
    let path = Launch.path(of: name, in: ProcessInfo.processInfo.environment["PATH"])
    if let path { return path }
    throw .programMissing(name: name, package: package)
  }
}
