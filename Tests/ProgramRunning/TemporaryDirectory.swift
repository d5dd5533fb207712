// SPDX-License-Identifier: MIT

public import Foundation

/// A directory that is removed with its last reference.
public final class TemporaryDirectory: Sendable {
  /// The path of the directory; its name contains a blank.
  public let path: String

  /// Makes a directory that holds these files.
  public init(holding files: [String: Data] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("headstock test \(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, data) in files { try write(data, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file inside, with the directories above it, and returns its path.
  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  /// Writes a shell script to be run as a program, below `bin`, and returns its path.
  ///
  /// Another program writes the file. If this process wrote it, a child that another test starts at
  /// that moment would inherit the open descriptor, and the system refuses to run a file that is
  /// open for writing.
  @discardableResult
  public func writeProgram(_ script: String, named name: String) throws -> String {
    let text = try write(Data("#!/bin/sh\n\(script)\n".utf8), to: "scripts/\(name)")
    let path = path + "/bin/" + name
    let copy = try Program(path: "/usr/bin/install").run(["-D", "-m", "755", text, path])
    guard copy.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }
}
