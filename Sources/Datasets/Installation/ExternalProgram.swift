// SPDX-License-Identifier: MIT

internal import Foundation

/// A program of the system, started with a list of arguments and never through a shell.
struct ExternalProgram {
  /// How many of a failed program's last lines are passed on.
  private static let messageLineCount = 3

  /// The name that is looked up on the path.
  let name: String
  /// The Debian package that brings it.
  let package: String

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - arguments: passed as they are.
  ///   - directory: where it runs; `nil` for the current one.
  ///   - environment: variables that are added.
  ///   - accepted: the exit statuses that are no failure.
  /// - Returns: what was printed.
  /// - Throws: `DatasetError.programMissing` or `.programFailed`.
  @discardableResult
  func run(
    _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:],
    accepting accepted: Set<Int32> = [0]
  ) throws(DatasetError) -> Data {
    let output = Pipe()
    // Complaints go to a file: a second pipe that nobody empties would stop the program.
    let complaints = try Self.scratchFile()
    let process = try process(arguments, in: directory, environment: environment)
    process.standardOutput = output
    process.standardError = complaints
    try start(process)
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try check(process, accepting: accepted, complaints)
    return printed
  }

  /// Runs this program into another: what it prints is the other's standard input.
  ///
  /// - Throws: `DatasetError.programMissing` or `.programFailed`, the first program's failure first.
  func run(
    _ arguments: [String], into other: ExternalProgram, _ otherArguments: [String]
  ) throws(DatasetError) {
    let pipe = Pipe()
    let complaints = (try Self.scratchFile(), try Self.scratchFile())
    let first = try process(arguments, in: nil, environment: [:])
    let second = try other.process(otherArguments, in: nil, environment: [:])
    first.standardOutput = pipe
    first.standardError = complaints.0
    second.standardInput = pipe
    second.standardOutput = FileHandle.nullDevice
    second.standardError = complaints.1
    try start(first)
    try other.start(second)
    first.waitUntilExit()
    second.waitUntilExit()
    try other.check(second, accepting: [0], complaints.1)
    try check(first, accepting: [0], complaints.0)
  }

  private func process(
    _ arguments: [String], in directory: String?, environment: [String: String]
  ) throws(DatasetError) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path())
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LC_ALL": "C"]) { $1 }.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  private func start(_ process: Process) throws(DatasetError) {
    do {
      try process.run()
    } catch {
      throw .programMissing(name: name, package: package)
    }
  }

  private func check(
    _ process: Process, accepting accepted: Set<Int32>, _ complaints: FileHandle
  ) throws(DatasetError) {
    let status = process.terminationStatus
    if process.terminationReason == .exit, accepted.contains(status) { return }
    lseek(complaints.fileDescriptor, 0, SEEK_SET)
    let text = String(decoding: complaints.readDataToEndOfFile(), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).suffix(Self.messageLineCount)
    throw .programFailed(name: name, status: status, message: lines.joined(separator: "; "))
  }

  /// Looks the program up on the path.
  private func path() throws(DatasetError) -> String {
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for place in places.split(separator: ":") where place.hasPrefix("/") {
      let candidate = "\(place)/\(name)"
      var status = stat()
      let isFile = stat(candidate, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      if isFile, access(candidate, X_OK) == 0 { return candidate }
    }
    throw .programMissing(name: name, package: package)
  }

  /// Opens a temporary file without a name.
  private static func scratchFile() throws(DatasetError) -> FileHandle {
    var template = Array("\(NSTemporaryDirectory())/headstock-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .fileFailed(path: NSTemporaryDirectory(), code: errno) }
    unlink(template)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
