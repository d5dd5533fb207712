// SPDX-License-Identifier: MIT

import Foundation

/// A built executable, run as a user runs it.
struct Program {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let path: String

  /// The executable of this package named `name`, beside the test bundle.
  init(_ name: String) {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    path = bundle.appendingPathComponent(name).path
  }

  /// Runs to the end and collects what was printed.
  func run(
    _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("TUNER_") }
      .merging(environment) { _, own in own }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let scratch = try input.map { try TemporaryDirectory(holding: ["input": $0]) }
    process.standardInput =
      try scratch.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0.path + "/input")) }
      ?? FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}

/// A directory that goes with its last owner.
final class TemporaryDirectory {
  let path: String

  init(holding files: [String: Data] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("headstock test \(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, data) in files { try data.write(to: URL(fileURLWithPath: path + "/" + name)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
