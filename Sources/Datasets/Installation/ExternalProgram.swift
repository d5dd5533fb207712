// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// A program of the system, started with a list of arguments and without a shell.
struct ExternalProgram {
  /// The number of last lines of a failed program's standard error that are reported.
  private static let messageLineCount = 3

  private static let env = "/usr/bin/env"

  /// The name, which is looked up on `PATH`.
  let name: String
  /// The Debian package that contains it.
  let package: String

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: passed unchanged.
  ///   - directory: the working directory; `nil` for the current one.
  ///   - environment: variables to set, or to remove with `nil`.
  ///   - accepted: the exit statuses of success.
  /// - Returns: the standard output.
  /// - Throws: `DatasetError.programMissing`, `.programFailed` or `.interrupted`.
  @discardableResult
  func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String?] = [:],
    accepting accepted: Set<Int32> = [0]
  ) throws(DatasetError) -> Data {
    let input = try Descriptor.nothing()
    let output = try Descriptor.Pipe()
    // Standard error goes to a file: a second pipe without a reader would block the program.
    let errorOutput = try Descriptor.scratchFile()
    var process = try start(
      arguments, in: directory, environment: environment,
      (input.number, output.writing.number, errorOutput.number))
    let printed = try output.takeReading().readToEnd(atEachPoll: Self.throwIfInterrupted)
    try check(process.wait(), accepting: accepted, errorOutput)
    return printed
  }

  /// Runs this program with its standard output as the standard input of another.
  ///
  /// - Throws: as `run`; the second program's failure takes precedence, because it causes the first
  ///   one's.
  func run(
    _ arguments: [String], into other: ExternalProgram, _ otherArguments: [String]
  ) throws(DatasetError) {
    let input = try Descriptor.nothing()
    let between = try Descriptor.Pipe()
    let output = try Descriptor.Pipe()
    let errorOutput = try Descriptor.scratchFile()
    let otherComplaints = try Descriptor.scratchFile()
    var second = try other.start(
      otherArguments, in: nil, environment: [:],
      (between.reading.number, output.writing.number, otherComplaints.number))
    var first = try start(
      arguments, in: nil, environment: [:],
      (input.number, between.writing.number, errorOutput.number))
    // Closes the pipe here, so that the end of one program reaches the other.
    between.close()
    _ = try output.takeReading().readToEnd(atEachPoll: Self.throwIfInterrupted)
    try other.check(second.wait(), accepting: [0], otherComplaints)
    try check(first.wait(), accepting: [0], errorOutput)
  }

  /// Runs the program and passes its standard output to `take` block by block.
  ///
  /// An error of `take` ends the program.
  ///
  /// - Parameters:
  ///   - arguments: passed unchanged.
  ///   - directory: the working directory; `nil` for the current one.
  ///   - environment: variables to set, or to remove with `nil`.
  ///   - accepted: the exit statuses of success.
  ///   - take: called with each non-empty block.
  /// - Throws: an error of `take`, else `DownloadError.step` with the error of `run`.
  func stream(
    _ arguments: [String], in directory: String? = nil, environment: [String: String?] = [:],
    accepting accepted: Set<Int32> = [0],
    to take: (ArraySlice<UInt8>) throws(DownloadError) -> Void
  ) throws(DownloadError) {
    let input = try DownloadError.wrapping(try Descriptor.nothing())
    let output = try DownloadError.wrapping(try Descriptor.Pipe())
    let errorOutput = try DownloadError.wrapping(try Descriptor.scratchFile())
    var process = try DownloadError.wrapping(
      try start(
        arguments, in: directory, environment: environment,
        (input.number, output.writing.number, errorOutput.number)))
    try output.takeReading().forEachBlock { () throws(DownloadError) in
      try DownloadError.wrapping(try Self.throwIfInterrupted())
    } do: { block throws(DownloadError) in
      try take(block)
    }
    let status = process.wait()
    try DownloadError.wrapping(try check(status, accepting: accepted, errorOutput))
  }

  /// Throws when a signal asks the process to end; the value that holds a child ends it.
  private static func throwIfInterrupted() throws(DatasetError) {
    if SignalDeferral.isPending { throw .interrupted }
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
      input: streams.0, output: streams.1, errorOutput: streams.2)
    if let directory {
      // All threads of a process share a working directory, so env changes that of the child.
      launch.arguments.replaceSubrange(
        ..<1, with: ["env", "--chdir=\(directory)", launch.path].map { Array($0.utf8) })
      launch.path = Self.env
    }
    do throws(ChildError) { return try Child(launch) } catch {
      throw .fileFailed(path: launch.path, code: error.code)
    }
  }

  private func check(
    _ ending: Child.Ending?, accepting accepted: Set<Int32>, _ errorOutput: borrowing Descriptor
  ) throws(DatasetError) {
    let status = ending?.status ?? -1
    if accepted.contains(status) { return }
    // Ctrl-C ends the children first, which is not their failure.
    try Self.throwIfInterrupted()
    let lines = errorOutput.contents().split(whereSeparator: \.isNewline)
      .suffix(Self.messageLineCount)
    throw .programFailed(name: name, status: status, message: lines.joined(separator: "; "))
  }

  /// Looks the program up on `PATH`.
  private func path() throws(DatasetError) -> String {
    let path = Launch.path(of: name, in: ProcessInfo.processInfo.environment["PATH"])
    if let path { return path }
    throw .programMissing(name: name, package: package)
  }
}
