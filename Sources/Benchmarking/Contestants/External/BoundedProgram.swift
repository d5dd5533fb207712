// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Foundation

/// A child process with limits on its time and output, stopped with all its children at a limit.
struct BoundedProgram {
  /// The program and its arguments.
  let words: [String]
  /// The time limit in seconds.
  let timeLimit: Double
  /// The output limit in bytes.
  let outputLimit: Int

  /// The interval between two checks of a running program's output.
  private static let watch = DispatchTimeInterval.milliseconds(20)
  /// The part of the standard error that is reported, in bytes and lines.
  private static let complaintBytes = 4096
  private static let complaintLines = 3

  /// Runs the program until it ends or meets a limit.
  ///
  /// - Parameter directory: receives the files `output` and `complaints`.
  /// - Returns: the standard output.
  /// - Throws: `ContestantError.notInstalled`, `.timedOut`, `.printedTooMuch`, `.failed`, `.crashed`
  ///   or `.handOverFailed`.
  func run(in directory: String) throws(ContestantError) -> String {
    let output = try Self.file("output", in: directory)
    let complaints = try Self.file("complaints", in: directory)
    let process = Process()
    guard let program = Self.path(of: words[0]) else {
      throw .notInstalled(
        program: words[0], remedy: "Install it, or correct the command of the contestant")
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = complaints
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      throw .notInstalled(program: words[0], remedy: "It can't be started (\(error))")
    }
    let pid = process.processIdentifier
    let limit = outcome(of: ended, output: output)
    // Ends the children of the program too: Foundation starts each program in its own process
    // group.
    kill(-pid, SIGKILL)
    if let limit {
      kill(pid, SIGKILL)
      ended.wait()
      throw limit
    }
    let message = Self.tail(of: complaints)
    if process.terminationReason == .uncaughtSignal {
      throw .crashed(signal: process.terminationStatus, message: message)
    }
    guard process.terminationStatus == 0 else {
      throw .failed(status: process.terminationStatus, message: message)
    }
    guard Self.size(of: output) <= outputLimit else { throw .printedTooMuch(bytes: outputLimit) }
    return String(decoding: Self.contents(of: output), as: UTF8.self)
  }

  /// Waits for the end and returns the limit that the program met; `nil` when it met none.
  private func outcome(of ended: DispatchSemaphore, output: FileHandle) -> ContestantError? {
    let deadline = DispatchTime.now() + timeLimit
    while ended.wait(timeout: min(deadline, .now() + Self.watch)) == .timedOut {
      if Self.size(of: output) > outputLimit { return .printedTooMuch(bytes: outputLimit) }
      if DispatchTime.now() >= deadline { return .timedOut(seconds: timeLimit) }
    }
    return nil
  }

  /// Returns the path of a program on `PATH`; `nil` when there is none.
  static func path(of program: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return places.split(separator: ":").map { "\($0)/\(program)" }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  private static func file(
    _ name: String, in directory: String
  ) throws(ContestantError) -> FileHandle {
    let path = "\(directory)/\(name)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .handOverFailed(path: path, code: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func size(of file: FileHandle) -> Int {
    var status = stat()
    return fstat(file.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func contents(of file: FileHandle) -> Data {
    lseek(file.fileDescriptor, 0, SEEK_SET)
    return file.readDataToEndOfFile()
  }

  private static func tail(of file: FileHandle) -> String {
    lseek(file.fileDescriptor, off_t(max(0, size(of: file) - complaintBytes)), SEEK_SET)
    let text = String(decoding: file.readData(ofLength: complaintBytes), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).suffix(complaintLines).joined(separator: "; ")
  }
}
