// SPDX-License-Identifier: MIT

public import Foundation

/// A built executable, run as a user runs it.
public struct Program: Sendable {
  /// The exit status and the output of a run.
  public struct Outcome: Sendable {
    /// The exit status; -1 when a signal ended it.
    public var status: Int32
    /// The text on standard output.
    public var output: String
    /// The text on standard error.
    public var errors: String
  }

  /// The destination of a run's output.
  public enum Reader: Sendable {
    /// The test reads all output.
    case patient
    /// The reading end of the pipe is closed before the program starts.
    case gone
  }

  /// The executable's place.
  public let path: String

  /// The executable of this package named `name`, which is built beside the test bundle.
  public init(_ name: String) {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    path = bundle.appendingPathComponent(name).path
  }

  /// The executable at `path`: a program of the system.
  public init(path: String) { self.path = path }

  /// Starts without waiting for the end.
  ///
  /// - Parameters:
  ///   - arguments: passed as they are.
  ///   - input: what standard input holds; `nil` for nothing at all.
  ///   - environment: variables set on top of the tests' own without `TUNER_…`; `nil` unsets one.
  ///   - reader: who reads the output.
  /// - Returns: the running program.
  /// - Throws: when it can't be started.
  public func start(
    _ arguments: [String], input: Data? = nil, environment: [String: String?] = [:],
    reader: Reader = .patient
  ) throws -> RunningProgram {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TUNER_") }
    // Standard error and input are files, because an unread second pipe would block the program.
    let scratch = try TemporaryDirectory(holding: ["errors": Data(), "input": input ?? Data()])
    // The settings of the user who runs the tests must not affect the program.
    variables["XDG_CONFIG_HOME"] = scratch.path
    variables["XDG_DATA_HOME"] = scratch.path + "/data"
    variables["XDG_RUNTIME_DIR"] = scratch.path
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    let output = Pipe()
    process.standardOutput = output
    let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path + "/errors"))
    let given = try FileHandle(forReadingFrom: URL(fileURLWithPath: scratch.path + "/input"))
    // A process that has ended keeps its handles open. With more than 1300 open descriptors,
    // `Process.run` reads beyond the list of them and can crash.
    defer { for handle in [errors, given] { try? handle.close() } }
    process.standardError = errors
    process.standardInput = input == nil ? FileHandle.nullDevice : given
    if reader == .gone { try output.fileHandleForReading.close() }
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    return RunningProgram(process: process, ended: ended, output: output, scratch: scratch)
  }

  /// Runs to the end and collects what was printed; parameters as in `start`.
  public func run(
    _ arguments: [String], input: Data? = nil, environment: [String: String?] = [:],
    reader: Reader = .patient
  ) throws -> Outcome {
    try start(arguments, input: input, environment: environment, reader: reader).finish()
  }
}
