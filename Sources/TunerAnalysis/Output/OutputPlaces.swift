// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc

/// The outputs of recordings: standard output, or a file for each.
package struct OutputPlaces: Sendable {
  /// One recording's place.
  package enum Place: Equatable, Sendable {
    case standardOutput
    /// A file, by its path.
    case file(String)
  }

  private let places: [RecordingIdentity: Place]
  /// The file that takes the rows of all recordings; `nil` if each has a place of its own.
  let table: String?

  /// Determines the places of a batch, and makes the directories.
  ///
  /// - Parameters:
  ///   - inputs: the recordings.
  ///   - output: a file for one recording, a directory for several, `nil` for standard output. An
  ///     existing directory is also valid for one recording.
  ///   - fileExtension: the extension of files in a directory.
  ///   - canShare: true if one file can contain the rows of several recordings. A file with the
  ///     extension then receives all of them.
  /// - Throws: `OutputError` when two recordings would share a place, a result would replace a
  ///   recording, or a directory can't be made.
  init(
    _ inputs: BatchInputs, output: String?, fileExtension: String, canShare: Bool = false
  ) throws {
    let usable = inputs.all.filter { $0.problem == nil }
    guard let output else {
      (places, table) = ([:], nil)
      return
    }
    let kind = Self.kind(of: output)
    let hasEnding = output.lowercased().hasSuffix("." + fileExtension)
    if canShare, inputs.needsDirectory, hasEnding, kind != .directory {
      (places, table) = ([:], output)
      try Self.spare(usable.map(\.path), from: [output])
      return
    }
    table = nil
    if usable.isEmpty {
      places = [:]
      return
    }
    if !inputs.needsDirectory, let input = usable.first, kind != .directory {
      places = [input.identity: .file(output)]
      try Self.spare([input.path], from: [output])
      return
    }
    if kind == .other { throw OutputError.notADirectory(path: output) }
    places = try Self.files(of: usable, in: output, fileExtension: fileExtension)
  }

  /// Returns a file in a directory for each recording, and makes the directories.
  private static func files(
    of inputs: [BatchInputs.Input], in directory: String, fileExtension: String
  ) throws -> [RecordingIdentity: Place] {
    var made: Set<PathKey> = []
    try makeDirectory(directory)
    var places: [RecordingIdentity: Place] = [:]
    var owners: [PathKey: String] = [:]
    var paths: [String] = []
    for input in inputs where places[input.identity] == nil {
      let path = directory + "/" + input.resultName + "." + fileExtension
      if let other = owners.updateValue(input.path, forKey: PathKey(path)) {
        throw OutputError.sameOutput(path: path, first: other, second: input.path)
      }
      paths.append(path)
      places[input.identity] = .file(path)
      var parent = directory
      for part in FilePath.components(of: input.resultName).dropLast() {
        parent += "/" + part
        if made.insert(PathKey(parent)).inserted { try makeDirectory(parent) }
      }
    }
    try spare(inputs.map(\.path), from: paths)
    return places
  }

  private static func makeDirectory(_ path: String) throws {
    let code = FilePath.makeDirectory(path, mode: 0o777)
    // A path that is too long concerns the recordings in it only.
    guard code == 0 || code == ENAMETOOLONG else {
      throw OutputError.cannotWrite(place: path, code: code)
    }
  }

  /// Returns the one place that the results of all recordings go to.
  ///
  /// - Parameters:
  ///   - output: a file; `nil` for standard output.
  ///   - files: the recordings.
  /// - Returns: the place.
  /// - Throws: `OutputError.wouldReplaceRecording`.
  package static func single(_ output: String?, sparing files: [String]) throws -> Place {
    guard let output else { return .standardOutput }
    try spare(files, from: [output])
    return .file(output)
  }

  /// Refuses an output that is one of the recordings under any name.
  static func spare(_ files: [String], from outputs: [String]) throws {
    if let path = first(of: outputs, replacing: files) {
      throw OutputError.wouldReplaceRecording(path: path)
    }
  }

  /// Returns the first output that is one of the files under any name; `nil` for none.
  static func first(of outputs: [String], replacing files: [String]) -> String? {
    var identities: Set<FileIdentity> = []
    for file in files {
      let identity = file == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: file)
      if let identity { identities.insert(identity) }
    }
    return outputs.first { output in
      FileIdentity(path: output).map(identities.contains) ?? false
    }
  }

  /// Returns the place of the results of a recording.
  func place(of recording: RecordingIdentity) -> Place { places[recording] ?? .standardOutput }

  /// Returns true if the results of a recording exist already.
  func holdsResult(of recording: RecordingIdentity) -> Bool {
    guard case .file(let path)? = places[recording] else { return false }
    return Self.kind(of: path) == .other
  }

  private enum Kind { case directory, other, missing }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .other
  }
}

/// The identity of a regular file under any name: a link has the identity of its target.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let node: UInt64

  /// Returns the identity of the file at `path`; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Returns the identity of the file of an open descriptor; `nil` for a pipe or a terminal.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.isRegularFile else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
